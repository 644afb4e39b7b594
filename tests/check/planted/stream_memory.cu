// SPDX-License-Identifier: Apache-2.0
// Memory that streams allocate and free, and pinned memory that the host frees: used by work that
// is not ordered with it. With -DMENDED it is.
#include "planted.h"

constexpr int kCount = 256;
constexpr std::size_t kBytes = kCount * sizeof(int);

__global__ void writes(int* y) {
  y[threadIdx.x] = 2 * threadIdx.x;
}
__global__ void reads(const int* y, int* sum) {
  atomicAdd(sum, y[threadIdx.x]);
}

struct Streams {
  cudaStream_t a, b;
  cudaEvent_t event;
  Streams() {
    good(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
    good(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    good(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  }
  void order(cudaStream_t before, cudaStream_t after) const {
    good(cudaEventRecord(event, before));
    good(cudaStreamWaitEvent(after, event, 0));
  }
};

void freed_in_another_stream(const Streams& s) {
  int* y = nullptr;
  good(cudaMallocAsync(&y, kBytes, s.a));
  writes<<<1, kCount, 0, s.a>>>(y);
  PLANT((void)0, s.order(s.a, s.b));
  good(cudaFreeAsync(y, s.b));  // ERROR allocation-order
  good(cudaDeviceSynchronize());
}

void allocated_in_another_stream(const Streams& s) {
  int* y = nullptr;
  good(cudaMallocAsync(&y, kBytes, s.a));  // ERROR allocation-order
  PLANT((void)0, s.order(s.a, s.b));
  writes<<<1, kCount, 0, s.b>>>(y);
  PLANT((void)0, s.order(s.b, s.a));
  good(cudaStreamSynchronize(s.b));
  good(cudaFreeAsync(y, s.a));
  good(cudaDeviceSynchronize());
}

void freed_before_the_copy(const Streams& s) {
  int *y = nullptr, *h = nullptr;
  good(cudaMallocHost(&h, kBytes));
  good(cudaMallocAsync(&y, kBytes, s.a));
  writes<<<1, kCount, 0, s.a>>>(y);
  good(cudaStreamSynchronize(s.a));
  good(cudaMemcpyAsync(h, y, kBytes, cudaMemcpyDeviceToHost, s.b));  // ERROR allocation-order
  PLANT((void)0, good(cudaStreamSynchronize(s.b)));
  good(cudaFreeAsync(y, s.a));  // ERROR allocation-order
  good(cudaDeviceSynchronize());
  good(cudaFreeHost(h));
}

// Memory of cudaMalloc may be freed so as well.
void ordinary_memory(const Streams& s) {
  int *y = make<int>(kCount), *sum = make<int>(1);
  good(cudaDeviceSynchronize());
  reads<<<1, kCount, 0, s.a>>>(y, sum);
  good(cudaFreeAsync(y, PLANT(s.b, s.a)));  // ERROR allocation-order
  good(cudaDeviceSynchronize());
  good(cudaFree(sum));
}

void pinned_source(const Streams& s) {
  int *y = make<int>(kCount), *h = nullptr;
  good(cudaMallocHost(&h, kBytes));
  good(cudaDeviceSynchronize());
  for (int i = 0; i < kCount; ++i) h[i] = i;
  good(cudaMemcpyAsync(y, h, kBytes, cudaMemcpyHostToDevice, s.a));  // ERROR host-memory-in-use
  PLANT((void)0, good(cudaStreamSynchronize(s.a)));
  good(cudaFreeHost(h));  // ERROR host-memory-in-use
  good(cudaFree(y));
}

void pinned_target(const Streams& s) {
  int *y = make<int>(kCount), *h = nullptr;
  good(cudaMallocHost(&h, kBytes));
  good(cudaDeviceSynchronize());
  good(cudaMemcpyAsync(h, y, kBytes, cudaMemcpyDeviceToHost, s.a));
  good(cudaStreamSynchronize(PLANT(s.b, s.a)));
  good(cudaFreeHost(h));  // ERROR host-memory-in-use
  good(cudaFree(y));
}

void unregistered(const Streams& s) {
  int* h = static_cast<int*>(malloc(kBytes));
  good(cudaHostRegister(h, kBytes, cudaHostRegisterDefault));
  writes<<<1, kCount, 0, s.a>>>(h);
  PLANT((void)0, good(cudaDeviceSynchronize()));
  good(cudaHostUnregister(h));  // ERROR host-memory-in-use
  free(h);
}

// Right: freed memory comes back to another stream, which the pool orders.
void reused(const Streams& s) {
  for (int round = 0; round < 8; ++round) {
    int* y = nullptr;
    const cudaStream_t stream = round % 2 != 0 ? s.a : s.b;
    good(cudaMallocAsync(&y, kBytes, stream));
    writes<<<1, kCount, 0, stream>>>(y);
    good(cudaFreeAsync(y, stream));
  }
  good(cudaDeviceSynchronize());
}

int main() {
  const Streams s;
  freed_in_another_stream(s);
  allocated_in_another_stream(s);
  freed_before_the_copy(s);
  ordinary_memory(s);
  pinned_source(s);
  pinned_target(s);
  unregistered(s);
  reused(s);
}
