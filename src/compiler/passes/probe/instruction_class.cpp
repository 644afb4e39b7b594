// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/instruction_class.h"

#include "compiler/ir/math_rows.h"
#include "compiler/ir/matrix_ops.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/probe/access_facts.h"
#include "compiler/passes/probe/counted_functions.h"
#include "compiler/passes/probe/joined_integers.h"
#include "compiler/passes/probe/warp_op_facts.h"
#include "compiler/passes/scalar/let_lanes_pass.h"
#include "compiler/passes/scalar/safe_arithmetic.h"
#include "gpu/transactions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::compiler {

using namespace llvm;
using Class = probes::InstructionClass;
using Classed = std::optional<ClassedInstructions>;

namespace {

unsigned elements(const Type* type) {
  const auto* vector = dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

unsigned integers(const Type* type) {
  const auto bits = type->getScalarType()->isPointerTy() ? 64 : type->getScalarSizeInBits();
  return elements(type) * static_cast<unsigned>(divideCeil(bits, 32));
}

ClassedInstructions of_floats(const Type* type, Class single, Class twice, Class half) {
  const auto* scalar = type->getScalarType();
  const auto id = scalar->isFloatTy() ? single : scalar->isDoubleTy() ? twice : half;
  return {id, elements(type)};
}

// One of a GPU's instructions makes all 64 bits of a product of two words.
bool is_word(const Value* value) {
  if (const auto* number = dyn_cast<ConstantInt>(value)) {
    return number->getValue().isIntN(32) || number->getValue().isSignedIntN(32);
  }
  const auto* cast = dyn_cast<CastInst>(value);
  return cast && isa<ZExtInst, SExtInst>(cast) && cast->getSrcTy()->getScalarSizeInBits() <= 32;
}

// The upper word of 64 bits is a register of its own.
bool chooses_a_word(const BinaryOperator& i) {
  const auto* by = dyn_cast<ConstantInt>(i.getOperand(1));
  return i.isShift() && by && i.getType()->isIntegerTy(64) && by->equalsInt(32);
}

Classed of_binary(const BinaryOperator& i) {
  if (is_joined(i)) return std::nullopt;
  auto* type = i.getType();
  switch (i.getOpcode()) {
    case Instruction::Mul:
      if (!type->isIntegerTy(64) || !is_word(i.getOperand(0)) || !is_word(i.getOperand(1))) break;
      return ClassedInstructions{Class::kInteger, 1};
    case Instruction::LShr:
    case Instruction::Shl:
      if (chooses_a_word(i)) return std::nullopt;
      break;
    case Instruction::FAdd:
    case Instruction::FSub:
      return of_floats(type, Class::kFloatAdd, Class::kDoubleAdd, Class::kHalfAdd);
    case Instruction::FMul:
      return of_floats(type, Class::kFloatMultiply, Class::kDoubleMultiply, Class::kHalfMultiply);
    case Instruction::FDiv:
    case Instruction::FRem:
      return ClassedInstructions{Class::kFloatDivide, elements(type)};
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
      if (isa<Constant>(i.getOperand(1)) || goes_with_a_division(i)) break;
      return ClassedInstructions{Class::kIntegerDivide, elements(type)};
    default:
      break;
  }
  return ClassedInstructions{Class::kInteger, integers(type)};
}

Classed of_address(const GetElementPtrInst& i) {
  const auto variable = count_if(i.indices(), [](const Value* v) { return !isa<Constant>(v); });
  if (variable == 0) return std::nullopt;
  return ClassedInstructions{Class::kAddress, static_cast<unsigned>(variable)};
}

Classed of_intrinsic(const IntrinsicInst& i) {
  auto* type = i.getType();
  switch (i.getIntrinsicID()) {
    case Intrinsic::fma:
    case Intrinsic::fmuladd:
      return of_floats(type, Class::kFloatFma, Class::kDoubleFma, Class::kHalfFma);
    case Intrinsic::sqrt:
      return ClassedInstructions{Class::kSpecial, elements(type)};
    case Intrinsic::minnum:
    case Intrinsic::maxnum:
    case Intrinsic::minimum:
    case Intrinsic::maximum:
    case Intrinsic::minimumnum:
    case Intrinsic::maximumnum:
    case Intrinsic::floor:
    case Intrinsic::ceil:
    case Intrinsic::trunc:
    case Intrinsic::rint:
    case Intrinsic::nearbyint:
    case Intrinsic::round:
    case Intrinsic::roundeven:
    case Intrinsic::copysign:
      return ClassedInstructions{Class::kFloatOther, elements(type)};
    case Intrinsic::fptosi_sat:
    case Intrinsic::fptoui_sat:
      return ClassedInstructions{Class::kConvert, elements(type)};
    case Intrinsic::smin:
    case Intrinsic::smax:
    case Intrinsic::umin:
    case Intrinsic::umax:
    case Intrinsic::abs:
    case Intrinsic::ctpop:
    case Intrinsic::ctlz:
    case Intrinsic::cttz:
    case Intrinsic::bitreverse:
    case Intrinsic::bswap:
    case Intrinsic::fshl:
    case Intrinsic::fshr:
    case Intrinsic::sadd_sat:
    case Intrinsic::uadd_sat:
    case Intrinsic::ssub_sat:
    case Intrinsic::usub_sat:
      return ClassedInstructions{Class::kInteger, integers(type)};
    case Intrinsic::nvvm_membar_cta:
    case Intrinsic::nvvm_membar_gl:
    case Intrinsic::nvvm_membar_sys:
      return ClassedInstructions{Class::kFence, 1};
    case Intrinsic::fabs:
    case Intrinsic::assume:
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::experimental_noalias_scope_decl:
      return std::nullopt;
    default:
      if (isa<DbgInfoIntrinsic>(i)) return std::nullopt;
      if (find_math(*i.getCalledFunction())) {
        return ClassedInstructions{Class::kSpecial, elements(type)};
      }
      return ClassedInstructions{Class::kOther, 1};
  }
}

Classed of_call(const CallInst& i) {
  if (const auto facts = warp_op_facts(i)) {
    const bool moves = facts->op >= abi::WarpOp::kShflIdx && facts->op <= abi::WarpOp::kShflXor;
    return ClassedInstructions{moves ? Class::kShuffle : Class::kVote, 1};
  }
  const auto* callee = i.getCalledFunction();
  if (callee && callee->getName().starts_with("heddle.")) {
    if (pseudo::is(&i, pseudo::kBarrier)) return ClassedInstructions{Class::kBarrier, 1};
    if (is_matrix_op(i)) return ClassedInstructions{Class::kMatrix, 1};
    const bool works = pseudo::is(&i, pseudo::kMbarrier) ||
                       pseudo::is(&i, pseudo::kMbarrierPhase) || pseudo::is(&i, pseudo::kCopy) ||
                       pseudo::is(&i, pseudo::kBulkReduce) || pseudo::is(&i, pseudo::kTensor);
    if (works) return ClassedInstructions{Class::kOther, 1};
    return std::nullopt;
  }
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&i)) return of_intrinsic(*intrinsic);
  if (callee && is_one_instruction(*callee)) return ClassedInstructions{Class::kInteger, 1};
  const auto function = counted_function(i);
  if (function == probes::Function::kTexture) return ClassedInstructions{Class::kOther, 1};
  if (probes::is_computed(function) || (callee && find_math(*callee))) {
    return ClassedInstructions{Class::kSpecial, 1};
  }
  return ClassedInstructions{Class::kCall, 1};
}

// What looks for NaN behind a conversion: a GPU's conversion does so itself.
bool is_part_of_conversion(Instruction& i) {
  if (isa<FCmpInst>(i) && i.hasOneUse()) {
    return isa<SelectInst>(*i.user_begin()) &&
           is_part_of_conversion(*cast<Instruction>(*i.user_begin()));
  }
  if (!isa<SelectInst>(i)) return false;
  return any_of(i.operands(), [&](Value* operand) {
    auto* conversion = dyn_cast<IntrinsicInst>(operand);
    return conversion && converts_to_integer(*conversion) && &end_of_conversion(*conversion) == &i;
  });
}

}  // namespace

Classed class_of(Instruction& i) {
  if (i.hasMetadata(kUncounted)) return std::nullopt;
  if (const auto facts = access_facts(i)) {
    const auto& site = facts->site;
    const auto count = gpu::instructions_of(site.bytes, site.align);
    if (site.event == probes::Event::kAtomic) return ClassedInstructions{Class::kAtomic, count};
    return ClassedInstructions{site.is_store() ? Class::kStore : Class::kLoad, count};
  }
  if (i.mayReadOrWriteMemory() && !isa<CallInst, FenceInst>(i)) return std::nullopt;
  switch (i.getOpcode()) {
    case Instruction::GetElementPtr:
      return of_address(cast<GetElementPtrInst>(i));
    case Instruction::FPToSI:
    case Instruction::FPToUI:
    case Instruction::SIToFP:
    case Instruction::UIToFP:
    case Instruction::FPTrunc:
    case Instruction::FPExt:
      return ClassedInstructions{Class::kConvert, elements(i.getType())};
    case Instruction::ICmp:
      return ClassedInstructions{Class::kInteger, integers(i.getOperand(0)->getType())};
    case Instruction::FCmp:
      if (is_part_of_conversion(i)) return std::nullopt;
      return ClassedInstructions{Class::kFloatOther, elements(i.getType())};
    case Instruction::Select:
      if (is_part_of_conversion(i)) return std::nullopt;
      return ClassedInstructions{Class::kInteger, integers(i.getType())};
    case Instruction::Br:
      if (cast<BranchInst>(i).isUnconditional()) return std::nullopt;
      return ClassedInstructions{Class::kBranch, 1};
    case Instruction::Ret:
      return ClassedInstructions{Class::kExit, 1};
    case Instruction::Call:
      return of_call(cast<CallInst>(i));
    case Instruction::Fence:  // for the compiler alone: no instruction
      if (cast<FenceInst>(i).getSyncScopeID() == SyncScope::SingleThread) return std::nullopt;
      return ClassedInstructions{Class::kFence, 1};
    default:
      break;
  }
  if (const auto* binary = dyn_cast<BinaryOperator>(&i)) return of_binary(*binary);
  return std::nullopt;
}

}  // namespace heddle::compiler
