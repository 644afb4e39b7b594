// SPDX-License-Identifier: Apache-2.0
// How each instruction turns the shapes of its operands into its own.
#include "compiler/analysis/shape_analysis.h"
#include "compiler/analysis/warp_calls.h"
#include "compiler/pseudo.h"
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

using ShapeOf = function_ref<Shape(const Value*)>;

std::int64_t wrap(std::int64_t value, unsigned bits) {
  return bits >= 64 ? value : SignExtend64(static_cast<std::uint64_t>(value), bits);
}

template <class F>
Offsets map(F each) {
  Offsets result;
  for (unsigned lane = 0; lane < kLanes; ++lane) result[lane] = each(lane);
  return result;
}

unsigned bits_of(const Value& value) {
  const auto* type = value.getType();
  return type->isPointerTy() ? 64 : type->getIntegerBitWidth();
}

std::uint8_t align_sum(std::uint8_t a, std::uint8_t b) {
  return std::min(a, b);
}

Shape add(const Shape& a, const Shape& b, unsigned bits, bool subtract) {
  const std::int64_t sign = subtract ? -1 : 1;
  auto result =
      Shape::affine(map([&](unsigned l) { return wrap(a.offset(l) + sign * b.offset(l), bits); }),
                    align_sum(a.base_align, b.base_align));
  result.terms = a.terms;
  for (const auto& term : b.terms) {
    auto* same = find_if(result.terms, [&](const Term& t) { return t.scale == term.scale; });
    const bool found = same != result.terms.end();
    const auto* sum = intern(map([&](unsigned l) {
      return (found ? (*same->coefficients)[l] : 0) + sign * (*term.coefficients)[l];
    }));
    if (!found) {
      result.terms.push_back({term.scale, sum});
    } else if (sum) {
      same->coefficients = sum;
    } else {
      result.terms.erase(same);
    }
  }
  constexpr std::size_t kMaxTerms = 3;
  return result.terms.size() > kMaxTerms ? Shape::varying() : result;
}

Shape multiply_constant(const Shape& a, std::int64_t factor, unsigned bits) {
  const auto extra = factor == 0 ? 0 : countr_zero(static_cast<std::uint64_t>(factor));
  auto result = Shape::affine(
      map([&](unsigned l) {
        return wrap(static_cast<std::int64_t>(static_cast<std::uint64_t>(a.offset(l)) * factor),
                    bits);
      }),
      a.base_align == Shape::kZeroBase
          ? a.base_align
          : static_cast<std::uint8_t>(std::min(63, a.base_align + extra)));
  for (const auto& term : a.terms) {
    result.terms.push_back(
        {term.scale, intern(map([&](unsigned l) { return (*term.coefficients)[l] * factor; }))});
  }
  return factor == 0 ? Shape::uniform(Shape::kZeroBase) : result;
}

Shape multiply(const Instruction& i, const Shape& a, const Shape& b, unsigned bits) {
  if (const auto* c = dyn_cast<ConstantInt>(i.getOperand(1)); c && bits <= 64) {
    return multiply_constant(a, c->getSExtValue(), bits);
  }
  // (base + offsets) * scale = base * scale + scale * offsets.
  const bool left = b.is_uniform();
  const auto& lanes = left ? a : b;
  auto* scale = i.getOperand(left ? 1 : 0);
  if (!(left || a.is_uniform()) || !lanes.terms.empty()) return Shape::varying();
  Shape result = Shape::uniform(lanes.base_align == Shape::kZeroBase ? Shape::kZeroBase : 0);
  result.terms.push_back({scale, lanes.offsets});
  return result;
}

// Evaluates the operation lane by lane when every lane of every operand is a known number.
Shape fold(const Instruction& i, const Shape& a, const Shape& b, const Value* va, const Value* vb) {
  const auto constant = [](const Shape& s, const Value* v, unsigned lane, unsigned bits) {
    if (const auto* c = dyn_cast<ConstantInt>(v)) return c->getValue();
    return APInt(bits, static_cast<std::uint64_t>(s.offset(lane)), true, true);
  };
  const unsigned bits = bits_of(*va);
  Offsets result;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const APInt x = constant(a, va, lane, bits), y = constant(b, vb, lane, bits);
    APInt z(bits, 0);
    if (const auto* compare = dyn_cast<ICmpInst>(&i)) {
      result[lane] = ICmpInst::compare(x, y, compare->getPredicate()) ? -1 : 0;
      continue;
    }
    switch (i.getOpcode()) {
      case Instruction::Add:
        z = x + y;
        break;
      case Instruction::Sub:
        z = x - y;
        break;
      case Instruction::Mul:
        z = x * y;
        break;
      case Instruction::And:
        z = x & y;
        break;
      case Instruction::Or:
        z = x | y;
        break;
      case Instruction::Xor:
        z = x ^ y;
        break;
      case Instruction::Shl:
        if (y.uge(bits)) return Shape::varying();
        z = x.shl(y);
        break;
      case Instruction::LShr:
        if (y.uge(bits)) return Shape::varying();
        z = x.lshr(y);
        break;
      case Instruction::AShr:
        if (y.uge(bits)) return Shape::varying();
        z = x.ashr(y);
        break;
      case Instruction::UDiv:
        if (y.isZero()) return Shape::varying();
        z = x.udiv(y);
        break;
      case Instruction::URem:
        if (y.isZero()) return Shape::varying();
        z = x.urem(y);
        break;
      case Instruction::SDiv:
      case Instruction::SRem:
        if (y.isZero() || (y.isAllOnes() && x.isMinSignedValue())) return Shape::varying();
        z = i.getOpcode() == Instruction::SDiv ? x.sdiv(y) : x.srem(y);
        break;
      default:
        return Shape::varying();
    }
    result[lane] = z.getSExtValue();
  }
  return Shape::affine(result, Shape::kZeroBase);
}

// Bitwise operations and shifts by a constant act on the free low bits (the lanes) and on the
// base separately.
Shape bitwise(const Instruction& i, const Shape& a, unsigned bits) {
  const auto* c = dyn_cast<ConstantInt>(i.getOperand(1));
  if (!c || !a.is_disjoint() || bits > 64) return Shape::varying();
  const auto value = c->getZExtValue();
  const unsigned free = std::min<unsigned>(a.base_align, bits);
  const std::uint64_t low = free >= 64 ? ~0ull : (1ull << free) - 1;
  switch (i.getOpcode()) {
    case Instruction::And: {
      const bool base_gone = (value & ~low & maskTrailingOnes<std::uint64_t>(bits)) == 0;
      const auto zeros = static_cast<std::uint8_t>(value ? countr_zero(value) : 63);
      return Shape::affine(
          map([&](unsigned l) { return a.offset(l) & (std::int64_t)(value & low); }),
          base_gone ? Shape::kZeroBase : std::max(a.base_align, zeros));
    }
    case Instruction::Or:
    case Instruction::Xor: {
      const bool same_base = (value & ~low & maskTrailingOnes<std::uint64_t>(bits)) == 0;
      return Shape::affine(
          map([&](unsigned l) {
            const auto o = static_cast<std::uint64_t>(a.offset(l)), v = value & low;
            return static_cast<std::int64_t>(i.getOpcode() == Instruction::Or ? o | v : o ^ v);
          }),
          same_base ? a.base_align : static_cast<std::uint8_t>(free));
    }
    case Instruction::LShr:
    case Instruction::AShr: {
      if (value >= bits) return Shape::varying();
      const auto left = a.base_align == Shape::kZeroBase ? Shape::kZeroBase
                        : a.base_align > value ? static_cast<std::uint8_t>(a.base_align - value)
                                               : std::uint8_t{0};
      return Shape::affine(map([&](unsigned l) { return a.offset(l) >> value; }), left);
    }
    default:
      return Shape::varying();
  }
}

Shape binary(const Instruction& i, ShapeOf of) {
  const auto a = of(i.getOperand(0)), b = of(i.getOperand(1));
  if (a.is_varying() || b.is_varying()) return Shape::varying();
  if (!i.getType()->isIntegerTy() || bits_of(i) > 64) {
    return a.is_uniform() && b.is_uniform() ? Shape::uniform() : Shape::varying();
  }
  const unsigned bits = bits_of(i);
  const auto known = [](const Shape& s, const Value* v) {
    return isa<ConstantInt>(v) || (s.is_constant() && !isa<UndefValue>(v));
  };
  const bool uniform = a.is_uniform() && b.is_uniform();
  if (!uniform && known(a, i.getOperand(0)) && known(b, i.getOperand(1))) {
    const auto folded = fold(i, a, b, i.getOperand(0), i.getOperand(1));
    if (!folded.is_varying()) return folded;
  }
  switch (i.getOpcode()) {
    case Instruction::Add:
      return add(a, b, bits, false);
    case Instruction::Sub:
      return add(a, b, bits, true);
    case Instruction::Or:
      if (cast<PossiblyDisjointInst>(i).isDisjoint()) return add(a, b, bits, false);
      break;
    case Instruction::Mul:
      if (!uniform) return multiply(i, a, b, bits);
      break;
    case Instruction::Shl:
      if (const auto* c = dyn_cast<ConstantInt>(i.getOperand(1)); c && c->getZExtValue() < bits) {
        return multiply_constant(a, std::int64_t(1ull << c->getZExtValue()), bits);
      }
      break;
    default:
      break;
  }
  if (!uniform) return b.is_uniform() ? bitwise(i, a, bits) : Shape::varying();
  // Uniform: all that is left to know is the alignment.
  if (i.getOpcode() == Instruction::Mul) {
    if (a.base_align == Shape::kZeroBase || b.base_align == Shape::kZeroBase) {
      return Shape::uniform(Shape::kZeroBase);
    }
    return Shape::uniform(static_cast<std::uint8_t>(std::min(63, a.base_align + b.base_align)));
  }
  const auto known_bits = computeKnownBits(&i, i.getDataLayout());
  return Shape::uniform(
      static_cast<std::uint8_t>(std::min<unsigned>(63, known_bits.countMinTrailingZeros())));
}

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
    return fold(i, a, b, va, vb);
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
      const bool disjoint = a.is_disjoint() && a.base_align < from - (sign ? 1 : 0);
      if (disjoint || computeKnownBits(i.getOperand(0), i.getDataLayout()).isNonNegative()) {
        return a;
      }
      return Shape::varying();
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
      result =
          add(result, Shape::uniform(offset ? countr_zero(offset) : Shape::kZeroBase), 64, false);
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
        add(result, multiply_constant(index, static_cast<std::int64_t>(stride), 64), 64, false);
    if (result.is_varying()) return result;
  }
  if (result.base_align == Shape::kZeroBase) result.base_align = 63;
  return result;
}

Shape call_shape(const CallInst& i, ShapeOf of) {
  if (pseudo::is(&i, pseudo::kLane)) {
    return Shape::affine(map([](unsigned l) { return l; }), Shape::kZeroBase);
  }
  if (pseudo::is(&i, pseudo::kEntryMask)) return Shape::varying();
  if (i.getType()->isVoidTy()) return Shape::uniform();
  const auto kind = call_result(i);
  if (kind == CallResult::kUniform) return Shape::uniform();
  if (kind == CallResult::kVarying) return Shape::varying();
  if (kind == CallResult::kAsFirst) {
    return of(i.getArgOperand(0)).is_uniform() ? Shape::uniform() : Shape::varying();
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
  if (i.isBinaryOp()) return binary(i, of);
  if (const auto* c = dyn_cast<ICmpInst>(&i)) return compare(*c, of);
  if (const auto* c = dyn_cast<CastInst>(&i)) return cast_shape(*c, of);
  if (const auto* gep = dyn_cast<GetElementPtrInst>(&i)) return address(*gep, of);
  switch (i.getOpcode()) {
    case Instruction::Alloca: {
      // Each lane has its own copy, one after another.
      const auto& alloca = cast<AllocaInst>(i);
      const auto size = alloca.getAllocationSize(i.getDataLayout());
      if (!size) return Shape::varying();
      const auto stride =
          static_cast<std::int64_t>(alignTo(size->getFixedValue(), alloca.getAlign()));
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
