// SPDX-License-Identifier: Apache-2.0
// MTGP32 in kernels. All threads of a block, up to 256, draw together from the state that they
// share, so each number takes one word: normal ones by the quantile.
#pragma once

#include "heddle/rand_device_sobol.h"
#include "heddle/rand_discrete.h"
#include "heddle/rand_mtgp.h"

namespace heddle_rand {

// The words of `count` threads are made; then the state goes on.
static __device__ __forceinline__ MtgpWord mtgp_draw(curandStateMtgp32* s, unsigned index,
                                                     unsigned count) {
  const MtgpWord made = mtgp_word(s, index);
  __syncthreads();
  if (index == 0)
    s->offset = static_cast<int>((static_cast<unsigned>(s->offset) + count) & kMtgpRing);
  __syncthreads();
  return made;
}
static __device__ __forceinline__ unsigned mtgp_thread() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
static __device__ __forceinline__ unsigned mtgp_threads() {
  return blockDim.x * blockDim.y * blockDim.z;
}
static __device__ __forceinline__ unsigned mtgp_bits(curandStateMtgp32* s, MtgpWord made) {
  return mtgp_temper(s->k, s->pIdx, made.word, made.temper);
}
static __device__ __forceinline__ float mtgp_single(curandStateMtgp32* s, MtgpWord made) {
  return __uint_as_float(mtgp_temper_single(s->k, s->pIdx, made.word, made.temper));
}

}  // namespace heddle_rand

HEDDLE_RAND_API unsigned int curand(curandStateMtgp32_t* state) {
  const heddle_rand::MtgpWord made =
      heddle_rand::mtgp_draw(state, heddle_rand::mtgp_thread(), heddle_rand::mtgp_threads());
  return heddle_rand::mtgp_bits(state, made);
}
// Of thread `index` of n that draw together, whichever they are.
HEDDLE_RAND_API unsigned int curand_mtgp32_specific(curandStateMtgp32_t* state, unsigned char index,
                                                    unsigned char n) {
  return heddle_rand::mtgp_bits(state, heddle_rand::mtgp_draw(state, index, n));
}
// With the table for floats, as the authors make them.
HEDDLE_RAND_API float curand_mtgp32_single(curandStateMtgp32_t* state) {
  const heddle_rand::MtgpWord made =
      heddle_rand::mtgp_draw(state, heddle_rand::mtgp_thread(), heddle_rand::mtgp_threads());
  return 2.0f - heddle_rand::mtgp_single(state, made);
}
HEDDLE_RAND_API float curand_mtgp32_single_specific(curandStateMtgp32_t* state, unsigned char index,
                                                    unsigned char n) {
  return 2.0f - heddle_rand::mtgp_single(state, heddle_rand::mtgp_draw(state, index, n));
}

HEDDLE_RAND_API float curand_uniform(curandStateMtgp32_t* state) {
  return heddle_rand::uniform(curand(state));
}
HEDDLE_RAND_API double curand_uniform_double(curandStateMtgp32_t* state) {
  return heddle_rand::uniform_double(curand(state));
}
HEDDLE_RAND_API float curand_normal(curandStateMtgp32_t* state) {
  return heddle_rand::sobol_normal(curand(state));
}
HEDDLE_RAND_API double curand_normal_double(curandStateMtgp32_t* state) {
  return heddle_rand::sobol_normal_double(curand(state));
}
HEDDLE_RAND_API float curand_log_normal(curandStateMtgp32_t* state, float mean, float stddev) {
  return expf(mean + stddev * curand_normal(state));
}
HEDDLE_RAND_API double curand_log_normal_double(curandStateMtgp32_t* state, double mean,
                                                double stddev) {
  return exp(mean + stddev * curand_normal_double(state));
}
HEDDLE_RAND_API unsigned int curand_poisson(curandStateMtgp32_t* state, double lambda) {
  return heddle_rand::sobol_poisson(curand(state), lambda);
}
HEDDLE_RAND_API unsigned int curand_discrete(curandStateMtgp32_t* state,
                                             curandDiscreteDistribution_t distribution) {
  return heddle_rand::discrete(heddle_rand::uniform_double(curand(state)), distribution);
}
