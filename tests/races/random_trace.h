// SPDX-License-Identifier: Apache-2.0
// Random programs of a few warps, in several orders.
#pragma once

#include <random>

#include "trace.h"

namespace heddle::checker::races {

struct RandomProgram {
  Trace trace;                               // in the order that it was made in
  std::vector<std::vector<unsigned>> after;  // by step: steps that come before it in every order
  bool chance = false;  // has strong accesses: what they see depends on the order
};

RandomProgram random_program(std::uint64_t seed);
// The same steps in another order.
Trace reordered(const RandomProgram& program, std::uint64_t seed);

}  // namespace heddle::checker::races
