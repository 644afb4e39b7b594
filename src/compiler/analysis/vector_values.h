// SPDX-License-Identifier: Apache-2.0
// What vectors of a warp cost in registers of `register_bytes` each.
#pragma once

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

unsigned registers_of(const llvm::Type& vector, const llvm::DataLayout& layout,
                      unsigned register_bytes);

// How many elements of a vector fill registers: the rest of a shuffle's result may repeat them.
unsigned distinct_elements(const llvm::Value& vector, const llvm::DataLayout& layout,
                           unsigned register_bytes);

// Scalars in memory, each in a part of the lanes, for one use: an operand of that instruction, as
// it were.
bool is_operand_in_memory(const llvm::Value& vector);

// A product that becomes one instruction with its addition, on CPUs that have such instructions.
bool is_fused_product(const llvm::Value& value);

}  // namespace heddle::compiler
