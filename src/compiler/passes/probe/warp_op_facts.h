// SPDX-License-Identifier: Apache-2.0
// Operations between the lanes of a warp, and where their operands stand.
#pragma once

#include <optional>

#include "image/kernel_abi.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

struct WarpOpFacts {
  abi::WarpOp op;
  llvm::Value* members;  // i32: the mask that the instruction is given; all lanes for activemask
  llvm::Value* operand;  // i32, shuffles: b of the PTX instruction shfl; else 0
  llvm::Value* control;  // i32, shuffles: c
};

std::optional<WarpOpFacts> warp_op_facts(const llvm::CallInst& call);

}  // namespace heddle::compiler
