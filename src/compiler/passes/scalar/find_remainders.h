// SPDX-License-Identifier: Apache-2.0
// FindRemainders: remainders that the optimiser has made of quotients, x - x / d * d, for a scalar
// machine: where d is a power of two at run time they need no quotient (widen_division.cpp).
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many it found.
unsigned find_remainders(llvm::Function& function);

}  // namespace heddle::compiler
