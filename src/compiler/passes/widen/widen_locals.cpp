// SPDX-License-Identifier: Apache-2.0
// Values of variables for the report of an access: told where a tool has kept lanes from it, so
// that accesses which are in order pay for one comparison.
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/widen/widener.h"
#include "image/kernel_abi.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;

void Widener::tell_locals(CallInst& i, Value* admitted) {
  const auto locals = i.getOperandBundle(pseudo::kLocals);
  if (!locals) return;
  auto* ptr = b_.getPtrTy();
  auto *i32 = b_.getInt32Ty(), *i64 = b_.getInt64Ty();
  auto* kept = b_.CreateAnd(mask_bits(), b_.CreateNot(admitted));
  auto* now = BasicBlock::Create(b_.getContext(), "values", &warp_);
  auto* on = BasicBlock::Create(b_.getContext(), "values.told", &warp_);
  auto* never = MDBuilder(b_.getContext()).createUnlikelyBranchWeights();
  b_.CreateCondBr(b_.CreateICmpNE(kept, b_.getInt32(0)), now, on, never);
  b_.SetInsertPoint(now);
  const auto count = static_cast<unsigned>(locals->Inputs.size());
  AllocaInst* rows = nullptr;
  {
    const IRBuilderBase::InsertPointGuard guard(b_);
    auto& entry = warp_.getEntryBlock();
    b_.SetInsertPoint(&entry, entry.getFirstInsertionPt());
    rows = b_.CreateAlloca(ArrayType::get(i64, count * kLanes), nullptr, "values");
    rows->setAlignment(Align(abi::kVectorAlign));
  }
  for (const auto& [k, input] : enumerate(locals->Inputs)) {
    auto* lanes = vector(input.get());
    if (input->getType()->isPointerTy()) {
      lanes = b_.CreatePtrToInt(lanes, vector_type(i64));
    } else if (input->getType()->isFloatingPointTy()) {
      const auto bits = static_cast<unsigned>(input->getType()->getPrimitiveSizeInBits());
      lanes = b_.CreateBitCast(lanes, vector_type(b_.getIntNTy(bits)));
    }
    lanes = b_.CreateZExtOrTrunc(lanes, vector_type(i64));
    auto* row = b_.CreateConstInBoundsGEP1_64(i64, rows, k * kLanes);
    b_.CreateAlignedStore(lanes, row, Align(abi::kVectorAlign));
  }
  auto tell = warp_.getParent()->getOrInsertFunction(
      "heddle_rt_probe_values",
      FunctionType::get(b_.getVoidTy(), {ptr, i32, ptr, i32, ptr}, false));
  b_.CreateCall(tell, {warp_.getArg(kBlockArgument), warp_.getArg(kWarpArgument),
                       scalar(i.getArgOperand(0)), kept, rows});
  b_.CreateBr(on);
  b_.SetInsertPoint(on);
}

}  // namespace heddle::compiler
