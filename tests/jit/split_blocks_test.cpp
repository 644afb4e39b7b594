// SPDX-License-Identifier: Apache-2.0
// Large blocks become parts: the instructions, their order and their operands stay, whatever lives
// across a cut, and the cuts lie where little is alive.
#include "jit/split_blocks.h"

#include <gtest/gtest.h>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

namespace {

using namespace llvm;
using heddle::jit::split_blocks;

constexpr std::size_t kLargest = 400;  // instructions of a part, its branch apart

// void f(ptr memory, i32 count): blocks are added by the tests.
class SplitBlocks : public testing::Test {
 protected:
  SplitBlocks()
      : module_("module", context_),
        b_(context_),
        function_(Function::Create(
            FunctionType::get(b_.getVoidTy(), {b_.getPtrTy(), b_.getInt32Ty()}, false),
            GlobalValue::ExternalLinkage, "f", module_)),
        memory_(function_->getArg(0)) {}

  BasicBlock* block(const char* name) { return BasicBlock::Create(context_, name, function_); }

  // x = x * k + early, `count` times.
  Value* chain(Value* x, Value* early, unsigned count) {
    for (unsigned k = 0; k < count; ++k) x = b_.CreateAdd(b_.CreateMul(x, b_.getInt32(k)), early);
    return x;
  }

  std::string broken() const {
    std::string text;
    raw_string_ostream out(text);
    return verifyModule(module_, &out) ? text : "";
  }

  LLVMContext context_;
  Module module_;
  IRBuilder<> b_;
  Function* function_;
  Value* memory_;
};

struct Line {
  const Instruction* instruction;
  std::vector<const Value*> operands;
  bool operator==(const Line& other) const = default;
};

// What runs from `first` on without a choice, the branches apart that lead from part to part.
std::vector<Line> lines(const BasicBlock& first) {
  std::vector<Line> result;
  for (const auto* block = &first; block;) {
    const BasicBlock* next = nullptr;
    for (const auto& instruction : *block) {
      const auto* branch = dyn_cast<BranchInst>(&instruction);
      if (branch && branch->isUnconditional()) {
        next = branch->getSuccessor(0);
        continue;
      }
      result.push_back({&instruction, {instruction.value_op_begin(), instruction.value_op_end()}});
    }
    block = next;
  }
  return result;
}

TEST_F(SplitBlocks, KeepsWhatRunsAndInWhichOrder) {
  auto* first = block("first");
  b_.SetInsertPoint(first);
  auto* local = b_.CreateAlloca(b_.getInt32Ty());
  auto* early = b_.CreateLoad(b_.getInt32Ty(), memory_);
  auto* mask = b_.CreateICmpULT(early, function_->getArg(1));
  auto* x = chain(early, early, 400);
  b_.CreateStore(x, local);
  x = chain(x, early, 400);
  b_.CreateStore(b_.CreateSelect(mask, x, b_.CreateLoad(b_.getInt32Ty(), local)), memory_);
  b_.CreateRetVoid();
  const auto before = lines(*first);

  const auto made = split_blocks(*function_);

  EXPECT_GE(made, 3u);
  EXPECT_EQ(function_->size(), made + 1);
  EXPECT_EQ(broken(), "");
  EXPECT_EQ(lines(*first), before);
  for (const auto& part : *function_) EXPECT_LE(part.size(), kLargest + 1);
}

// A loop: its phis stay at its beginning, and what they and those behind it take comes from the
// part that ends in the branch.
TEST_F(SplitBlocks, KeepsPhisOfLoopsAndOfWhatFollows) {
  auto *start = block("start"), *loop = block("loop"), *end = block("end");
  b_.SetInsertPoint(start);
  b_.CreateBr(loop);
  b_.SetInsertPoint(loop);
  auto* x = b_.CreatePHI(b_.getInt32Ty(), 2);
  auto* round = b_.CreatePHI(b_.getInt32Ty(), 2);
  auto* sum = chain(x, round, 700);
  auto* next = b_.CreateAdd(round, b_.getInt32(1));
  b_.CreateCondBr(b_.CreateICmpULT(next, function_->getArg(1)), loop, end);
  x->addIncoming(b_.getInt32(3), start);
  x->addIncoming(sum, loop);
  round->addIncoming(b_.getInt32(0), start);
  round->addIncoming(next, loop);
  b_.SetInsertPoint(end);
  auto* last = b_.CreatePHI(b_.getInt32Ty(), 1);
  last->addIncoming(sum, loop);
  b_.CreateStore(last, memory_);
  b_.CreateRetVoid();
  const auto before = lines(*loop);

  ASSERT_GE(split_blocks(*function_), 2u);

  EXPECT_EQ(broken(), "");
  EXPECT_EQ(lines(*loop), before);
  EXPECT_EQ(x->getParent(), loop);
  EXPECT_EQ(round->getParent(), loop);
  const auto* latch = last->getIncomingBlock(0);
  EXPECT_NE(latch, loop);
  EXPECT_EQ(x->getBasicBlockIndex(latch), 1);
  EXPECT_EQ(latch->getTerminator()->getSuccessor(0), loop);
  EXPECT_EQ(latch->getTerminator()->getSuccessor(1), end);
}

// Masks are dearest: where 20 of them come and go within the choice there is, no cut is between.
TEST_F(SplitBlocks, CutsWhereTheFewestValuesAreAlive) {
  auto* vector = FixedVectorType::get(b_.getInt32Ty(), 32);
  b_.SetInsertPoint(block("first"));
  Value* x = b_.CreateLoad(vector, memory_);
  std::vector<const Instruction*> masks;
  for (unsigned group = 0; group < 40; ++group) {
    std::vector<Value*> here;
    for (unsigned k = 0; k < 20; ++k) {
      here.push_back(b_.CreateICmpULT(x, ConstantInt::get(vector, group * 100 + k)));
    }
    for (auto* mask : here) masks.push_back(cast<Instruction>(mask));
    for (auto* mask : here) x = b_.CreateSelect(mask, x, ConstantInt::get(vector, group));
  }
  b_.CreateStore(x, memory_);
  b_.CreateRetVoid();

  ASSERT_GE(split_blocks(*function_), 3u);

  EXPECT_EQ(broken(), "");
  for (const auto* mask : masks) {
    EXPECT_FALSE(mask->isUsedOutsideOfBlock(mask->getParent()));
  }
}

TEST_F(SplitBlocks, LeavesAThousandInstructionsWhole) {
  b_.SetInsertPoint(block("first"));
  auto* early = b_.CreateLoad(b_.getInt32Ty(), memory_);
  b_.CreateStore(chain(early, early, 498), memory_);
  b_.CreateRetVoid();
  ASSERT_LE(function_->front().size(), 1000u);

  EXPECT_EQ(split_blocks(*function_), 0u);
  EXPECT_EQ(function_->size(), 1u);
}

}  // namespace
