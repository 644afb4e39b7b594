// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/masked_access.h"

#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

using namespace llvm;

std::optional<MaskedAccess> masked_access(Instruction& instruction) {
  auto* call = dyn_cast<IntrinsicInst>(&instruction);
  if (!call) return std::nullopt;
  switch (call->getIntrinsicID()) {
    case Intrinsic::masked_load:
      return MaskedAccess{call, true, false};
    case Intrinsic::masked_store:
      return MaskedAccess{call, false, false};
    case Intrinsic::masked_gather:
      return MaskedAccess{call, true, true};
    case Intrinsic::masked_scatter:
      return MaskedAccess{call, false, true};
    default:
      return std::nullopt;
  }
}

const Value* accessed_pointer(const Instruction& instruction) {
  if (const auto access = masked_access(const_cast<Instruction&>(instruction)))
    return access->pointer();
  return getLoadStorePointerOperand(&instruction);
}

}  // namespace heddle::compiler
