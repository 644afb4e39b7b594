// SPDX-License-Identifier: Apache-2.0
// What the table in pipeline.cpp makes rows of: passes over the compilation, the module or one
// function.
#pragma once

#include <type_traits>
#include <vector>

#include "compiler/compilation.h"

namespace heddle::compiler {

// The functions of the module that have a body. Passes may add and remove others meanwhile.
inline std::vector<llvm::Function*> defined(llvm::Module& module) {
  std::vector<llvm::Function*> result;
  for (auto& function : module) {
    if (!function.isDeclaration()) result.push_back(&function);
  }
  return result;
}

// What a pass says of itself, as the number of places that it changed: a pass that does not count
// and cannot know may have changed one.
template <class Run>
llvm::Expected<unsigned> places(Run run) {
  using Result = std::invoke_result_t<Run>;
  if constexpr (std::is_void_v<Result>) {
    run();
    return 1;
  } else if constexpr (std::is_same_v<Result, llvm::Error>) {
    if (auto error = run()) return error;
    return 1;
  } else {
    return run();
  }
}

template <auto pass>
llvm::Expected<unsigned> over_all(Compilation& c) {
  if constexpr (std::is_invocable_v<decltype(pass), Compilation&>) {
    return places([&] { return pass(c); });
  } else if constexpr (std::is_invocable_v<decltype(pass), llvm::Module&>) {
    return places([&] { return pass(*c.module); });
  } else {
    return places([&] { return pass(*c.module, *c.machine); });
  }
}

template <auto pass>
llvm::Expected<unsigned> over_each(Compilation& c) {
  unsigned sum = 0;
  for (auto* function : defined(*c.module)) {
    auto changed = places([&] {
      if constexpr (std::is_invocable_v<decltype(pass), llvm::Function&>) {
        return pass(*function);
      } else if constexpr (std::is_invocable_v<decltype(pass), llvm::Function&, const Isa&>) {
        return pass(*function, c.request.isa);
      } else {
        return pass(*function, *c.machine);
      }
    });
    if (!changed) return changed;
    sum += *changed;
  }
  return sum;
}

}  // namespace heddle::compiler
