// SPDX-License-Identifier: Apache-2.0
// Of a list of forty kernels (fields.cu, lists.cu, models.cu, numbers.cu) the half that judges: a
// seed has drawn 22 for the eighth set, the others are the ninth. The sizes of each set have a seed
// of their own.
#pragma once
#ifdef NINTH
#define DRAW_SEED 20261202
#else
#define DRAW_SEED 20261201
#endif
#include "../drawn.h"

inline bool judges(int kernel) {
  std::mt19937 engine(20261129);
  int order[40];
  for (int k = 0; k < 40; ++k) order[k] = k;
  for (int k = 39; k > 0; --k) std::swap(order[k], order[engine() % (k + 1)]);
  bool is_eighth = false;
  for (int k = 0; k < 22; ++k) is_eighth |= order[k] == kernel;
#ifdef NINTH
  return !is_eighth;
#else
  return is_eighth;
#endif
}
