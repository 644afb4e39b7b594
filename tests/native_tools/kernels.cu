// SPDX-License-Identifier: Apache-2.0
// Kernels in each way in which a block runs, for tools that read compiled code. Their names and the
// marked lines are what the tests of this folder look for.
#include <cooperative_groups.h>

#include <cstdio>
#include <cstdlib>

constexpr int kBlocks = 64, kThreads = 128;

namespace app {
template <class T>
__global__ void polynomial(T* values, T factor, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  T value = values[i];
  for (int k = 0; k < rounds; ++k) value = value * factor + T(1 + i % 7);  // hot line
  values[i] = value;
}
}  // namespace app

__global__ void reversed(const float* from, float* to) {
  __shared__ float tile[kThreads];
  const int first = blockIdx.x * blockDim.x;
  tile[threadIdx.x] = from[first + threadIdx.x];
  __syncthreads();
  to[first + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

// Warps that wait for the whole grid have a function and a stack each.
__global__ void neighbours(float* values) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float next = values[(i + 1) % (gridDim.x * blockDim.x)];
  cooperative_groups::this_grid().sync();
  values[i] += next;
}

// What neighbours() leaves, after `rounds` rounds with factor 1: small enough to be exact.
static int differs(const float* got, int rounds) {
  const int n = kBlocks * kThreads;
  const auto mirrored = [](int i) {
    const int source = i / kThreads * kThreads + kThreads - 1 - i % kThreads;
    return 1 + source % 7;
  };
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    wrong += got[i] != float(rounds) * float(mirrored(i) + mirrored((i + 1) % n));
  }
  return wrong;
}

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 32, repeats = argc > 2 ? atoi(argv[2]) : 1;
  const int n = kBlocks * kThreads;
  float *values, *mirrored;
  cudaMalloc(&values, n * sizeof(float));
  cudaMalloc(&mirrored, n * sizeof(float));
  for (int k = 0; k < repeats; ++k) {
    cudaMemset(values, 0, n * sizeof(float));
    app::polynomial<float><<<kBlocks, kThreads>>>(values, 1.0f, rounds);
  }
  reversed<<<kBlocks, kThreads>>>(values, mirrored);
  void* arguments[] = {&mirrored};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(neighbours), kBlocks, kThreads, arguments, 0,
                              nullptr);
  auto* host = static_cast<float*>(malloc(n * sizeof(float)));
  const cudaError_t error = cudaMemcpy(host, mirrored, n * sizeof(float), cudaMemcpyDefault);
  const int wrong = differs(host, rounds);
  printf("%s, %d wrong\n", cudaGetErrorString(error), wrong);
  free(host);
  if (argc > 3) printf("%f\n", host[5]);  // what valgrind is to find
  return error != cudaSuccess || wrong != 0;
}
