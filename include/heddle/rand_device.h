// SPDX-License-Identifier: Apache-2.0
// The pseudo-random generators that are a thread's own: XORWOW, MRG32k3a and Philox.
#pragma once

#include "heddle/rand_mrg.h"
#include "heddle/rand_normal.h"
#include "heddle/rand_philox.h"
#include "heddle/rand_poisson.h"
#include "heddle/rand_uniform.h"
#include "heddle/rand_xorwow.h"

#define HEDDLE_RAND_API static __device__ __forceinline__

HEDDLE_RAND_API void curand_init(unsigned long long seed, unsigned long long subsequence,
                                 unsigned long long offset, curandStateXORWOW_t* state) {
  heddle_rand::start(seed, state);
  heddle_rand::skip_sequence(subsequence, state);
  heddle_rand::skip(offset, state);
}
HEDDLE_RAND_API void curand_init(unsigned long long seed, unsigned long long subsequence,
                                 unsigned long long offset, curandStateMRG32k3a_t* state) {
  heddle_rand::start(seed, state);
  heddle_rand::skip_subsequence(subsequence, state);
  heddle_rand::skip(offset, state);
}
HEDDLE_RAND_API void curand_init(unsigned long long seed, unsigned long long subsequence,
                                 unsigned long long offset, curandStatePhilox4_32_10_t* state) {
  heddle_rand::start(seed, state);
  heddle_rand::skip_sequence(subsequence, state);
  heddle_rand::skip(offset, state);
}
HEDDLE_RAND_API void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  heddle_rand::skip_subsequence(n, state);
}

#define HEDDLE_RAND_FUNCTIONS(State)                                                            \
  HEDDLE_RAND_API void skipahead(unsigned long long n, State* state) {                          \
    heddle_rand::skip(n, state);                                                                \
  }                                                                                             \
  HEDDLE_RAND_API void skipahead_sequence(unsigned long long n, State* state) {                 \
    heddle_rand::skip_sequence(n, state);                                                       \
  }                                                                                             \
  HEDDLE_RAND_API unsigned int curand(State* state) {                                           \
    return heddle_rand::next(state);                                                            \
  }                                                                                             \
  HEDDLE_RAND_API float curand_uniform(State* state) {                                          \
    return heddle_rand::next_uniform(state);                                                    \
  }                                                                                             \
  HEDDLE_RAND_API double curand_uniform_double(State* state) {                                  \
    return heddle_rand::next_uniform_double(state);                                             \
  }                                                                                             \
  HEDDLE_RAND_API float2 curand_normal2(State* state) {                                         \
    return heddle_rand::next_normal2(state);                                                    \
  }                                                                                             \
  HEDDLE_RAND_API float curand_normal(State* state) {                                           \
    return heddle_rand::next_normal(state);                                                     \
  }                                                                                             \
  HEDDLE_RAND_API double2 curand_normal2_double(State* state) {                                 \
    return heddle_rand::next_normal2_double(state);                                             \
  }                                                                                             \
  HEDDLE_RAND_API double curand_normal_double(State* state) {                                   \
    return heddle_rand::next_normal_double(state);                                              \
  }                                                                                             \
  HEDDLE_RAND_API float curand_log_normal(State* state, float mean, float stddev) {             \
    return heddle_rand::next_log_normal(state, mean, stddev);                                   \
  }                                                                                             \
  HEDDLE_RAND_API float2 curand_log_normal2(State* state, float mean, float stddev) {           \
    return heddle_rand::next_log_normal2(state, mean, stddev);                                  \
  }                                                                                             \
  HEDDLE_RAND_API double curand_log_normal_double(State* state, double mean, double stddev) {   \
    return heddle_rand::next_log_normal_double(state, mean, stddev);                            \
  }                                                                                             \
  HEDDLE_RAND_API double2 curand_log_normal2_double(State* state, double mean, double stddev) { \
    return heddle_rand::next_log_normal2_double(state, mean, stddev);                           \
  }                                                                                             \
  HEDDLE_RAND_API unsigned int curand_poisson(State* state, double lambda) {                    \
    return heddle_rand::poisson(state, lambda);                                                 \
  }
HEDDLE_RAND_FUNCTIONS(curandStateXORWOW_t)
HEDDLE_RAND_FUNCTIONS(curandStateMRG32k3a_t)
HEDDLE_RAND_FUNCTIONS(curandStatePhilox4_32_10_t)
#undef HEDDLE_RAND_FUNCTIONS

// Four at a time, which only Philox has.
HEDDLE_RAND_API uint4 curand4(curandStatePhilox4_32_10_t* state) {
  unsigned int x[4];
  heddle_rand::next4(state, x);
  return make_uint4(x[0], x[1], x[2], x[3]);
}
HEDDLE_RAND_API float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return make_float4(heddle_rand::uniform(x.x), heddle_rand::uniform(x.y),
                     heddle_rand::uniform(x.z), heddle_rand::uniform(x.w));
}
HEDDLE_RAND_API double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  return make_double2(heddle_rand::uniform_double(x.x, x.y), heddle_rand::uniform_double(x.z, x.w));
}
HEDDLE_RAND_API double4 curand_uniform4_double(curandStatePhilox4_32_10_t* state) {
  const double2 a = curand_uniform2_double(state), b = curand_uniform2_double(state);
  return make_double4(a.x, a.y, b.x, b.y);
}
HEDDLE_RAND_API float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state);
  const float2 a = heddle_rand::box_muller(x.x, x.y), b = heddle_rand::box_muller(x.z, x.w);
  return make_float4(a.x, a.y, b.x, b.y);
}
HEDDLE_RAND_API double4 curand_normal4_double(curandStatePhilox4_32_10_t* state) {
  const uint4 x = curand4(state), y = curand4(state);
  const double2 a = heddle_rand::box_muller(x.x, x.y, x.z, x.w);
  const double2 b = heddle_rand::box_muller(y.x, y.y, y.z, y.w);
  return make_double4(a.x, a.y, b.x, b.y);
}
HEDDLE_RAND_API float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean,
                                          float stddev) {
  const float4 n = curand_normal4(state);
  return make_float4(expf(mean + stddev * n.x), expf(mean + stddev * n.y),
                     expf(mean + stddev * n.z), expf(mean + stddev * n.w));
}
HEDDLE_RAND_API double4 curand_log_normal4_double(curandStatePhilox4_32_10_t* state, double mean,
                                                  double stddev) {
  const double4 n = curand_normal4_double(state);
  return make_double4(exp(mean + stddev * n.x), exp(mean + stddev * n.y), exp(mean + stddev * n.z),
                      exp(mean + stddev * n.w));
}
HEDDLE_RAND_API uint4 curand_poisson4(curandStatePhilox4_32_10_t* state, double lambda) {
  if (lambda > heddle_rand::kPoissonNormal) {
    const double4 n = curand_normal4_double(state);
    return make_uint4(
        heddle_rand::poisson_rounded(n.x, lambda), heddle_rand::poisson_rounded(n.y, lambda),
        heddle_rand::poisson_rounded(n.z, lambda), heddle_rand::poisson_rounded(n.w, lambda));
  }
  const unsigned int x = curand_poisson(state, lambda), y = curand_poisson(state, lambda);
  const unsigned int z = curand_poisson(state, lambda), w = curand_poisson(state, lambda);
  return make_uint4(x, y, z, w);
}
