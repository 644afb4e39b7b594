// SPDX-License-Identifier: Apache-2.0
// Clamped indices: min(threadIdx.x + 1, last), x == 0 ? x : x - n, x - (x != 0). Such a value has
// no pattern over the lanes, though in all but the warps at a border no lane is clamped.
// Likewise divisions: i / width and i % width of lanes side by side. In all but the warps at the
// end of a row, all lanes have one quotient.
#pragma once

#include "compiler/analysis/shape_analysis.h"

namespace heddle::compiler {

// Metadata of divisions of which it is known that lanes have more than one quotient, or were asked.
inline constexpr const char* kSeveralQuotients = "heddle.several.quotients";

class Clamps {
 public:
  // `but`: a clamp that does something to every lane.
  explicit Clamps(const ShapeAnalysis& shapes, const llvm::Value* but = nullptr)
      : shapes_(shapes), but_(but) {}

  // The shape that the value has where no clamp on the way to it, but `but`, does anything.
  Shape assume(const llvm::Value* value);
  // What the minimum, maximum, select or extended bit is where it does nothing; null: it is no
  // clamp. That is a side of known pattern, when the other is uniform or a comparison for equality
  // chooses it.
  llvm::Value* unclamped(const llvm::Value* value);
  // The division that the value is, of a dividend of known pattern by a uniform divisor that may be
  // larger than the lanes are apart. A mask of low bits and a shift to the right are such
  // divisions, and so is an extension to 64 bits: by 2^32. Null: it is none.
  llvm::Instruction* division(const llvm::Value* value);
  static bool is_division(const llvm::Instruction& instruction);  // by its opcode
  static bool is_quotient(const llvm::Instruction& division);     // the others go on with the lanes
  // What a clamp is where it does something.
  llvm::Value* bound(const llvm::Value* clamp);
  // The comparison by which one is chosen, null for a minimum or maximum, and whether it is true
  // where the clamp does nothing.
  static llvm::ICmpInst* comparison(const llvm::Value* clamp);
  bool is_where_true(const llvm::Value* clamp);

 private:
  Shape assume_once(const llvm::Instruction& instruction);
  static llvm::Constant* of_extension(const llvm::CastInst& extension, bool set);

  const ShapeAnalysis& shapes_;
  const llvm::Value* but_;
  llvm::DenseMap<const llvm::Value*, Shape> assumed_;
};

}  // namespace heddle::compiler
