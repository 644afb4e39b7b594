// SPDX-License-Identifier: Apache-2.0
// How each instruction turns the shapes of its operands into its own.
#include "compiler/analysis/shape_analysis.h"
#include "compiler/analysis/shape_arithmetic.h"
#include "compiler/analysis/warp_calls.h"
#include "compiler/ir/pseudo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

Shape compare(const ICmpInst& i, ShapeOf of) {
  const auto *va = i.getOperand(0), *vb = i.getOperand(1);
  const auto a = of(va), b = of(vb);
  if (a.is_varying() || b.is_varying()) return Shape::varying();
  if (a.is_uniform() && b.is_uniform()) return Shape::uniform();
  if (i.isEquality() && same_lanes(a, b)) return Shape::uniform();
  const auto known = [](const Shape& s, const Value* v) {
    return isa<ConstantInt>(v) || (s.is_constant() && v->getType()->isIntegerTy());
  };
  if (known(a, va) && known(b, vb) && va->getType()->isIntegerTy() && bits_of(*va) <= 64) {
    return fold_shapes(i, a, b, va, vb);
  }
  return Shape::varying();
}

Shape cast_shape(const CastInst& i, ShapeOf of) {
  const auto a = of(i.getOperand(0));
  if (a.is_varying() || a.is_uniform()) {
    return a.is_varying() ? a : Shape::uniform(i.getType()->isIntegerTy() ? a.base_align : 0);
  }
  switch (i.getOpcode()) {
    case Instruction::Trunc: {
      if (!a.terms.empty() || bits_of(i) > 64) return Shape::varying();
      const unsigned bits = bits_of(i);
      return Shape::affine(map([&](unsigned l) { return wrap(a.offset(l), bits); }), a.base_align);
    }
    case Instruction::SExt:
    case Instruction::ZExt: {
      const unsigned from = bits_of(*i.getOperand(0));
      if (!a.terms.empty() || from > 64 || bits_of(i) > 64) return Shape::varying();
      const bool sign = i.getOpcode() == Instruction::SExt;
      if (a.is_constant()) {
        return Shape::affine(
            map([&](unsigned l) {
              const auto o = static_cast<std::uint64_t>(a.offset(l));
              return sign ? a.offset(l)
                          : static_cast<std::int64_t>(o & maskTrailingOnes<std::uint64_t>(from));
            }),
            Shape::kZeroBase);
      }
      // No lane may wrap on the way from the base.
      if (a.is_disjoint() && a.base_align < from - (sign ? 1 : 0)) return a;
      if (!computeKnownBits(i.getOperand(0), i.getDataLayout()).isNonNegative()) {
        return Shape::varying();
      }
      // From lane 0's value none does; the base itself may be negative.
      const auto first = a.offset(0);
      const auto align = first == 0
                             ? a.base_align
                             : std::min<unsigned>(a.base_align, countr_zero(std::uint64_t(first)));
      return Shape::affine(map([&](unsigned l) { return wrap(a.offset(l) - first, from); }),
                           static_cast<std::uint8_t>(align));
    }
    case Instruction::BitCast:
    case Instruction::AddrSpaceCast:
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
      return i.getSrcTy()->isIntOrPtrTy() && i.getDestTy()->isIntOrPtrTy() &&
                     i.getDataLayout().getTypeSizeInBits(i.getSrcTy()) ==
                         i.getDataLayout().getTypeSizeInBits(i.getDestTy())
                 ? a
                 : Shape::varying();
    default:
      return Shape::varying();
  }
}

Shape address(const GetElementPtrInst& i, ShapeOf of) {
  auto result = of(i.getPointerOperand());
  if (!result.is_affine() || i.getType()->isVectorTy()) return Shape::varying();
  const auto& layout = i.getDataLayout();
  for (auto part = gep_type_begin(i); part != gep_type_end(i); ++part) {
    if (auto* structure = part.getStructTypeOrNull()) {
      const auto index = cast<ConstantInt>(part.getOperand())->getZExtValue();
      const auto offset =
          layout.getStructLayout(structure)->getElementOffset(index).getFixedValue();
      result = add_shapes(result, Shape::uniform(offset ? countr_zero(offset) : Shape::kZeroBase),
                          64, false);
      continue;
    }
    auto index = of(part.getOperand());
    if (!index.is_affine()) return Shape::varying();
    // Indices are sign-extended to 64 bits; narrower ones must be known not to wrap.
    if (!part.getOperand()->getType()->isIntegerTy(64) && !index.is_uniform() &&
        !index.is_constant()) {
      return Shape::varying();
    }
    const auto stride = part.getSequentialElementStride(layout).getFixedValue();
    result =
        add_shapes(result, multiply_shape(index, static_cast<std::int64_t>(stride), 64), 64, false);
    if (result.is_varying()) return result;
  }
  if (result.base_align == Shape::kZeroBase) result.base_align = 63;
  return result;
}

Shape call_shape(const CallInst& i, ShapeOf of) {
  if (pseudo::is(&i, pseudo::kLane)) {
    return Shape::affine(map([](unsigned l) { return l; }), Shape::kZeroBase);
  }
  if (pseudo::is(&i, pseudo::kSteps32) || pseudo::is(&i, pseudo::kSteps64)) {
    const auto value = of(i.getArgOperand(0));
    if (!has_near_lanes(value)) return Shape::uniform(Shape::kZeroBase);
    return {Shape::Kind::kAffine, Shape::kZeroBase, value.offsets, {}};
  }
  if (pseudo::is(&i, pseudo::kEntryMask)) return Shape::varying();
  if (pseudo::is(&i, pseudo::kProbeAdmit)) return of(i.getArgOperand(1));
  if (i.getType()->isVoidTy()) return Shape::uniform();
  const auto kind = call_result(i);
  if (kind == CallResult::kUniform) return Shape::uniform();
  if (kind == CallResult::kVarying) return Shape::varying();
  if (kind != CallResult::kAsArguments) {
    const unsigned number = kind == CallResult::kAsFirst    ? 0
                            : kind == CallResult::kAsSecond ? 1
                                                            : 2;
    return of(i.getArgOperand(number)).is_uniform() ? Shape::uniform() : Shape::varying();
  }
  for (const auto& argument : i.args()) {
    const auto shape = of(argument);
    if (!shape.is_uniform()) return Shape::varying();
  }
  return Shape::uniform();
}

}  // namespace

Shape transfer_shape(const Instruction& i, ShapeOf of) {
  bool uniform = true;
  for (const auto& operand : i.operands()) {
    if (isa<BasicBlock>(operand)) continue;
    const auto shape = of(operand);
    if (shape.is_unknown()) return Shape{};
    if (!shape.is_uniform()) uniform = false;
  }
  if (const auto* call = dyn_cast<CallInst>(&i)) return call_shape(*call, of);
  if (i.isBinaryOp()) return binary_shape(i, of);
  if (const auto* c = dyn_cast<ICmpInst>(&i)) return compare(*c, of);
  if (const auto* c = dyn_cast<CastInst>(&i)) return cast_shape(*c, of);
  if (const auto* gep = dyn_cast<GetElementPtrInst>(&i)) return address(*gep, of);
  switch (i.getOpcode()) {
    case Instruction::Alloca: {
      // Each lane has its own copy, one after another.
      const auto& alloca = cast<AllocaInst>(i);
      const auto size = alloca.getAllocationSize(i.getDataLayout())->getFixedValue();
      const auto stride = static_cast<std::int64_t>(alignTo(size, alloca.getAlign()));
      return Shape::affine(map([&](unsigned l) { return l * stride; }), 0);
    }
    case Instruction::AtomicRMW:
    case Instruction::AtomicCmpXchg:
      return Shape::varying();
    case Instruction::Freeze:
      return of(i.getOperand(0));
    case Instruction::Select: {
      const auto condition = of(i.getOperand(0)), a = of(i.getOperand(1)), b = of(i.getOperand(2));
      if (i.getOperand(1) == i.getOperand(2)) return a;
      if (!condition.is_uniform() || !same_lanes(a, b)) return Shape::varying();
      auto result = a;
      result.base_align = std::min(a.base_align, b.base_align);
      if (result.base_align == Shape::kZeroBase && !result.is_uniform()) return result;
      return result;
    }
    default:
      return uniform ? Shape::uniform() : Shape::varying();
  }
}

}  // namespace heddle::compiler
