// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/shape_arithmetic.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

namespace heddle::compiler {

using namespace llvm;

static std::uint8_t align_sum(std::uint8_t a, std::uint8_t b) {
  return std::min(a, b);
}

Shape add_shapes(const Shape& a, const Shape& b, unsigned bits, bool subtract) {
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

Shape multiply_shape(const Shape& a, std::int64_t factor, unsigned bits) {
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

static Shape multiply(const Instruction& i, const Shape& a, const Shape& b, unsigned bits) {
  if (const auto* c = dyn_cast<ConstantInt>(i.getOperand(1)); c && bits <= 64) {
    return multiply_shape(a, c->getSExtValue(), bits);
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
Shape fold_shapes(const Instruction& i, const Shape& a, const Shape& b, const Value* va,
                  const Value* vb) {
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
static Shape bitwise(const Instruction& i, const Shape& a, unsigned bits) {
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

Shape binary_shape(const Instruction& i, ShapeOf of) {
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
    const auto folded = fold_shapes(i, a, b, i.getOperand(0), i.getOperand(1));
    if (!folded.is_varying()) return folded;
  }
  switch (i.getOpcode()) {
    case Instruction::Add:
      return add_shapes(a, b, bits, false);
    case Instruction::Sub:
      return add_shapes(a, b, bits, true);
    case Instruction::Or:
      if (cast<PossiblyDisjointInst>(i).isDisjoint()) return add_shapes(a, b, bits, false);
      break;
    case Instruction::Mul:
      if (!uniform) return multiply(i, a, b, bits);
      break;
    case Instruction::Shl:
      if (const auto* c = dyn_cast<ConstantInt>(i.getOperand(1)); c && c->getZExtValue() < bits) {
        return multiply_shape(a, std::int64_t(1ull << c->getZExtValue()), bits);
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

}  // namespace heddle::compiler
