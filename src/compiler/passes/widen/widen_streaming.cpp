// SPDX-License-Identifier: Apache-2.0
// Streaming stores. A kernel that fills more memory than the caches hold had better not load the
// lines that it overwrites: it writes whole lines past the caches. Whether a launch fills so much
// is known when it runs (BlockContext::cached_bytes_per_thread).
//
// Such stores are seen late by other threads unless a fence follows. The engine makes one at the
// end of its blocks; in kernels that order memory by themselves only stores behind the last of it
// are streaming ones (a scan that looks back at other blocks' sums first).
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/context_access.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/widen/access.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

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

bool orders_memory_somewhere(const Function& function) {
  return any_of(instructions(function), [](const Instruction& instruction) {
    const auto* call = dyn_cast<CallInst>(&instruction);
    return orders_memory(instruction) || (call && !call->getCalledFunction());
  });
}

// Or waits for others, who may.
bool may_order_memory(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  return orders_memory(instruction) ||
         (call && !call->doesNotAccessMemory() && !call->onlyAccessesInaccessibleMemory() &&
          !pseudo::is(call, pseudo::kMask));
}

bool may_order_memory_behind(const StoreInst& store) {
  for (const auto* next = store.getNextNode(); next; next = next->getNextNode()) {
    if (may_order_memory(*next)) return true;
  }
  SmallSetVector<const BasicBlock*, 16> reached;
  reached.insert_range(successors(store.getParent()));
  for (unsigned i = 0; i < reached.size(); ++i) {
    if (any_of(*reached[i], may_order_memory)) return true;
    reached.insert_range(successors(reached[i]));
  }
  return false;
}

// The low bits of an address, as arithmetic: what the offset adds to the array's own alignment is
// often known, and then the question is one of the array alone.
Value* low_bits(IRBuilderBase& b, const DataLayout& layout, Value* address) {
  Value* sum = nullptr;
  while (auto* step = dyn_cast<GEPOperator>(address)) {
    auto* offset = emitGEPOffset(&b, layout, step);
    sum = sum ? b.CreateAdd(sum, offset) : offset;
    address = step->getPointerOperand();
  }
  auto* base = b.CreatePtrToInt(address, b.getInt64Ty());
  return b.CreateAnd(sum ? b.CreateAdd(base, sum) : base, kLineBytes - 1);
}

}  // namespace

// Stores that each thread makes once, to arrays that the kernel does not read.
void Widener::find_streams() {
  const bool ordered = orders_memory_somewhere(scalar_);
  SmallPtrSet<const Value*, 8> read;
  for (const auto& instruction : instructions(scalar_)) {
    if (auto* load = dyn_cast<LoadInst>(&instruction)) {
      read.insert(getUnderlyingObject(load->getPointerOperand(), 0));
    }
  }
  DenseMap<const BasicBlock*, std::uint64_t> bytes_until;  // on the way that stores most
  for (auto* block : ReversePostOrderTraversal<Function*>(&scalar_)) {
    std::uint64_t& bytes = bytes_until[block];
    for (const auto* before : predecessors(block)) {
      bytes = std::max(bytes, bytes_until.lookup(before));
    }
    if (loops_.getLoopFor(block)) continue;
    for (auto& instruction : *block) {
      auto* store = dyn_cast<StoreInst>(&instruction);
      if (!store) continue;
      const auto* array = getUnderlyingObject(store->getPointerOperand(), 0);
      const auto* parameter = dyn_cast<LoadInst>(array);
      if (!parameter || !parameter->hasMetadata(LLVMContext::MD_invariant_load) ||
          read.contains(array) || (ordered && may_order_memory_behind(*store))) {
        continue;
      }
      streams_.insert(store);
      bytes += layout_.getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue();
    }
    stream_bytes_ = std::max(stream_bytes_, bytes);
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

// What a full warp stores, as vectors one behind the other, if its lanes lie side by side and fill
// whole lines; else none.
SmallVector<Value*, 16> Widener::whole_lines(const Access& access, Type* type, const Lanes& value) {
  if (is_tuple(type)) {
    const auto bytes = layout_.getTypeStoreSize(type).getFixedValue() * kLanes;
    if (bytes % kLineBytes != 0 || interleaved_run(access, type) != kLanes) return {};
    return interleave_by_steps(value, 0, kLanes);
  }
  auto* vector = to_vector(value);
  const auto bytes = layout_.getTypeStoreSize(vector->getType()).getFixedValue() / kLanes;
  if (!access.address.shape.is_affine() || bytes * kLanes < kLineBytes ||
      vector->getType()->getScalarSizeInBits() != bytes * 8 ||
      !access.stride_is(static_cast<std::int64_t>(bytes), 0, kLanes)) {
    return {};
  }
  return {vector};
}

// Past the caches where that is better.
bool Widener::store_stream(const Access& access, const StoreInst& store, const Lanes& value) {
  if (!streams_.contains(&store) || !mask_.all()) return false;
  const auto pieces = whole_lines(access, store.getValueOperand()->getType(), value);
  if (pieces.empty()) return false;
  auto* address = lane_address(access, 0);
  auto* aligned = b_.CreateICmpEQ(low_bits(b_, layout_, address), b_.getInt64(0));
  either(
      b_.CreateAnd(streaming(), aligned),
      [&]() -> Value* {
        std::uint64_t distance = 0;
        for (auto* piece : pieces) {
          auto* at = b_.CreateConstInBoundsGEP1_64(b_.getInt8Ty(), address, distance);
          const auto align = commonAlignment(Align(kLineBytes), distance);
          auto* made = b_.CreateAlignedStore(piece, at, align);
          auto* one = ConstantAsMetadata::get(b_.getInt32(1));
          made->setMetadata(LLVMContext::MD_nontemporal, MDNode::get(b_.getContext(), one));
          distance += layout_.getTypeStoreSize(piece->getType()).getFixedValue();
        }
        return nullptr;
      },
      [&]() -> Value* {
        store_pieces(access, pieces, address);
        return nullptr;
      });
  return true;
}

}  // namespace heddle::compiler
