// SPDX-License-Identifier: Apache-2.0
// The quasi-random generators: Sobol' sequences of 32 and 64 bits, plain and scrambled. A number is
// made of one draw, so that the sequence keeps its distribution: normal ones by the quantile.
#pragma once

#include "heddle/rand_device.h"
#include "heddle/rand_sobol.h"

namespace heddle_rand {

HEDDLE_RAND float sobol_uniform(unsigned x) {
  return uniform(x);
}
HEDDLE_RAND float sobol_uniform(u64 x) {
  return uniform(static_cast<unsigned>(x >> 32));
}
HEDDLE_RAND double sobol_uniform_double(unsigned x) {
  return uniform_double(x);
}
HEDDLE_RAND double sobol_uniform_double(u64 x) {
  return static_cast<double>(x >> 11) * 0x1p-53 + 0x1p-54;
}
// From the nearer end, where a float is exact enough.
HEDDLE_RAND float sobol_normal(unsigned x) {
  const bool upper = x >= 0x80000000u;
  const float p = (static_cast<float>(upper ? ~x : x) + 0.5f) * 0x1p-32f;
  const float n = normcdfinvf(p);
  return upper ? -n : n;
}
HEDDLE_RAND float sobol_normal(u64 x) {
  return sobol_normal(static_cast<unsigned>(x >> 32));
}
HEDDLE_RAND double sobol_normal_double(unsigned x) {
  return normcdfinv(static_cast<double>(x) * 0x1p-32 + 0x1p-33);
}
HEDDLE_RAND double sobol_normal_double(u64 x) {
  return normcdfinv(sobol_uniform_double(x));
}

// The least k whose distribution function exceeds u. What lies below the first k that is looked at
// has no weight in 53 bits.
HEDDLE_RAND unsigned poisson_quantile(double u, double lambda) {
  double k = floor(lambda - 12 * sqrt(lambda));
  if (k < 0) k = 0;
  double weight = exp(k * log(lambda) - lambda - lgamma(k + 1)), sum = weight;
  const double most = lambda + 14 * sqrt(lambda) + 40;
  while (sum < u && k < most) {
    k += 1;
    weight *= lambda / k;
    sum += weight;
  }
  return static_cast<unsigned>(k);
}
template <class T>
HEDDLE_RAND unsigned sobol_poisson(T x, double lambda) {
  if (lambda > kPoissonNormal) return poisson_rounded(sobol_normal_double(x), lambda);
  return poisson_quantile(sobol_uniform_double(x), lambda);
}

}  // namespace heddle_rand

#define HEDDLE_RAND_SOBOL(State, Word, Offset)                                                \
  HEDDLE_RAND_API void skipahead(Offset n, State* state) {                                    \
    heddle_rand::sobol_skip(state, static_cast<Word>(n));                                     \
  }                                                                                           \
  HEDDLE_RAND_API Word curand(State* state) {                                                 \
    return heddle_rand::sobol_next(state);                                                    \
  }                                                                                           \
  HEDDLE_RAND_API float curand_uniform(State* state) {                                        \
    return heddle_rand::sobol_uniform(curand(state));                                         \
  }                                                                                           \
  HEDDLE_RAND_API double curand_uniform_double(State* state) {                                \
    return heddle_rand::sobol_uniform_double(curand(state));                                  \
  }                                                                                           \
  HEDDLE_RAND_API float curand_normal(State* state) {                                         \
    return heddle_rand::sobol_normal(curand(state));                                          \
  }                                                                                           \
  HEDDLE_RAND_API double curand_normal_double(State* state) {                                 \
    return heddle_rand::sobol_normal_double(curand(state));                                   \
  }                                                                                           \
  HEDDLE_RAND_API float curand_log_normal(State* state, float mean, float stddev) {           \
    return expf(mean + stddev * curand_normal(state));                                        \
  }                                                                                           \
  HEDDLE_RAND_API double curand_log_normal_double(State* state, double mean, double stddev) { \
    return exp(mean + stddev * curand_normal_double(state));                                  \
  }                                                                                           \
  HEDDLE_RAND_API unsigned int curand_poisson(State* state, double lambda) {                  \
    return heddle_rand::sobol_poisson(curand(state), lambda);                                 \
  }
HEDDLE_RAND_SOBOL(curandStateSobol32_t, unsigned int, unsigned int)
HEDDLE_RAND_SOBOL(curandStateScrambledSobol32_t, unsigned int, unsigned int)
HEDDLE_RAND_SOBOL(curandStateSobol64_t, unsigned long long, unsigned long long)
HEDDLE_RAND_SOBOL(curandStateScrambledSobol64_t, unsigned long long, unsigned long long)
#undef HEDDLE_RAND_SOBOL

HEDDLE_RAND_API void curand_init(const unsigned int* direction_vectors, unsigned int offset,
                                 curandStateSobol32_t* state) {
  heddle_rand::sobol_start(state, direction_vectors, 0u, offset);
}
HEDDLE_RAND_API void curand_init(const unsigned int* direction_vectors, unsigned int scramble_c,
                                 unsigned int offset, curandStateScrambledSobol32_t* state) {
  heddle_rand::sobol_start(state, direction_vectors, scramble_c, offset);
}
HEDDLE_RAND_API void curand_init(const unsigned long long* direction_vectors,
                                 unsigned long long offset, curandStateSobol64_t* state) {
  heddle_rand::sobol_start(state, direction_vectors, 0ull, offset);
}
HEDDLE_RAND_API void curand_init(const unsigned long long* direction_vectors,
                                 unsigned long long scramble_c, unsigned long long offset,
                                 curandStateScrambledSobol64_t* state) {
  heddle_rand::sobol_start(state, direction_vectors, scramble_c, offset);
}
