// SPDX-License-Identifier: Apache-2.0
// Set-up of cuRAND's states and its numbers, in ns a state and cycles of an SM for a warp.
#include <curand_kernel.h>

#include "common.h"
// sequence: 0 all 0, 1 the thread's number, 2 that + 2^20, 3 scattered (many bits)
template <class S>
__global__ void init(S* states, int sequence, u64 offset, u64* cycles) {
  const u64 t = u64(blockIdx.x) * blockDim.x + threadIdx.x;
  const u64 s = sequence == 0   ? 0
                : sequence == 1 ? t
                : sequence == 2 ? t + (1 << 20)
                                : t * 0x9e3779b97f4a7c15ull >> 20;
  S own;
  const u64 begin = clock64();
  curand_init(1234ull, s, offset, &own);
  const u64 took = clock64() - begin;
  states[t] = own;
  if (t == 33) *cycles = took;
}
template <class S, int what>
__global__ void draw(S* states, int rounds, float* out, u64* cycles) {
  const u64 t = u64(blockIdx.x) * blockDim.x + threadIdx.x;
  S own = states[t];
  float sum = 0;
  __syncthreads();
  const u64 begin = clock64();
  for (int i = 0; i < rounds; ++i) {
    if (what == 0) sum += curand(&own);
    if (what == 1) sum += curand_uniform(&own);
    if (what == 2) sum += curand_normal(&own);
    if (what == 3) sum += (float)curand_uniform_double(&own);
    if (what == 4) sum += (float)curand_normal_double(&own);
  }
  __syncthreads();
  if (t == 0) *cycles = clock64() - begin;
  states[t] = own;
  if (sum == 1.2345f) *out = sum;
}
template <class S>
void of(const char* name) {
  S* states;
  u64 *cycles, c;
  float* out;
  cudaMalloc(&states, sizeof(S) * 132 * 2048), cudaMalloc(&cycles, 8), cudaMalloc(&out, 4);
  struct Shape {
    int blocks, threads;
  };
  for (Shape s : {Shape{1, 32}, {1, 256}, {132, 32}, {132, 256}, {132, 1024}, {264, 1024}})
    for (int sequence : {0, 1, 2, 3})
      for (u64 offset : {0ull, 1ull, 1000003ull}) {
        if (offset && (sequence > 1 || s.threads == 32)) continue;
        const double t =
            us([&] { init<S><<<s.blocks, s.threads>>>(states, sequence, offset, cycles); }, 3);
        cudaMemcpy(&c, cycles, 8, cudaMemcpyDefault);
        fprintf(stderr, "init,%s,bytes=%d,%d,%d,sequence=%d,offset=%llu,%.2f,%.3f,%llu\n", name,
                int(sizeof(S)), s.blocks, s.threads, sequence, offset, t,
                t * 1000 / s.blocks / s.threads, c);
      }
  init<S><<<264, 1024>>>(states, 1, 0, cycles);
#define DRAW(w)                                                                                \
  for (int n : {32, 1024}) {                                                                   \
    draw<S, w><<<132, n>>>(states, 1000, out, cycles);                                         \
    cudaMemcpy(&c, cycles, 8, cudaMemcpyDefault);                                              \
    fprintf(stderr, "draw%d,%s,threads=%d,cycles_number=%.2f,cycles_of_sm_per_warp=%.3f\n", w, \
            name, n, c / 1000., c / 1000. / (n / 32));                                         \
  }
  DRAW(0) DRAW(1) DRAW(2) DRAW(3) DRAW(4) check(name);
}
int main() {
  fprintf(stderr,
          "what,generator,bytes,blocks,threads,sequence,offset,us,ns_state,cycles_of_a_warp\n");
  of<curandStateXORWOW_t>("xorwow");
  of<curandStatePhilox4_32_10_t>("philox");
  of<curandStateMRG32k3a_t>("mrg");
}
