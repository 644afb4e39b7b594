// SPDX-License-Identifier: Apache-2.0
// Sizes of launches by a seed: one of a list each time, the same on every machine.
#pragma once
#include <random>

#include "judge.h"

inline int drawn(std::initializer_list<int> of) {
  static std::mt19937 engine(20261128);
  return of.begin()[engine() % of.size()];
}
inline dim3 of(int n, int block) {
  return dim3((n + block - 1) / block);
}
