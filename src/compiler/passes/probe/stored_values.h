// SPDX-License-Identifier: Apache-2.0
// Which stores store the same value whoever executes them.
#pragma once

#include <cstdint>

#include "llvm/IR/Value.h"

namespace heddle::compiler {

// A number of a value that is computed from constants and the kernel's parameters alone: values of
// one number are equal within a launch; within all launches where bit 0 is set. Else 0.
std::uint64_t number_of_value(const llvm::Value& value);

}  // namespace heddle::compiler
