// SPDX-License-Identifier: Apache-2.0
// Kernels run from destructors of a thread's own objects, which are destroyed behind those of the
// runtime: in a thread and at the end of the program, with printf and streams of the thread.
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>

#include "check.h"

constexpr int kThreads = 64, kBlocks = 40;

__global__ void turn(int* y, int add) {
  __shared__ int x[kThreads];
  x[threadIdx.x] = threadIdx.x * 3 + add;
  __syncthreads();
  const int i = blockIdx.x * kThreads + threadIdx.x;
  y[i] = x[kThreads - 1 - threadIdx.x] + blockIdx.x;
  if (i == add) printf("%d has a line that is longer than what fits into a string itself\n", i);
}

int* y = nullptr;

bool runs(cudaStream_t stream) {
  static int host[kBlocks * kThreads];
  // Often, as other threads may take all blocks of one launch.
  for (int add = 0; add < 30; ++add) {
    turn<<<kBlocks, kThreads, 0, stream>>>(y, add);
    if (cudaStreamSynchronize(stream) != cudaSuccess) return false;
    if (cudaMemcpy(host, y, sizeof host, cudaMemcpyDefault) != cudaSuccess) return false;
    for (int i = 0; i < kBlocks * kThreads; ++i)
      if (host[i] != (kThreads - 1 - i % kThreads) * 3 + add + i / kThreads) return false;
  }
  return true;
}

struct AtEnd {
  cudaStream_t stream = nullptr;
  ~AtEnd() {
    if (runs(stream)) return;
    std::printf("FAIL at a thread's end\n");
    std::fflush(stdout);
    std::_Exit(1);
  }
};
thread_local AtEnd at_end;  // made before anything of the runtime's

int main() {
  at_end.stream = nullptr;
  if (cudaMalloc(&y, kBlocks * kThreads * sizeof(int)) != cudaSuccess) return 1;
  bool right = runs(nullptr);
  std::thread([&] {
    at_end.stream = cudaStreamPerThread;
    right = runs(cudaStreamPerThread) && right;
  }).join();
  std::printf("%s at_thread_end\n", right ? "PASS" : "FAIL");
  return right ? 0 : 1;
}
