// SPDX-License-Identifier: Apache-2.0
// options: -rdc=true
// also: three-threads
// A hundred thousand launches that have not begun: of one thread, and of many blocks.
#include "../check.h"

__device__ unsigned long long sum;

__global__ void add(unsigned value) {
  atomicAdd(&sum, (unsigned long long)value);
}
__global__ void one_thread(unsigned count) {
  for (unsigned i = 0; i < count; ++i) add<<<1, 1, 0, cudaStreamFireAndForget>>>(i);
}
__global__ void one_stream(unsigned count) {
  for (unsigned i = 0; i < count; ++i) add<<<1, 1>>>(i);
}
__global__ void many_blocks(unsigned count) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) add<<<1, 1>>>(i);
}
__global__ void tails(unsigned count) {
  for (unsigned i = 0; i < count; ++i) add<<<1, 1, 0, cudaStreamTailLaunch>>>(i);
}

template <class Launch>
void expect(const char* what, unsigned count, Launch launch) {
  unsigned long long got = 0, want = count * (count - 1ull) / 2;
  check::cuda(cudaMemcpyToSymbol(sum, &got, sizeof got), what);
  launch();
  check::cuda(cudaDeviceSynchronize(), what);
  check::cuda(cudaMemcpyFromSymbol(&got, sum, sizeof got), what);
  check::equal(got, want, what);
}

int main() {
  const unsigned n = 100000, fewer = check::restricted() ? 5000 : n;
  expect("one thread", n, [=] { one_thread<<<1, 1>>>(n); });
  expect("one stream", fewer, [=] { one_stream<<<1, 1>>>(fewer); });
#ifdef __HEDDLE__  // where blocks run side by side, an H100 refuses what is beyond its limit
  expect("many blocks", n, [=] { many_blocks<<<(n + 63) / 64, 64>>>(n); });
#endif
  check::cuda(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, fewer), "limit");
  expect("tail", fewer, [=] { tails<<<1, 1>>>(fewer); });
  return check::result();
}
