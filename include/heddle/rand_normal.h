// SPDX-License-Identifier: Apache-2.0
// Normally distributed numbers: pairs by G. Box and M. Muller (1958).
#pragma once

#include "heddle/rand_mrg.h"
#include "heddle/rand_philox.h"
#include "heddle/rand_uniform.h"
#include "heddle/rand_xorwow.h"

namespace heddle_rand {

constexpr float kTwoPiUnit = 0x1p-32f * 6.2831855f;
constexpr double kTwoPi = 6.2831853071795860;

// The radius comes from u, the angle is v.
HEDDLE_RAND float2 box_muller(float u, float v) {
  float s, c;
  sincosf(v, &s, &c);
  const float radius = sqrtf(-2.0f * logf(u));
  return make_float2(radius * s, radius * c);
}
HEDDLE_RAND double2 box_muller(double u, double v) {
  double s, c;
  sincos(v, &s, &c);
  const double radius = sqrt(-2.0 * log(u));
  return make_double2(radius * s, radius * c);
}

HEDDLE_RAND float2 box_muller(unsigned x, unsigned y) {
  return box_muller(uniform(x), static_cast<float>(y) * kTwoPiUnit + kTwoPiUnit / 2);
}
HEDDLE_RAND double2 box_muller(unsigned x, unsigned y, unsigned z, unsigned w) {
  return box_muller(uniform_double(x, y), uniform_double(z, w) * kTwoPi);
}

// Two words each, or four.
template <class State>
HEDDLE_RAND float next_uniform(State* s) {
  return uniform(next(s));
}
HEDDLE_RAND double next_uniform_double(curandStateXORWOW* s) {
  const unsigned x = next(s), y = next(s);
  return uniform_double(x, y);
}
HEDDLE_RAND double next_uniform_double(curandStatePhilox4_32_10* s) {
  return uniform_double(next(s));
}
template <class State>
HEDDLE_RAND float2 next_normal2(State* s) {
  const unsigned x = next(s), y = next(s);
  return box_muller(x, y);
}
template <class State>
HEDDLE_RAND double2 next_normal2_double(State* s) {
  const unsigned x = next(s), y = next(s), z = next(s), w = next(s);
  return box_muller(x, y, z, w);
}
HEDDLE_RAND float2 next_normal2(curandStateMRG32k3a* s) {
  const float u = next_uniform(s);
  return box_muller(u, static_cast<float>(next_uniform_double(s) * kTwoPi));
}
HEDDLE_RAND double2 next_normal2_double(curandStateMRG32k3a* s) {
  const double u = next_uniform_double(s);
  return box_muller(u, next_uniform_double(s) * kTwoPi);
}

// The second number of a pair waits for the next call of the same function; another one makes a new
// pair.
enum Kept { kKeptNothing = 0, kKeptNormal = 1, kKeptLogNormal = 2 };

template <class State, class Pair>
HEDDLE_RAND float first_or_kept(State* state, Kept kind, Pair next_pair) {
  if (state->has_normal == kind) {
    state->has_normal = kKeptNothing;
    return state->kept_normal;
  }
  const float2 pair = next_pair();
  state->has_normal = kind;
  state->kept_normal = pair.y;
  return pair.x;
}
template <class State, class Pair>
HEDDLE_RAND double first_or_kept_double(State* state, Kept kind, Pair next_pair) {
  if (state->has_normal_double == kind) {
    state->has_normal_double = kKeptNothing;
    return state->kept_normal_double;
  }
  const double2 pair = next_pair();
  state->has_normal_double = kind;
  state->kept_normal_double = pair.y;
  return pair.x;
}

template <class State>
HEDDLE_RAND float next_normal(State* s) {
  return first_or_kept(s, kKeptNormal, [=] { return next_normal2(s); });
}
template <class State>
HEDDLE_RAND double next_normal_double(State* s) {
  return first_or_kept_double(s, kKeptNormal, [=] { return next_normal2_double(s); });
}
template <class State>
HEDDLE_RAND float2 next_log_normal2(State* s, float mean, float stddev) {
  const float2 n = next_normal2(s);
  return make_float2(expf(mean + stddev * n.x), expf(mean + stddev * n.y));
}
template <class State>
HEDDLE_RAND double2 next_log_normal2_double(State* s, double mean, double stddev) {
  const double2 n = next_normal2_double(s);
  return make_double2(exp(mean + stddev * n.x), exp(mean + stddev * n.y));
}
template <class State>
HEDDLE_RAND float next_log_normal(State* s, float mean, float stddev) {
  return first_or_kept(s, kKeptLogNormal, [=] { return next_log_normal2(s, mean, stddev); });
}
template <class State>
HEDDLE_RAND double next_log_normal_double(State* s, double mean, double stddev) {
  return first_or_kept_double(s, kKeptLogNormal,
                              [=] { return next_log_normal2_double(s, mean, stddev); });
}

}  // namespace heddle_rand
