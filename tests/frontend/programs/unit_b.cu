// Calls a device function, launches a kernel, and reads and writes variables of unit_a.cu. Both
// files have a static variable of one name.
#include <cstdio>

extern __device__ int shared_counter;
extern __constant__ int shared_table[4];
extern __device__ int add_own(int x);
__global__ void from_a(int* out);
static __device__ int own = 1000;

__global__ void from_b(int* out) {
  const int lane = threadIdx.x;
  out[lane] = add_own(lane) + own + shared_table[lane % 4] + shared_counter;
}

int main() {
  int* device = nullptr;
  int host[64];
  cudaMalloc(&device, sizeof host);
  from_a<<<1, 64>>>(device);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i) {
    if (host[i] != i + 100) return std::printf("from_a: [%d] = %d\n", i, host[i]), 1;
  }
  const int table[4] = {7, 11, 13, 17};
  cudaMemcpyToSymbol(shared_table, table, sizeof table);
  const int counter = 30000;
  cudaMemcpyToSymbol(shared_counter, &counter, sizeof counter);
  from_b<<<1, 64>>>(device);
  if (cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) return 2;
  for (int i = 0; i < 64; ++i) {
    if (host[i] != i + 100 + 1000 + table[i % 4] + 30000) {
      return std::printf("from_b: [%d] = %d\n", i, host[i]), 1;
    }
  }
  return 0;
}
