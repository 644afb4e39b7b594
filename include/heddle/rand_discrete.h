// SPDX-License-Identifier: Apache-2.0
// Discrete distributions (cuRAND documentation, "Device API for discrete distributions"): a number
// is made of one draw, by the quantile, from a table that curandCreatePoissonDistribution makes.
#pragma once

#include "heddle/rand_device_sobol.h"
#include "heddle/rand_discrete_table.h"

namespace heddle_rand {

// How many ends lie below u. All lanes take the same number of steps.
HEDDLE_RAND unsigned discrete(double u, const curandDiscreteDistribution_st* d) {
  unsigned below = 0;
  for (unsigned step = d->ends >> 1; step != 0; step >>= 1)
    if (d->end[below + step - 1] < u) below += step;
  return d->first + below;
}

}  // namespace heddle_rand

#define HEDDLE_RAND_DISCRETE(State, uniform)                                                \
  HEDDLE_RAND_API unsigned int curand_discrete(State* state,                                \
                                               curandDiscreteDistribution_t distribution) { \
    return heddle_rand::discrete(heddle_rand::uniform(curand(state)), distribution);        \
  }
HEDDLE_RAND_DISCRETE(curandStateXORWOW_t, uniform_double)
HEDDLE_RAND_DISCRETE(curandStateMRG32k3a_t, uniform_double)
HEDDLE_RAND_DISCRETE(curandStatePhilox4_32_10_t, uniform_double)
HEDDLE_RAND_DISCRETE(curandStateSobol32_t, sobol_uniform_double)
HEDDLE_RAND_DISCRETE(curandStateScrambledSobol32_t, sobol_uniform_double)
HEDDLE_RAND_DISCRETE(curandStateSobol64_t, sobol_uniform_double)
HEDDLE_RAND_DISCRETE(curandStateScrambledSobol64_t, sobol_uniform_double)
#undef HEDDLE_RAND_DISCRETE

HEDDLE_RAND_API uint4 curand_discrete4(curandStatePhilox4_32_10_t* state,
                                       curandDiscreteDistribution_t distribution) {
  const uint4 x = curand4(state);
  return make_uint4(heddle_rand::discrete(heddle_rand::uniform_double(x.x), distribution),
                    heddle_rand::discrete(heddle_rand::uniform_double(x.y), distribution),
                    heddle_rand::discrete(heddle_rand::uniform_double(x.z), distribution),
                    heddle_rand::discrete(heddle_rand::uniform_double(x.w), distribution));
}
