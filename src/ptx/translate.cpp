// SPDX-License-Identifier: Apache-2.0
#include "ptx/translate.h"

#include <set>

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "ptx/emit_instruction.h"
#include "ptx/lexer.h"
#include "ptx/parser.h"
#include "ptx/promote_slots.h"
#include "ptx/shared_addresses.h"
#include "ptx/table.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

// From so many on, mem2reg is too slow for them (promote_slots.h).
constexpr std::size_t kManySlots = 1000;

// The width of a register constraint; none for constants.
std::optional<unsigned> register_width(StringRef code) {
  if (code == "h" || code == "c") return 16;
  if (code == "r" || code == "f") return 32;
  if (code == "l" || code == "d") return 64;
  if (code == "q") return 128;
  if (code == "b") return 1;
  return {};
}

Value* to_bits(IRBuilder<>& b, Value* value, unsigned width) {
  auto* type = value->getType();
  if (type->isPointerTy()) {
    value = b.CreatePtrToInt(value, b.getInt64Ty());
  } else if (!type->isIntegerTy()) {
    value = b.CreateBitCast(value, b.getIntNTy(type->getPrimitiveSizeInBits().getFixedValue()));
  }
  return b.CreateZExtOrTrunc(value, b.getIntNTy(width));
}

Value* from_bits(IRBuilder<>& b, Value* bits, llvm::Type* type) {
  if (type->isPointerTy()) return b.CreateIntToPtr(bits, type);
  const auto width = type->getPrimitiveSizeInBits().getFixedValue();
  return b.CreateBitCast(b.CreateZExtOrTrunc(bits, b.getIntNTy(width)), type);
}

class Translation {
 public:
  Translation(CallInst& call, SmallVectorImpl<AllocaInst*>& slots, unsigned number)
      : call_(call), slots_(slots), b_(&call), number_(number) {}

  // Empty, or what is wrong.
  std::string run() {
    const auto& code = *cast<InlineAsm>(call_.getCalledOperand());
    const auto text = expand_template(code.getAsmString(), number_);
    auto program = parse(text);
    if (!program) return toString(program.takeError());
    statement_.program = std::move(*program);
    statement_.is_volatile = code.hasSideEffects();
    bind_arguments(code);
    for (const auto type : statement_.program.registers) {
      statement_.registers.push_back(slot(b_.getIntNTy(type.bits)));
    }
    statement_.carry = slot(b_.getInt1Ty());

    // To split a block is a walk over what stands behind, so only where there will be blocks.
    auto* head = call_.getParent();
    auto* tail = has_blocks() ? SplitBlock(head, &call_) : nullptr;
    if (tail) {
      head->getTerminator()->eraseFromParent();
      b_.SetInsertPoint(head);
    }
    for (std::size_t k = 0; k < statement_.program.labels.size(); ++k) {
      statement_.labels.push_back(
          BasicBlock::Create(b_.getContext(), "ptx.label", tail->getParent(), tail));
    }
    const auto& instructions = statement_.program.instructions;
    for (std::size_t k = 0; k < instructions.size() && error_.empty(); ++k) {
      enter_labels(k);
      instruction(instructions[k]);
    }
    enter_labels(instructions.size());
    if (tail) b_.CreateBr(tail);
    b_.SetInsertPoint(&call_);
    if (is_compiler_fence())
      b_.CreateFence(AtomicOrdering::SequentiallyConsistent, SyncScope::SingleThread);
    if (!call_.getType()->isVoidTy()) call_.replaceAllUsesWith(result());
    call_.eraseFromParent();
    if (tail) MergeBlockIntoPredecessor(tail);
    return error_;
  }

 private:
  bool has_blocks() const {
    const auto& program = statement_.program;
    const auto makes_some = [](const Instruction& i) {
      const auto* row = find_row(i.opcode);
      return i.guard || !row || row->makes_blocks ||
             is_contained(i.modifiers, "multicast::cluster");  // for_each_block
    };
    return !program.labels.empty() || any_of(program.instructions, makes_some);
  }

  // `while (*flag == 0) asm volatile("" ::: "memory");` reads anew in each round, although nothing
  // is left of the statement. Those that access memory say it themselves.
  bool is_compiler_fence() const {
    return statement_.is_volatile && statement_.clobbers_memory &&
           all_of(statement_.program.instructions, [](const Instruction& i) {
             return i.opcode == "prefetch" || i.opcode == "prefetchu" || i.opcode == "mov";
           });
  }

  AllocaInst* slot(llvm::Type* type) {
    auto& entry = call_.getFunction()->getEntryBlock();
    IRBuilder<> at(&entry, entry.getFirstInsertionPt());
    slots_.push_back(at.CreateAlloca(type));
    return slots_.back();
  }

  // One argument for each %N, in the order of the constraints.
  void bind_arguments(const InlineAsm& code) {
    unsigned input = 0;
    for (const auto& constraint : code.ParseConstraints()) {
      if (constraint.Type == InlineAsm::isClobber) {
        if (constraint.Codes.front() == "{memory}") statement_.clobbers_memory = true;
        continue;
      }
      const auto width = register_width(constraint.Codes.front());
      Statement::Argument argument;
      if (constraint.Type == InlineAsm::isOutput) {
        if (constraint.isIndirect || !width) fail("constraint '=" + constraint.Codes.front() + "'");
        argument.slot = slot(b_.getIntNTy(width.value_or(32)));
        outputs_.push_back(argument.slot);
      } else {
        auto* value = call_.getArgOperand(input++);
        unsigned tied = 0;
        if (!StringRef(constraint.Codes.front()).getAsInteger(10, tied) && tied < outputs_.size()) {
          // "+r": the text speaks of the output.
          auto* storage = outputs_[tied];
          b_.CreateStore(to_bits(b_, value, storage->getAllocatedType()->getIntegerBitWidth()),
                         storage);
          argument.slot = storage;
        } else if (width) {
          argument.value = to_bits(b_, value, *width);
        } else if (isa<ConstantInt, ConstantFP>(value)) {
          argument.value = value;
          argument.constant = true;
        } else {
          fail("constraint '" + constraint.Codes.front() + "' needs a constant");
          argument.value = b_.getInt32(0);
        }
      }
      statement_.arguments.push_back(argument);
    }
  }

  void enter_labels(std::size_t position) {
    for (std::size_t k = 0; k < statement_.labels.size(); ++k) {
      if (statement_.program.labels[k] != position) continue;
      b_.CreateBr(statement_.labels[k]);
      b_.SetInsertPoint(statement_.labels[k]);
    }
  }

  void instruction(const Instruction& i) {
    const auto why = emit_instruction(b_, statement_, i);
    if (!why.empty()) fail(why);
  }

  Value* result() {
    const auto load = [&](AllocaInst* from, llvm::Type* type) {
      return from_bits(b_, b_.CreateLoad(from->getAllocatedType(), from), type);
    };
    auto* type = call_.getType();
    if (!type->isStructTy()) return load(outputs_.front(), type);
    Value* all = PoisonValue::get(type);
    for (unsigned k = 0; k < type->getStructNumElements(); ++k) {
      all = b_.CreateInsertValue(all, load(outputs_[k], type->getStructElementType(k)), k);
    }
    return all;
  }

  void fail(const Twine& why) {
    if (error_.empty()) error_ = why.str();
  }

  CallInst& call_;
  SmallVectorImpl<AllocaInst*>& slots_;
  IRBuilder<> b_;
  unsigned number_;
  Statement statement_;
  SmallVector<AllocaInst*, 4> outputs_;
  std::string error_;
};

std::string place(const CallInst& call) {
  const auto* location = call.getDebugLoc().get();
  if (!location) return call.getModule()->getSourceFileName() + ": ";
  return (location->getFilename() + ":" + Twine(location->getLine()) + ":" +
          Twine(std::max(1u, location->getColumn())) + ": ")
      .str();
}

}  // namespace

Error translate(Module& module) {
  std::set<std::string> errors;
  unsigned number = 0;
  for (auto& function : module) {
    SmallVector<CallInst*, 16> calls;
    for (auto& instruction : instructions(function)) {
      auto* call = dyn_cast<CallInst>(&instruction);
      if (call && call->isInlineAsm()) calls.push_back(call);
    }
    if (calls.empty()) continue;
    SmallVector<AllocaInst*, 32> slots;
    bool complete = true;
    // From the end, where less and less stands behind the calls in their blocks.
    for (auto* call : reverse(calls)) {
      const auto where = place(*call);
      const auto error = Translation(*call, slots, ++number).run();
      if (error.empty()) continue;
      errors.insert(where + "error: inline PTX: " + error);
      complete = false;
    }
    if (!complete) continue;
    EliminateUnreachableBlocks(function);
    DominatorTree dominators(function);
    if (slots.size() < kManySlots) {
      PromoteMemToReg(slots, dominators);
    } else if (const auto left = promote_slots(slots); !left.empty()) {
      PromoteMemToReg(left, dominators);
    }
    fold_shared_addresses(function);
  }
  if (errors.empty()) return Error::success();
  return createStringError(join(errors, "\n"));
}

}  // namespace heddle::ptx
