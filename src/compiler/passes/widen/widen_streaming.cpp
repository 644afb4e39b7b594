// SPDX-License-Identifier: Apache-2.0
// Streaming stores. A kernel that fills more memory than the caches hold had better not load the
// lines that it overwrites: it writes whole lines past the caches. Whether a launch fills so much
// is known when it runs (BlockContext::cached_bytes_per_thread).
//
// Such stores are seen late by other threads unless a fence follows. The engine makes one at the
// end of its blocks; kernels that order memory by themselves have no streaming stores.
#include "compiler/calling_convention.h"
#include "compiler/context_access.h"
#include "compiler/passes/widen/access.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t kLineBytes = 64;

bool orders_memory(const Instruction& instruction) {
  if (isa<FenceInst>(instruction) || instruction.isAtomic() || instruction.isVolatile())
    return true;
  const auto* call = dyn_cast<CallInst>(&instruction);
  return call && !call->isInlineAsm() && call->getCalledFunction() &&
         !call->getCalledFunction()->isDeclaration();
}

}  // namespace

// Stores that each thread makes once, to arrays that the kernel does not read.
void Widener::find_streams() {
  SmallPtrSet<const Value*, 8> read;
  for (const auto& instruction : instructions(scalar_)) {
    if (orders_memory(instruction)) return;
    if (isa<CallInst>(instruction) && !cast<CallInst>(instruction).getCalledFunction()) return;
    if (auto* load = dyn_cast<LoadInst>(&instruction)) {
      read.insert(getUnderlyingObject(load->getPointerOperand(), 0));
    }
  }
  for (auto& instruction : instructions(scalar_)) {
    auto* store = dyn_cast<StoreInst>(&instruction);
    if (!store || loops_.getLoopFor(store->getParent())) continue;
    const auto* array = getUnderlyingObject(store->getPointerOperand(), 0);
    const auto* parameter = dyn_cast<LoadInst>(array);
    if (!parameter || !parameter->hasMetadata(LLVMContext::MD_invariant_load) ||
        read.contains(array)) {
      continue;
    }
    const auto bytes = layout_.getTypeStoreSize(store->getValueOperand()->getType());
    streams_.insert(store);
    stream_bytes_ += bytes.getFixedValue();
  }
}

// i1: this launch writes more than the caches hold.
Value* Widener::streaming() {
  if (streaming_) return streaming_;
  const IRBuilderBase::InsertPointGuard guard(b_);
  auto& entry = warp_.getEntryBlock();
  b_.SetInsertPoint(&entry, entry.getFirstInsertionPt());
  auto* address = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), warp_.getArg(kBlockArgument),
                                                abi_offset(BlockContext, cached_bytes_per_thread));
  auto* bytes = b_.CreateLoad(b_.getInt64Ty(), address);
  bytes->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(b_.getContext(), {}));
  return streaming_ = b_.CreateICmpULT(bytes, b_.getInt64(stream_bytes_));
}

// The lanes of a full warp side by side, in whole lines: past the caches where that is better.
bool Widener::store_stream(const Access& access, const StoreInst& store, const Lanes& value) {
  if (!streams_.contains(&store) || !mask_.all() || is_tuple(store.getValueOperand()->getType())) {
    return false;
  }
  auto* vector = to_vector(value);
  const auto bytes = layout_.getTypeStoreSize(vector->getType()).getFixedValue() / kLanes;
  if (!access.address.shape.is_affine() || bytes * kLanes < kLineBytes ||
      vector->getType()->getScalarSizeInBits() != bytes * 8 ||
      !access.stride_is(static_cast<std::int64_t>(bytes), 0, kLanes)) {
    return false;
  }
  auto* address = lane_address(access, 0);
  auto* low = b_.CreateAnd(b_.CreatePtrToInt(address, b_.getInt64Ty()), kLineBytes - 1);
  auto* aligned = b_.CreateICmpEQ(low, b_.getInt64(0));
  either(
      b_.CreateAnd(streaming(), aligned),
      [&]() -> Value* {
        auto* made = b_.CreateAlignedStore(vector, address, Align(kLineBytes));
        auto* one = ConstantAsMetadata::get(b_.getInt32(1));
        made->setMetadata(LLVMContext::MD_nontemporal, MDNode::get(b_.getContext(), one));
        return nullptr;
      },
      [&]() -> Value* {
        b_.CreateAlignedStore(vector, address, access.align);
        return nullptr;
      });
  return true;
}

}  // namespace heddle::compiler
