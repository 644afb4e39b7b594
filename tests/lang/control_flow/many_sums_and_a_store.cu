// SPDX-License-Identifier: Apache-2.0
// A loop with more sums than the CPU has registers, and a store: it may become several loops, but
// each store is made once and in its round, also where it writes what the loop reads.
#include <cmath>

#include "check.h"

using namespace check;

constexpr unsigned kSums = 24, kRounds = 9;

__global__ void sums(const float* a, float* trace, float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  float sum[kSums] = {};
  for (unsigned k = 0; k < kRounds; ++k) {
    const float x = a[k * n + i];
#pragma unroll
    for (unsigned j = 0; j < kSums; ++j) sum[j] += x * a[(k + j) % kRounds * n + i];
    trace[k * n + i] = x + sum[3];
  }
#pragma unroll
  for (unsigned j = 0; j < kSums; ++j) out[j * n + i] = sum[j];
}

int main() {
  const unsigned threads = 64, n = 2 * threads;
  static float a[kRounds * n], host[kSums * n], trace[kRounds * n];
  for (const bool same : {false, true}) {
    for (unsigned i = 0; i < kRounds * n; ++i) a[i] = static_cast<float>(mix(i) % 7);
    float *da = device_array<float>(kRounds * n), *out = device_array<float>(kSums * n);
    float* dt = same ? da : device_array<float>(kRounds * n);
    cuda(cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice), "a");
    sums<<<2, threads>>>(da, dt, out);
    cuda(cudaMemcpy(trace, dt, sizeof(trace), cudaMemcpyDeviceToHost), "trace");
    cuda(cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost), "out");
    for (unsigned i = 0; i < n; ++i) {
      float sum[kSums] = {};
      for (unsigned k = 0; k < kRounds; ++k) {
        const float x = a[k * n + i];
        for (unsigned j = 0; j < kSums; ++j)
          sum[j] = std::fma(x, a[(k + j) % kRounds * n + i], sum[j]);
        const float want = x + sum[3];
        if (same) a[k * n + i] = want;
        equal(trace[k * n + i], want, same ? "the same array" : "the trace");
      }
      for (unsigned j = 0; j < kSums; ++j) equal(host[j * n + i], sum[j], "a sum");
    }
    cuda(cudaFree(da), "cudaFree");
    cuda(cudaFree(out), "cudaFree");
    if (!same) cuda(cudaFree(dt), "cudaFree");
  }
  return result();
}
