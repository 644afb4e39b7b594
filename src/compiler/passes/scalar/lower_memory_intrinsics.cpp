// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/lower_memory_intrinsics.h"

#include "compiler/passes/probe/variables.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LowerMemIntrinsics.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Copies of known, small size as words.
constexpr std::uint64_t kMaxUnrolledBytes = 256;

unsigned word_size(std::uint64_t left, Align align) {
  unsigned word = 8;
  while (word > left || align.value() < word) word /= 2;
  return word;
}

bool unroll(MemIntrinsic& i) {
  const auto* length = dyn_cast<ConstantInt>(i.getLength());
  if (!length || length->getZExtValue() > kMaxUnrolledBytes) return false;
  IRBuilder<> b(&i);
  const auto size = length->getZExtValue();
  auto* copy = dyn_cast<MemTransferInst>(&i);
  const auto to = i.getDestAlign().valueOrOne();
  const auto from = copy ? copy->getSourceAlign().valueOrOne() : to;
  SmallVector<std::tuple<Value*, std::uint64_t, Align>, 32> words;
  for (std::uint64_t at = 0; at < size;) {
    const auto align = std::min(commonAlignment(to, at), commonAlignment(from, at));
    // Unaligned words are fine on a CPU, but an unaligned pointer says the data is bytes.
    const auto word = word_size(size - at, align);
    auto* type = b.getIntNTy(word * 8);
    Value* value = nullptr;
    if (copy) {
      auto* address = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), copy->getSource(), at);
      auto* load = b.CreateAlignedLoad(type, address, commonAlignment(from, at), i.isVolatile());
      pass_on_variables(i, *load);
      value = load;
    } else {
      auto* byte = b.CreateZExt(cast<MemSetInst>(i).getValue(), type);
      value = b.CreateMul(byte, ConstantInt::get(type, APInt::getSplat(word * 8, APInt(8, 1))));
    }
    words.push_back({value, at, commonAlignment(to, at)});
    at += word;
  }
  // All loads come before all stores: also right for memmove.
  for (auto [value, at, align] : words) {
    auto* address = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), i.getDest(), at);
    pass_on_variables(i, *b.CreateAlignedStore(value, address, align, i.isVolatile()));
  }
  return true;
}

void expand(MemIntrinsic& i, const TargetTransformInfo& target) {
  if (auto* copy = dyn_cast<MemCpyInst>(&i)) {
    expandMemCpyAsLoop(copy, target);
  } else if (auto* move = dyn_cast<MemMoveInst>(&i)) {
    expandMemMoveAsLoop(move, target);
  } else {
    expandMemSetAsLoop(cast<MemSetInst>(&i));
  }
}

// LLVM gives the loops no lines: they have the call's, and its variables.
void expand_with_lines(MemIntrinsic& i, const TargetTransformInfo& target) {
  SmallPtrSet<const BasicBlock*, 32> known;
  for (auto& block : *i.getFunction()) known.insert(&block);
  expand(i, target);
  for (auto& block : *i.getFunction()) {
    if (known.contains(&block) || &block == i.getParent()) continue;
    for (auto& made : block) {
      if (!made.getDebugLoc()) made.setDebugLoc(i.getDebugLoc());
      if (isa<LoadInst, StoreInst>(made)) pass_on_variables(i, made);
    }
  }
}

}  // namespace

unsigned lower_memory_intrinsics(Function& function, TargetMachine& machine) {
  const auto target = machine.getTargetTransformInfo(function);
  SmallVector<MemIntrinsic*, 8> all;
  for (auto& instruction : instructions(function)) {
    if (auto* i = dyn_cast<MemIntrinsic>(&instruction)) all.push_back(i);
  }
  for (auto* i : all) {
    if (!unroll(*i)) expand_with_lines(*i, target);
    i->eraseFromParent();
  }
  return all.size();
}

}  // namespace heddle::compiler
