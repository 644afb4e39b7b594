// SPDX-License-Identifier: Apache-2.0
// ns of a call of the device's printf. Its own text goes to stdout (to /dev/null), the results to
// stderr.
#include "common.h"
template <int what>
__global__ void print(int lanes, int rounds, u64* ns, u64* cycles) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const u64 b = global_ns(), begin = clock64();
  if (int(threadIdx.x % 32) < lanes)
    for (int i = 0; i < rounds; ++i) {
      if (what == 0) printf("a line\n");
      if (what == 1) printf("thread %d\n", t);
      if (what == 2) printf("%d %d %f %f\n", t, i, t * 0.5f, 2.0);
      if (what == 3) printf("%d %d %d %d %d %d %d %d\n", t, i, t, i, t, i, t, i);
      if (what == 4) printf("%s %d\n", "some text that is copied", t);
    }
  const u64 took = clock64() - begin;
  atomicMin(ns, b), atomicMax(ns + 1, global_ns());
  if (t == 0) *cycles = took;
}
int main() {
  cudaDeviceSetLimit(cudaLimitPrintfFifoSize, size_t(256) << 20);
  u64 *ns, *cycles, got[2], c;
  cudaMalloc(&ns, 16), cudaMalloc(&cycles, 8);
  fprintf(stderr, "what,blocks,threads,lanes,rounds,event_us,in_kernel_us,cycles_round_of_warp0\n");
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
                  {132, 32, 1},
                  {132, 32, 32},
                  {132, 256, 32}})
    for (int rounds : {0, 1, 4, 16}) {
      if (s.blocks * s.threads * rounds > 40000) continue;
#define PRINT(w)                                                                                   \
  {                                                                                                \
    cudaMemset(ns, 0xff, 8), cudaMemset(ns + 1, 0, 8);                                             \
    const double t =                                                                               \
        us([&] { print<w><<<s.blocks, s.threads>>>(s.lanes, rounds, ns, cycles); }, 1);            \
    cudaDeviceSynchronize();                                                                       \
    cudaMemcpy(got, ns, 16, cudaMemcpyDefault), cudaMemcpy(&c, cycles, 8, cudaMemcpyDefault);      \
    fprintf(stderr, "%d,%d,%d,%d,%d,%.2f,%.2f,%.0f\n", w, s.blocks, s.threads, s.lanes, rounds, t, \
            (got[1] - got[0]) / 1000.0, double(c) / (rounds ? rounds : 1));                        \
  }
      PRINT(0) PRINT(1) PRINT(2) PRINT(3) PRINT(4)
    }
  check("end");
}
