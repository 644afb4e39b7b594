// SPDX-License-Identifier: Apache-2.0
// also: three-threads
// A kernel that waits, in a function behind a pointer, for what a later kernel, a copy and a fill
// in other streams do. Its blocks keep all threads busy, no compiler sees that they wait, and it
// would take minutes until each of them has begun and run for a slice.
#include "../check.h"

using Wait = unsigned (*)(volatile unsigned*);
__device__ __noinline__ unsigned until_set(volatile unsigned* flag) {
  unsigned seen;
  while ((seen = *flag) == 0) {
  }
  return seen;
}
__device__ Wait waits[1] = {until_set};

__global__ void wait_for(volatile unsigned* flag, unsigned* out) {
  unsigned seen = *flag;
  if (seen == 0) seen = waits[0](flag);
  out[blockIdx.x * blockDim.x + threadIdx.x] = seen + threadIdx.x;
}
__global__ void set(volatile unsigned* flag, unsigned value) {
  if (threadIdx.x == 7) *flag = value;
}

int main() {
  constexpr unsigned blocks = 200, threads = 64, n = blocks * threads;
  auto* flag = check::device_array<unsigned>(1);
  auto* device_out = check::device_array<unsigned>(n);
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  unsigned* value;
  cudaMallocHost(&value, sizeof *value);
  // Short, so that the host thread itself runs what it launches.
  static unsigned out[n];
  *value = 1;
  cudaMemcpy(flag, value, sizeof *value, cudaMemcpyHostToDevice);
  for (unsigned k = 0; k < 50; ++k) {
    wait_for<<<1, 32, 0, first>>>(flag, device_out);
    cudaStreamSynchronize(first);
  }
  cudaMemset(flag, 0, sizeof *flag);
  cudaDeviceSynchronize();
  wait_for<<<1, 32, 0, first>>>(flag, device_out);
  set<<<1, 32, 0, second>>>(flag, 5);
  check::cuda(cudaStreamSynchronize(first), "waits in what was short");
  cudaMemcpy(out, device_out, 32 * sizeof *out, cudaMemcpyDeviceToHost);
  for (unsigned i = 0; i < 32; ++i) check::equal(out[i], 5 + i, "what was set for one block");
  for (unsigned how = 0; how < 3; ++how) {
    cudaMemset(flag, 0, sizeof *flag);
    cudaDeviceSynchronize();
    wait_for<<<blocks, threads, 0, first>>>(flag, device_out);
    *value = 1000 * (how + 1);
    if (how == 0) set<<<1, 32, 0, second>>>(flag, *value);
    if (how == 1) cudaMemcpyAsync(flag, value, sizeof *value, cudaMemcpyHostToDevice, second);
    if (how == 2) cudaMemsetAsync(flag, 1, sizeof *flag, second);
    check::cuda(cudaStreamSynchronize(first), "waits for another stream");
    cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
    const unsigned seen = how == 2 ? 0x01010101u : *value;
    for (unsigned i = 0; i < n; ++i) check::equal(out[i], seen + i % threads, "what was set");
  }
  return check::result();
}
