// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/warp_op_facts.h"

#include "compiler/ir/warp_ops.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

std::optional<WarpOpFacts> warp_op_facts(const CallInst& call) {
  const auto* row = warp_op_row(call);
  if (!row) return std::nullopt;
  auto* i32 = Type::getInt32Ty(call.getContext());
  const auto argument = [&](unsigned number, std::uint32_t otherwise) -> Value* {
    auto* value = WarpOpRow::argument(call, number);
    return value ? value : ConstantInt::get(i32, otherwise);
  };
  return WarpOpFacts{row->op, argument(row->members, ~0u), argument(row->b, 0),
                     argument(row->c, 0)};
}

}  // namespace heddle::compiler
