// SPDX-License-Identifier: Apache-2.0
// Which values of a function may be undefined, and where that comes from: what is computed with
// nothing but constants, parameters and indices of threads needs no shadow.
#pragma once

#include <cstdint>

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

// How a result comes from undefined operands.
enum class Flow : std::uint8_t {
  kNone,      // it is defined whatever they are
  kMoved,     // its bits are some of theirs: copies, casts, parts, masks
  kComputed,  // it is made from them
};
Flow flow_of(const llvm::Instruction& i);

class UndefinedSources {
 public:
  // Of one value. The default: it is always defined.
  struct Fact {
    bool moved = false, computed = false;  // the ways in which it may have come to be undefined
    bool many = false;                     // several sources
    std::uint32_t source = kNowhere;       // the only one
    bool any() const { return moved || computed; }
    bool operator==(const Fact&) const = default;
  };
  static constexpr std::uint32_t kNowhere = ~0u;  // probes::UndefinedUse::kNowhere

  // `source`: what `i` brings in by itself (a load), if it does.
  UndefinedSources(llvm::Function& function,
                   llvm::function_ref<std::optional<Fact>(const llvm::Instruction&)> source);

  Fact of(const llvm::Value* value) const;

 private:
  Fact join(const llvm::Instruction& i) const;
  llvm::DenseMap<const llvm::Value*, Fact> facts_;
};

// Whether a constant is undefined, or an element of it.
bool is_undefined(const llvm::Value* value);

}  // namespace heddle::compiler
