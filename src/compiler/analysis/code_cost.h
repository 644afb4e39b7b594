// SPDX-License-Identifier: Apache-2.0
// What LLVM's code generation will cost, said before it is done: the CPU's instructions that the
// code will have, by kind, times what one of a kind takes to be selected, scheduled and allocated.
//
// One instruction on 32 lanes becomes as many as registers hold its lanes, more where the CPU has
// no such instruction: a masked access of bytes is 32 branches, a gather without AVX2 32 loads. The
// factors and times are a fit to what kernels of three public collections took
// (bench/compile_time/calibrate; docs/compile-time.md says how far it is off).
#pragma once

#include <array>
#include <cstdint>

#include "compiler/target.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

// Kinds of instructions, each with a price of its own.
enum class CodeKind : std::uint8_t {
  kScalar,    // of one lane: also addresses and control flow
  kPlain,     // arithmetic and logic on registers of lanes, moves, accesses of whole registers
  kMask,      // what makes or joins masks, and what selects by one
  kElement,   // goes through the lanes one by one: gathers, divisions, foreign conversions
  kCall,      // with what is saved around it
  kCount
};

// How many instructions of each kind.
struct CodeSize {
  std::array<double, static_cast<std::size_t>(CodeKind::kCount)> count{};

  double& operator[](CodeKind kind) { return count[static_cast<std::size_t>(kind)]; }
  double operator[](CodeKind kind) const { return count[static_cast<std::size_t>(kind)]; }
  CodeSize& operator+=(const CodeSize& other);
  // CPU seconds of code generation.
  double seconds(const Isa& isa) const;
};

// Of finished code.
CodeSize size_of_code(const llvm::Module& module, const Isa& isa);

// Of the code of one thread, once it is that of a warp. It does not know of copies that are made on
// the way, nor of what is simplified.
CodeSize size_of_warp_code(llvm::Module& module, const Isa& isa);

}  // namespace heddle::compiler
