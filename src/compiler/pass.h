// SPDX-License-Identifier: Apache-2.0
// A pass of the compiler: one row of the table in pipeline.cpp.
#pragma once

#include <cstdint>
#include <type_traits>

#include "llvm/Support/Error.h"

namespace heddle::compiler {

struct Compilation;

struct Pass {
  // Which kernels take it: those whose warps are vectors, and four kinds of those whose threads
  // stay single.
  enum class Of : std::uint8_t {
    kWarps = 1,
    kPlain = 2,    // the slow reference, lanes that wait for others
    kHeard = 4,    // a tool listens
    kHurried = 8,  // too large to be compiled as vectors, see weigh_kernel.h
    kDebug = 16,   // a debugger is to show every statement and variable
    kThreads = kPlain | kHeard | kHurried | kDebug,
    kWarpsAndHeard = kWarps | kHeard,
    kWarpsAndHurried = kWarps | kHurried,
    kPlainAndHurried = kPlain | kHurried,
    kWeighed = kWarps | kPlain | kHurried,
    kAllButPlain = kWarps | kHeard | kHurried,
    kAllButDebug = kWarps | kPlain | kHeard | kHurried,
    kAll = kWarps | kThreads,
  };
  bool is_of(Of kernels) const {
    return (static_cast<unsigned>(of) & static_cast<unsigned>(kernels)) != 0;
  }
  enum class Need : std::uint8_t {
    kRequired,
    kSpeed,  // the code is right without it (HEDDLE_PASSES=-name)
  };

  const char* name;  // also the name of its file and function, and of its folder in tests/ir
  const char* sentence;
  // Returns on how many places it changed something.
  llvm::Expected<unsigned> (*run)(Compilation& c);
  Of of = Of::kAll;
  Need need = Need::kRequired;
  // What may no longer occur afterwards; null: LLVM's own verifier is all there is to check.
  llvm::Error (*verify)(const Compilation& c) = nullptr;
};

}  // namespace heddle::compiler
