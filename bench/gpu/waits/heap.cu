// SPDX-License-Identifier: Apache-2.0
// ns of a call of the device's malloc and free: lanes of a warp, warps, blocks, sizes.
#include "common.h"
__global__ void get(void** out, unsigned size, int lanes, int rounds, u64* cycles) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const u64 begin = clock64();
  if (int(threadIdx.x % 32) < lanes)
    for (int i = 0; i < rounds; ++i) out[size_t(i) * gridDim.x * blockDim.x + t] = malloc(size);
  if (t == 0) *cycles = clock64() - begin;
}
__global__ void give(void** in, int lanes, int rounds, u64* cycles, int* missing) {
  const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  const u64 begin = clock64();
  if (int(threadIdx.x % 32) < lanes)
    for (int i = 0; i < rounds; ++i) {
      void* p = in[size_t(i) * gridDim.x * blockDim.x + t];
      if (!p) atomicAdd(missing, 1);
      free(p);
    }
  if (t == 0) *cycles = clock64() - begin;
}
__global__ void both(unsigned size, int lanes, int rounds, u64* cycles) {
  const u64 begin = clock64();
  if (int(threadIdx.x % 32) < lanes)
    for (int i = 0; i < rounds; ++i) {
      int* p = new int[size / 4];
      if (p) *(volatile int*)p = i;
      delete[] p;
    }
  if (threadIdx.x == 0 && blockIdx.x == 0) *cycles = clock64() - begin;
}
int main() {
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, size_t(2) << 30);
  u64 *cycles, c[3];
  void** table;
  int *missing, lost;
  cudaMalloc(&cycles, 8), cudaMalloc(&table, size_t(132) * 8 * 1024 * 8 * 16);
  cudaMalloc(&missing, 4);
  fprintf(stderr,
          "blocks,threads,lanes,size,rounds,malloc_us,free_us,new_delete_us,malloc_ns_call,free_ns_"
          "call,cycles_malloc,cycles_free,cycles_both,missing\n");
  struct Shape {
    int blocks, threads, lanes;
  };
  for (Shape s : {Shape{1, 32, 1},
                  {1, 32, 2},
                  {1, 32, 8},
                  {1, 32, 32},
                  {1, 64, 32},
                  {1, 256, 1},
                  {1, 256, 32},
                  {1, 1024, 32},
                  {8, 32, 1},
                  {8, 256, 32},
                  {32, 32, 1},
                  {132, 32, 1},
                  {132, 32, 32},
                  {132, 256, 1},
                  {132, 256, 32},
                  {528, 32, 1},
                  {528, 128, 32}})
    for (unsigned size : {8u, 16u, 64u, 256u, 1024u, 4096u, 65536u}) {
      const double calls = double(s.blocks) * (s.threads / 32) * s.lanes;
      const int rounds = calls <= 256 ? 8 : calls <= 4224 ? 4 : 1;
      if (calls * rounds * size > 1.2e9) continue;
      cudaMemset(missing, 0, 4);
      double tg[3], tf[3];
      for (int k = 0; k < 3; ++k) {
        tg[k] = us([&] { get<<<s.blocks, s.threads>>>(table, size, s.lanes, rounds, cycles); }, 1);
        cudaMemcpy(c, cycles, 8, cudaMemcpyDefault);
        tf[k] =
            us([&] { give<<<s.blocks, s.threads>>>(table, s.lanes, rounds, cycles, missing); }, 1);
        cudaMemcpy(c + 1, cycles, 8, cudaMemcpyDefault);
      }
      std::sort(tg, tg + 3), std::sort(tf, tf + 3);
      const double tb =
          us([&] { both<<<s.blocks, s.threads>>>(size, s.lanes, rounds, cycles); }, 3);
      cudaMemcpy(c + 2, cycles, 8, cudaMemcpyDefault);
      cudaMemcpy(&lost, missing, 4, cudaMemcpyDefault);
      fprintf(stderr, "%d,%d,%d,%u,%d,%.2f,%.2f,%.2f,%.2f,%.2f,%.0f,%.0f,%.0f,%d\n", s.blocks,
              s.threads, s.lanes, size, rounds, tg[1], tf[1], tb, tg[1] * 1000 / (calls * rounds),
              tf[1] * 1000 / (calls * rounds), double(c[0]) / rounds, double(c[1]) / rounds,
              double(c[2]) / rounds, lost);
    }
  check("end");
}
