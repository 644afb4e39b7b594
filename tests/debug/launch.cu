// SPDX-License-Identifier: Apache-2.0
// A launch that has returned when the kernel runs, in a function that has not.
#include <unistd.h>

#include <cstdio>

extern __shared__ float scratch[];

__device__ int fetch(const int* from, int i) {
  return from[i] + 1;  // in fetch
}

__global__ void work(int* out, const int* in) {
  scratch[threadIdx.x] = 0.5f * threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = fetch(in, threadIdx.x) + int(scratch[31 - threadIdx.x]);
}

static int run(int* out, const int* in, int bonus) {
  int before = bonus * 3;
  work<<<1, 32, 32 * sizeof(float)>>>(out, in);  // launch
  const int after = cudaDeviceSynchronize();     // waits
  return before + after;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 32 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int i = 0; i < 32; ++i) in[i] = 10 * i;
  const int sum = run(out, in, 14);  // call
  std::printf("%d %d\n", sum, out[3]);
  // gdb 13 resumes thread after thread, and does not bear a process that ends meanwhile.
  usleep(300000);
}
