// SPDX-License-Identifier: Apache-2.0
// The shape of a value: how it differs between the 32 lanes of a warp.
//
//   uniform   the same in every active lane
//   affine    base + offsets[lane] + sum of scale_i * coefficients_i[lane], where base and the
//             scales are uniform run-time values and the arrays are known now. Uniform is the case
//             of no offsets and no terms; `threadIdx.x` is base = 0 or 32 * warp, offsets 0..31.
//   varying   anything
//
// Integers, pointers and i1 may be affine; offsets of an iN are taken modulo 2^N.
#pragma once

#include <array>
#include <cstdint>

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Value.h"

namespace heddle::compiler {

inline constexpr unsigned kLanes = 32;
using Offsets = std::array<std::int64_t, kLanes>;

// Equal arrays have equal addresses; null stands for all zeros.
const Offsets* intern(const Offsets& offsets);

struct Term {
  llvm::Value* scale;  // uniform, of the value's own (integer) type; i64 for pointers
  const Offsets* coefficients;
  bool operator==(const Term&) const = default;
};

struct Shape {
  enum class Kind : std::uint8_t { kUnknown, kAffine, kVarying };

  Kind kind = Kind::kUnknown;
  std::uint8_t base_align = 0;  // log2 of a power of two that divides base; kZeroBase: base == 0
  const Offsets* offsets = nullptr;
  llvm::SmallVector<Term, 1> terms;

  static constexpr std::uint8_t kZeroBase = 64;

  static Shape varying() { return {Kind::kVarying, 0, nullptr, {}}; }
  static Shape uniform(std::uint8_t align = 0) { return {Kind::kAffine, align, nullptr, {}}; }
  static Shape affine(const Offsets& offsets, std::uint8_t align) {
    return {Kind::kAffine, align, intern(offsets), {}};
  }

  bool is_unknown() const { return kind == Kind::kUnknown; }
  bool is_varying() const { return kind == Kind::kVarying; }
  bool is_affine() const { return kind == Kind::kAffine; }
  bool is_uniform() const { return is_affine() && !offsets && terms.empty(); }
  // Every lane's value is known now.
  bool is_constant() const { return is_affine() && base_align == kZeroBase && terms.empty(); }

  std::int64_t offset(unsigned lane) const { return offsets ? (*offsets)[lane] : 0; }
  // True when every offset lies in [0, 2^base_align): base and offsets share no bit.
  bool is_disjoint() const;

  bool operator==(const Shape&) const = default;
};

// The lane values of `a` and `b` agree in their lane-dependent part.
bool same_lanes(const Shape& a, const Shape& b);

// Lanes are something uniform and known numbers, each less than pseudo::kFarthestStep: so near each
// other that divisions by a common number mostly have one quotient.
bool has_near_lanes(const Shape& shape);

}  // namespace heddle::compiler
