// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/warp_calls.h"

#include "compiler/ir/matrix_ops.h"
#include "compiler/ir/pseudo.h"
#include "compiler/ir/warp_ops.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

namespace heddle::compiler {

using namespace llvm;

CallResult call_result(const CallInst& call) {
  const auto* callee = call.getCalledFunction();
  if (!callee) return CallResult::kVarying;
  const auto name = callee->getName();
  if (name.starts_with("heddle.")) {
    if (name == pseudo::kStateSpace || name == pseudo::kMbarrierPhase ||
        name == pseudo::kProbeLoaded) {
      return CallResult::kAsArguments;
    }
    const bool own = name == pseudo::kEntryMask || name == pseudo::kLane ||
                     name == pseudo::kSteps32 || name == pseudo::kSteps64 ||
                     name == pseudo::kMbarrier || name == pseudo::kTensor ||
                     name == pseudo::kStackSave || name == pseudo::kAlloca || is_matrix_op(call);
    return own ? CallResult::kVarying : CallResult::kUniform;
  }
  if (const auto* row = warp_op_row(call); row && row->is_collective()) {
    return row->members == 0 ? CallResult::kAsFirst : CallResult::kAsSecond;
  }
  if (reads_a_lane_of_the_warp(call)) return CallResult::kAsThird;
  switch (callee->getIntrinsicID()) {
    case Intrinsic::not_intrinsic:
      break;
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
