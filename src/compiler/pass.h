// SPDX-License-Identifier: Apache-2.0
// A pass of the compiler: one row of the table in pipeline.cpp.
#pragma once

#include <cstdint>
#include <type_traits>

#include "llvm/Support/Error.h"

namespace heddle::compiler {

struct Compilation;

struct Pass {
  // Which kernels take it.
  enum class Of : std::uint8_t {
    kAll,
    kWarps,          // those whose warps are vectors
    kWarpsAndHeard,  // these, and single threads that a tool listens to
    kThreads,  // those whose threads stay single: the slow reference, lanes that wait for others
  };
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
