// SPDX-License-Identifier: Apache-2.0
// Sizes of launches by a seed: one of a list each time, the same on every machine.
#pragma once
#include <random>

#include "judge.h"

#ifndef DRAW_SEED
#define DRAW_SEED 20261128
#endif

inline int drawn(std::initializer_list<int> of) {
  static std::mt19937 engine(DRAW_SEED);
  return of.begin()[engine() % of.size()];
}
inline dim3 of(int n, int block) {
  return dim3((n + block - 1) / block);
}
