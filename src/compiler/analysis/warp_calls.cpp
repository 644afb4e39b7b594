// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/warp_calls.h"

#include "compiler/ir/pseudo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::compiler {

using namespace llvm;

CallResult call_result(const CallInst& call) {
  const auto* callee = call.getCalledFunction();
  if (!callee) return CallResult::kVarying;
  const auto name = callee->getName();
  if (name.starts_with("heddle.")) {
    if (name == pseudo::kStateSpace || name == pseudo::kMbarrierPhase) {
      return CallResult::kAsArguments;
    }
    const bool own = name == pseudo::kEntryMask || name == pseudo::kLane ||
                     name == pseudo::kMbarrier || name == pseudo::kStackSave ||
                     name == pseudo::kAlloca;
    return own ? CallResult::kVarying : CallResult::kUniform;
  }
  switch (callee->getIntrinsicID()) {
    case Intrinsic::not_intrinsic:
      break;
    case Intrinsic::nvvm_vote_ballot_sync:
    case Intrinsic::nvvm_vote_all_sync:
    case Intrinsic::nvvm_vote_any_sync:
    case Intrinsic::nvvm_vote_uni_sync:
      return CallResult::kAsFirst;
    case Intrinsic::nvvm_redux_sync_add:
    case Intrinsic::nvvm_redux_sync_umin:
    case Intrinsic::nvvm_redux_sync_umax:
    case Intrinsic::nvvm_redux_sync_min:
    case Intrinsic::nvvm_redux_sync_max:
    case Intrinsic::nvvm_redux_sync_and:
    case Intrinsic::nvvm_redux_sync_or:
    case Intrinsic::nvvm_redux_sync_xor:
      return CallResult::kAsSecond;
    case Intrinsic::nvvm_activemask:
    case Intrinsic::readcyclecounter:
    case Intrinsic::stacksave:
      return CallResult::kUniform;
    default:
      return name.starts_with("llvm.nvvm.") ? CallResult::kVarying : CallResult::kAsArguments;
  }
  // Mathematical functions touch no memory; the others are called per lane or widened.
  return callee->isDeclaration() && callee->doesNotAccessMemory() ? CallResult::kAsArguments
                                                                  : CallResult::kVarying;
}

}  // namespace heddle::compiler
