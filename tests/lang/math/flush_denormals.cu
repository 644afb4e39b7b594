// SPDX-License-Identifier: Apache-2.0
// options: -ftz=true
// What an H200 flushes with -ftz=true (measured 2026-11-23, nvcc 13.0): operands and results of
// float arithmetic, comparisons, conversions and functions; not moves, and no doubles. One kernel
// computes in double beside it, which the compiler must not flush.
#include <cmath>

#include "../check.h"

struct Results {
  float v[20];
};

__device__ Results of(float tiny, float least, unsigned selects) {
  return {{tiny + tiny,
           tiny * 1.5f,
           tiny < 1e-30f && tiny > 0 ? 1.0f : 0.0f,
           fabsf(tiny),
           least * 0.5f,
           1 / tiny,
           sqrtf(tiny),
           fmaf(least, 0.99999994f, 0.0f),
           -tiny,
           expf(tiny),
           fminf(tiny, least),
           fmaxf(-tiny, -least),
           least - least * 1.25f,
           (float)(int)ceilf(tiny),
           ldexpf(tiny, 20),
           sinf(tiny),
           selects ? tiny : least,
           tiny == 0 ? 1.0f : 0.0f,
           copysignf(tiny, -1.0f),
           (float)((double)tiny * 0x1p100)}};
}
__global__ void floats(const float* in, unsigned selects, Results* out) {
  out[threadIdx.x] = of(in[threadIdx.x], in[threadIdx.x + 64], selects);
}
__global__ void mixed(const float* in, unsigned selects, Results* out, double* doubles) {
  doubles[threadIdx.x] += doubles[threadIdx.x];
  out[threadIdx.x] = of(in[threadIdx.x], in[threadIdx.x + 64], selects);
}

constexpr float kTiny = 1e-40f;
const Results kWant = {
    {0, 0, 0, 0, 0, INFINITY, 0, 0, -0.0f, 1, 0, -0.0f, -0.0f, 0, 0, 0, kTiny, 1, -0.0f, 0}};

void compare(const Results* got, const char* kernel) {
  for (int t = 0; t < 48; ++t) {
    for (int k = 0; k < 20; ++k) {
      char what[64];
      snprintf(what, sizeof what, "%s: thread %d, result %d is %a", kernel, t, k, got[t].v[k]);
      check::that(memcmp(&got[t].v[k], &kWant.v[k], 4) == 0, what);
    }
  }
}

int main() {
  float in[128];
  double doubles[48];
  Results got[48];
  for (int i = 0; i < 128; ++i) in[i] = i < 64 ? kTiny : 0x1p-126f;
  for (double& d : doubles) d = 3e-310;
  float* x;
  double* d;
  Results* o;
  cudaMalloc(&x, sizeof in);
  cudaMalloc(&d, sizeof doubles);
  cudaMalloc(&o, sizeof got);
  cudaMemcpy(x, in, sizeof in, cudaMemcpyHostToDevice);
  cudaMemcpy(d, doubles, sizeof doubles, cudaMemcpyHostToDevice);
  floats<<<1, 48>>>(x, 1, o);
  check::cuda(cudaMemcpy(got, o, sizeof got, cudaMemcpyDeviceToHost), "floats");
  compare(got, "floats");
  mixed<<<1, 48>>>(x, 1, o, d);
  check::cuda(cudaMemcpy(got, o, sizeof got, cudaMemcpyDeviceToHost), "mixed");
  compare(got, "mixed");
  cudaMemcpy(doubles, d, sizeof doubles, cudaMemcpyDeviceToHost);
  for (double v : doubles) check::that(v == 6e-310, "doubles are kept");
  volatile float host = kTiny;
  check::that(host * 2 != 0, "the host's are kept");
  return check::result();
}
