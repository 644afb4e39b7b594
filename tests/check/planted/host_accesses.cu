// SPDX-License-Identifier: Apache-2.0
// What the host program itself does to memory of the device, and to managed and pinned memory that
// work uses.
// OPTIONS: --check-host-access all
#include <cstring>
#include <vector>

#include "planted.h"

__global__ void fill(int* y, int n) {
  if (threadIdx.x < n) y[threadIdx.x] = threadIdx.x;  // ERROR race
}
__global__ void sum(const int* x, int* y, int n) {
  int all = 0;
  for (int i = 0; i < n; ++i) all += x[i];  // ERROR race
  y[0] = all;
}
__device__ int variable;
__global__ void set_variable(int* y) {
  variable = y[0];
}

int total = 0;

void of_the_device(int n) {
  int* y = make<int>(64);
  if (PLANT(true, false)) total += y[3];  // ERROR device-pointer
  if (PLANT(true, false)) y[4] = 5;       // ERROR device-pointer
  std::vector<int> numbers(64);
  if (PLANT(true, false)) {
    for (int i = 0; i < 4; ++i) numbers[i] = y[i];  // ERROR device-pointer
    total += numbers[n];
  }
  cudaStream_t stream;
  good(cudaStreamCreate(&stream));
  int* pooled;
  good(cudaMallocAsync(&pooled, 256, stream));
  good(cudaStreamSynchronize(stream));
  if (PLANT(true, false)) *pooled = 1;  // ERROR device-pointer
  set_variable<<<1, 1>>>(y);
  void* address;
  good(cudaGetSymbolAddress(&address, variable));
  good(cudaDeviceSynchronize());
  if (PLANT(true, false)) total += *static_cast<int*>(address);  // ERROR device-pointer
  good(cudaFree(y));
  if (PLANT(true, false)) total += y[0];  // ERROR use-after-free
}

void managed() {
  int* m;
  good(cudaMallocManaged(&m, 256));
  m[0] = 1;
  fill<<<1, 32>>>(m, 32);
  if (PLANT(true, false)) total += m[5];  // ERROR race
  good(cudaDeviceSynchronize());
  total += m[5];
  fill<<<1, 32>>>(m, 32);
  if (PLANT(true, false)) m[6] = 3;  // ERROR race
  good(cudaDeviceSynchronize());
  sum<<<1, 1>>>(m, make<int>(1), 32);
  total += m[7];                     // both read
  if (PLANT(true, false)) m[8] = 3;  // ERROR race
  good(cudaDeviceSynchronize());
  fill<<<1, 32>>>(m, 32);
  total += m[40];  // which nobody writes
  good(cudaDeviceSynchronize());
}

void pinned() {
  const int n = 1 << 18;
  int* p;
  good(cudaMallocHost(&p, n * sizeof(int)));
  std::memset(p, 0, n * sizeof(int));
  cudaStream_t stream;
  good(cudaStreamCreate(&stream));
  int* y = make<int>(n);
  good(cudaDeviceSynchronize());
  good(cudaMemcpyAsync(p, y, n * sizeof(int), cudaMemcpyDeviceToHost, stream));  // ERROR race
  if (PLANT(true, false)) total += p[77];                                        // ERROR race
  good(cudaStreamSynchronize(stream));
  good(cudaMemcpyAsync(y, p, n * sizeof(int), cudaMemcpyHostToDevice, stream));  // ERROR race
  total += p[78];
  if (PLANT(true, false)) p[77] = 3;  // ERROR race
  cudaEvent_t done;
  good(cudaEventCreate(&done));
  good(cudaEventRecord(done, stream));
  good(cudaEventSynchronize(done));
  p[79] = total;
}

int main(int argc, char**) {
  of_the_device(argc);
  managed();
  pinned();
  std::printf("done %d\n", total);
}
