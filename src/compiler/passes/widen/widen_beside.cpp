// SPDX-License-Identifier: Apache-2.0
// Loads at places that are computed in float, such as texels (devicelib/texture_quick.h marks
// them). The compiler cannot know that the lanes lie side by side; mostly they do, and one
// comparison of their offsets tells. Then a few vector loads do what a gather would.
#include "compiler/ir/fast_path.h"
#include "compiler/passes/widen/access.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// The number whose differences between lanes are those of the address: what is added to it is the
// same in all of them. It has 32 bits where they are all that varies, else 64.
Value* varying_offset(Value* pointer, function_ref<bool(Value*)> is_uniform) {
  auto* gep = dyn_cast<GetElementPtrInst>(pointer);
  if (!gep || gep->getNumIndices() != 1 || !gep->getSourceElementType()->isIntegerTy(8) ||
      !is_uniform(gep->getPointerOperand())) {
    return nullptr;
  }
  auto* offset = gep->getOperand(1);
  for (;;) {
    auto* sum = dyn_cast<BinaryOperator>(offset);
    if (!sum || sum->getOpcode() != Instruction::Add) break;
    if (is_uniform(sum->getOperand(0))) {
      offset = sum->getOperand(1);
    } else if (is_uniform(sum->getOperand(1))) {
      offset = sum->getOperand(0);
    } else {
      break;
    }
  }
  auto* extended = dyn_cast<SExtInst>(offset);
  if (extended && extended->getSrcTy()->isIntegerTy(32)) return extended->getOperand(0);
  return offset->getType()->isIntegerTy(64) ? offset : nullptr;
}

// The summand that is not the same in all lanes: lookups in one column have it in common.
Value* varying_summand(Value* offset, function_ref<bool(Value*)> is_uniform) {
  auto* sum = dyn_cast<BinaryOperator>(offset);
  if (!sum || sum->getOpcode() != Instruction::Add) return offset;
  if (is_uniform(sum->getOperand(0))) return sum->getOperand(1);
  return is_uniform(sum->getOperand(1)) ? sum->getOperand(0) : offset;
}

}  // namespace

// i1: lane 0 is active, and all that are lie side by side from there on. Null: that cannot be
// asked.
Value* Widener::lie_beside(LoadInst& i, unsigned bytes) {
  auto* pointer = i.getPointerOperand();
  if (!shape(pointer).is_varying()) return nullptr;
  const auto is_uniform = [&](Value* value) { return shape(value).is_uniform(); };
  auto* offset = varying_offset(pointer, is_uniform);
  if (!offset) return nullptr;
  auto* offsets = vector(varying_summand(offset, is_uniform));
  auto* type = offset->getType();
  SmallVector<Constant*, kLanes> steps;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    steps.push_back(ConstantInt::get(type, std::uint64_t{lane} * bytes));
  }
  auto* first = b_.CreateExtractElement(offsets, std::uint64_t{0});
  auto* equal = b_.CreateICmpEQ(b_.CreateSub(offsets, ConstantVector::get(steps)), splat(first));
  // Numbers of lanes that are off may be anything, and nothing may follow from them.
  if (!mask_.all()) equal = b_.CreateSelect(mask_vector(), equal, splat(b_.getTrue()));
  Value* all = b_.CreateICmpEQ(bits_of(equal), b_.getInt32(~0u));
  if (type->isIntegerTy(32)) {
    // Nothing wraps around on the way to 64 bits.
    auto* begin = b_.CreateExtractElement(vector(offset), std::uint64_t{0});
    all = b_.CreateAnd(all, b_.CreateICmpSLE(begin, b_.getInt32(INT32_MAX - kLanes * bytes)));
  }
  if (mask_.all()) return all;
  auto* lane_0 = b_.CreateExtractElement(mask_vector(), std::uint64_t{0});
  return b_.CreateSelect(lane_0, all, b_.getFalse());
}

// A load that is marked, of one number a lane.
bool Widener::load_beside(LoadInst& i) {
  if (!i.hasMetadata(LLVMContext::MD_nontemporal) || !i.isSimple() || is_tuple(i.getType()) ||
      admitted(i.getPointerOperand())) {
    return false;
  }
  const auto bits = layout_.getTypeSizeInBits(i.getType()).getFixedValue();
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64) return false;
  const auto bytes = static_cast<unsigned>(bits / 8);
  auto* beside = lie_beside(i, bytes);
  if (!beside) return false;
  auto* pointers = vector(i.getPointerOperand());
  Access side_by_side{Lanes::varying(pointers), i.getAlign()};
  auto* type = vector_type(i.getType());
  auto* result = either(
      beside,
      [&]() -> Value* {
        auto* at = b_.CreateExtractElement(pointers, std::uint64_t{0});
        if (mask_.all()) return load_piece(side_by_side, type, at);
        return load_masked(side_by_side, type, at, mask_vector());
      },
      [&] { return materialise(load_value(side_by_side, i.getType())); });
  define(i, Lanes::varying(result));
  return true;
}

}  // namespace heddle::compiler
