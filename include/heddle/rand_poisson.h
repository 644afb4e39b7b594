// SPDX-License-Identifier: Apache-2.0
// Poisson distributed numbers: products of uniform numbers for small means (D. Knuth, The Art of
// Computer Programming 2, 3.4.1), transformed rejection for others (W. Hoermann, Insurance:
// Mathematics and Economics 12, 1993, PTRS), a rounded normal number for large ones.
#pragma once

#include "heddle/rand_normal.h"

namespace heddle_rand {

constexpr double kPoissonProducts = 64, kPoissonNormal = 4000;

template <class State>
HEDDLE_RAND unsigned poisson_product(State* s, float lambda) {
  const float least = expf(-lambda);
  float product = 1;
  unsigned count = 0;
  do {
    ++count;
    product *= next_uniform(s);
  } while (product > least);
  return count - 1;
}

template <class State>
HEDDLE_RAND unsigned poisson_rejection(State* s, double lambda) {
  const double b = 0.931 + 2.53 * sqrt(lambda), a = -0.059 + 0.02483 * b;
  const double inverse = 1.1239 + 1.1328 / (b - 3.4), squeeze = 0.9277 - 3.6224 / (b - 2);
  const double log_lambda = log(lambda);
  for (;;) {
    const double u = next_uniform(s) - 0.5, v = next_uniform(s);
    const double side = 0.5 - fabs(u);
    const double k = floor((2 * a / side + b) * u + lambda + 0.43);
    if (side >= 0.07 && v <= squeeze) return static_cast<unsigned>(k);
    if (k < 0 || (side < 0.013 && v > side)) continue;
    if (log(v * inverse / (a / (side * side) + b)) <= k * log_lambda - lambda - lgamma(k + 1))
      return static_cast<unsigned>(k);
  }
}

HEDDLE_RAND unsigned poisson_rounded(double normal, double lambda) {
  const double x = sqrt(lambda) * normal + lambda + 0.5;
  return x < 0 ? 0u : static_cast<unsigned>(x);
}

template <class State>
HEDDLE_RAND unsigned poisson(State* s, double lambda) {
  if (lambda < kPoissonProducts) return poisson_product(s, static_cast<float>(lambda));
  if (lambda > kPoissonNormal) return poisson_rounded(next_normal_double(s), lambda);
  return poisson_rejection(s, lambda);
}

}  // namespace heddle_rand
