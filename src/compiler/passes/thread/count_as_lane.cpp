// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/count_as_lane.h"

#include "compiler/ir/pseudo.h"

namespace heddle::compiler {

using namespace llvm;

void count_as_lane(IRBuilderBase& b, CallInst& call, Value* block, Value* warp, Value* lane) {
  // How long such kernels take is not estimated.
  if (pseudo::is(&call, pseudo::kCountWait)) return;
  const auto operand = [&](unsigned i) { return call.getArgOperand(i); };
  SmallVector<Value*, 5> arguments{block, warp, lane, operand(0)};
  StringRef target = "heddle_rt_count_block_of_thread";
  if (pseudo::is(&call, pseudo::kCountBranch)) {
    target = "heddle_rt_count_branch_of_thread";
    arguments.push_back(b.CreateZExt(operand(1), b.getInt32Ty()));
  } else if (pseudo::is(&call, pseudo::kCountAccess)) {
    target = "heddle_rt_count_access_of_thread";
    arguments.push_back(b.CreatePtrToInt(operand(3), b.getInt64Ty()));
  } else {
    assert(pseudo::is(&call, pseudo::kCountBlock) && "a counter that single threads do not know");
  }
  SmallVector<Type*, 5> types;
  for (auto* argument : arguments) types.push_back(argument->getType());
  b.CreateCall(
      call.getModule()->getOrInsertFunction(target, FunctionType::get(b.getVoidTy(), types, false)),
      arguments);
}

}  // namespace heddle::compiler
