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

// A copy of known, larger size in a loop over words as large as its alignment says; LLVM's goes
// byte by byte. The words behind the loop are unrolled.
bool loop_over_words(MemCpyInst& i) {
  const auto* length = dyn_cast<ConstantInt>(i.getLength());
  const auto align =
      std::min(i.getDestAlign().valueOrOne(), i.getSourceAlign().valueOrOne()).value();
  const auto word = std::min<std::uint64_t>(align, 8);
  if (!length || word == 1 || length->uge(std::uint64_t{1} << 32)) return false;
  const auto size = length->getZExtValue(), words = size / word;
  IRBuilder<> b(&i);
  auto* before = i.getParent();
  auto* behind = before->splitBasicBlock(i.getIterator(), "copied");
  auto* loop = BasicBlock::Create(i.getContext(), "copy.words", before->getParent(), behind);
  before->getTerminator()->setSuccessor(0, loop);
  b.SetInsertPoint(loop);
  auto* index = b.CreatePHI(b.getInt64Ty(), 2);
  index->addIncoming(b.getInt64(0), before);
  auto* type = b.getIntNTy(static_cast<unsigned>(word * 8));
  auto* from = b.CreateInBoundsGEP(type, i.getSource(), index);
  auto* value = b.CreateAlignedLoad(type, from, Align(word), i.isVolatile());
  auto* to = b.CreateInBoundsGEP(type, i.getDest(), index);
  b.CreateAlignedStore(value, to, Align(word), i.isVolatile());
  auto* next = b.CreateAdd(index, b.getInt64(1), "", true, true);
  index->addIncoming(next, loop);
  b.CreateCondBr(b.CreateICmpULT(next, b.getInt64(words)), loop, behind);
  b.SetInsertPoint(&i);
  for (auto at = words * word; at < size; ++at) {
    auto* byte =
        b.CreateLoad(b.getInt8Ty(), b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), i.getSource(), at),
                     i.isVolatile());
    pass_on_variables(i, *byte);
    auto* address = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), i.getDest(), at);
    pass_on_variables(i, *b.CreateStore(byte, address, i.isVolatile()));
  }
  return true;
}

// LLVM moves within one address space only: a generic pointer may lead into the same memory.
void make_generic(MemMoveInst& i) {
  if (i.getSourceAddressSpace() == i.getDestAddressSpace()) return;
  IRBuilder<> b(&i);
  auto* generic = b.getPtrTy();
  auto* to = b.CreateAddrSpaceCast(i.getRawDest(), generic);
  auto* from = b.CreateAddrSpaceCast(i.getRawSource(), generic);
  auto* move = Intrinsic::getOrInsertDeclaration(i.getModule(), Intrinsic::memmove,
                                                 {generic, generic, i.getLength()->getType()});
  i.setCalledFunction(move);
  i.setArgOperand(0, to);
  i.setArgOperand(1, from);
}

void expand(MemIntrinsic& i, const TargetTransformInfo& target) {
  if (auto* copy = dyn_cast<MemCpyInst>(&i)) {
    if (!loop_over_words(*copy)) expandMemCpyAsLoop(copy, target);
  } else if (auto* move = dyn_cast<MemMoveInst>(&i)) {
    make_generic(*move);
    [[maybe_unused]] const bool expanded = expandMemMoveAsLoop(move, target);
    assert(expanded && "a memmove between address spaces");
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
