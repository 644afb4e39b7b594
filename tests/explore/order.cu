// SPDX-License-Identifier: Apache-2.0
// order HOW: right in order; in other schedules it depends on HOW.
//   right      blocks add atomically: the same in every order
//   last       the block that stores last wins: wrong unless that is the last block
//   barrier    a warp reads what the warp before it stores, without __syncthreads()
//   silent     as `last`, but the program prints the result and ends with 0
//   assertion  as `last`, with an assertion in a second kernel, and the program looks at no error
//   fault      as `last`, with an access out of bounds of a second kernel instead, likewise
//   crash      as `last`, and the host ends by a signal
//   hang       as `last`, and the host never ends
#include <unistd.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void right(int* out) {
  atomicAdd(out, (int)blockIdx.x);
}

__global__ void last(volatile int* out) {
  *out = (int)blockIdx.x;
}

__global__ void barrier(int* out) {
  __shared__ int tile[128];
  const int t = (int)threadIdx.x;
  if (t < 32) tile[t] = 0;
  __syncthreads();
  tile[t] = t + 1;
  // the barrier that is missing
  if (t >= 32) out[t] = tile[t - 32];
}

__global__ void judge(const int* out, int expected, int by_fault, int* const* nowhere) {
  if (*out == expected) return;
  if (by_fault) {
    **const_cast<int**>(const_cast<int* const*>(nowhere)) = 1;
  } else {
    assert(*out == expected);
  }
}

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "";
  constexpr int kBlocks = 7;
  int* out;
  cudaMalloc(&out, 128 * sizeof *out);
  cudaMemset(out, 0, 128 * sizeof *out);
  int host[128] = {};
  if (!std::strcmp(how, "barrier")) {
    barrier<<<1, 128>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int t = 32; t < 128; ++t) {
      if (host[t] != t - 31) return std::printf("out[%d] is %d\n", t, host[t]), 1;
    }
    return 0;
  }
  if (!std::strcmp(how, "right")) {
    right<<<kBlocks, 1>>>(out);
    cudaMemcpy(host, out, sizeof *host, cudaMemcpyDeviceToHost);
    return host[0] == kBlocks * (kBlocks - 1) / 2 ? 0 : 1;
  }
  last<<<kBlocks, 1>>>(out);
  cudaMemcpy(host, out, sizeof *host, cudaMemcpyDeviceToHost);
  const bool wrong = host[0] != kBlocks - 1;
  if (!std::strcmp(how, "last")) return wrong ? 3 : 0;
  if (!std::strcmp(how, "silent")) return std::printf("the last one is %d\n", host[0]), 0;
  if (!std::strcmp(how, "crash") && wrong) std::abort();
  if (!std::strcmp(how, "hang") && wrong) pause();
  if (!std::strcmp(how, "assertion") || !std::strcmp(how, "fault")) {
    int** null_pointer;
    cudaMalloc(&null_pointer, sizeof *null_pointer);
    cudaMemset(null_pointer, 0, sizeof *null_pointer);
    judge<<<1, 1>>>(out, kBlocks - 1, !std::strcmp(how, "fault"), null_pointer);
    cudaDeviceSynchronize();
  }
  return 0;
}
