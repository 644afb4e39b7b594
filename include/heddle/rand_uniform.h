// SPDX-License-Identifier: Apache-2.0
// Uniformly distributed numbers in (0, 1], from one word or two.
#pragma once

#include "heddle/rand_base.h"

namespace heddle_rand {

// Products by powers of two are exact, so a fused addition gives the same.
HEDDLE_RAND float uniform(unsigned x) {
  return static_cast<float>(x) * 0x1p-32f + 0x1p-33f;
}
HEDDLE_RAND float uniform(u64 x) {
  return static_cast<float>(x >> 32) * 0x1p-32f + 0x1p-33f;
}
// 53 bits of 64: the lower word as it is, 21 bits of the upper one.
HEDDLE_RAND double uniform_double(unsigned x, unsigned y) {
  const u64 z = static_cast<u64>(x) ^ (static_cast<u64>(y) << 21);
  return static_cast<double>(z) * 0x1p-53 + 0x1p-54;
}
// From one word.
HEDDLE_RAND double uniform_double(unsigned x) {
  return static_cast<double>(x) * 0x1p-32 + 0x1p-32;
}
HEDDLE_RAND double uniform_double(u64 x) {
  return static_cast<double>(x >> 11) * 0x1p-53 + 0x1p-54;
}

}  // namespace heddle_rand
