// SPDX-License-Identifier: Apache-2.0
// Two numbers of a narrow format side by side, the first one lowest, by the conversion of one.
#pragma once

#define HEDDLE_NARROW_PAIR(Storage, apart, name, Pair, scalar, A, B, low, high) \
  HEDDLE_NARROW Storage name(const Pair x, const A a, const B b) {              \
    return (Storage)(scalar(low, a, b) | scalar(high, a, b) << apart);          \
  }
