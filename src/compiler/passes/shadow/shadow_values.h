// SPDX-License-Identifier: Apache-2.0
// Shadows of the values of one function (shadow_bytes.h), as MemorySanitizer computes them
// (Stepanov and Serebryany, CGO 2015): a bit of a result is undefined where an undefined bit of an
// operand may change it.
//
// Ask for what is needed with want_*, then make() it, then use it. Nothing else is made.
#pragma once

#include <cstdint>
#include <utility>

#include "compiler/passes/shadow/undefined_sources.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/InstSimplifyFolder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ValueHandle.h"

namespace heddle::compiler {

class ShadowValues {
 public:
  using Builder = llvm::IRBuilder<llvm::InstSimplifyFolder>;
  // The undefined bytes of what a load gives, as an i32, made before it.
  using Loaded = llvm::function_ref<llvm::Value*(Builder&, llvm::Instruction& load)>;

  // Shuffles that may read lanes which take no part, and the numbers of these sources.
  using Absent = llvm::DenseMap<const llvm::Instruction*, std::uint32_t>;

  ShadowValues(llvm::Function& function, const UndefinedSources& sources, Absent absent = Absent())
      : function_(function),
        layout_(function.getDataLayout()),
        sources_(sources),
        absent_(std::move(absent)),
        b_(function.getContext(), llvm::InstSimplifyFolder(layout_)) {}

  void want_bits(llvm::Value* value) { want(value, kBits); }
  void want_computed(llvm::Value* value) { want(value, kComputed); }
  void want_source(llvm::Value* value) { want(value, kSource); }
  void make(Loaded loaded);

  // The undefined bits. Null: it has no shadow, and counts as defined.
  llvm::Value* bits(llvm::Value* value);
  // Those that are not just copied from an undefined place.
  llvm::Value* computed(llvm::Value* value);
  // i32: the number of the source that they come from, where there are some.
  llvm::Value* source(llvm::Value* value);
  // i1: are there some?
  llvm::Value* any(Builder& b, llvm::Value* shadow);

 private:
  enum Kind : std::uint8_t { kBits = 1, kComputed = 2, kSource = 4 };
  using Of = llvm::function_ref<llvm::Value*(llvm::Value*)>;
  using Made = llvm::DenseMap<const llvm::Value*, llvm::WeakTrackingVH>;

  void want(llvm::Value* value, Kind kind);
  void want_for(const llvm::Instruction& i, Kind kind);
  llvm::Type* type_of(const llvm::Value* value) const;
  void make(llvm::Instruction& i, unsigned wanted, Loaded loaded);
  void make_phi(llvm::PHINode& phi, unsigned wanted);
  void finish_phis();
  llvm::Value* bits_of(llvm::Instruction& i);
  llvm::Value* moved(llvm::Instruction& i, Of of);
  llvm::Value* masked(llvm::Instruction& i);
  llvm::Value* chosen(llvm::SelectInst& i);
  llvm::Value* shifted(llvm::Instruction& i);
  llvm::Value* compared(llvm::ICmpInst& i);
  llvm::Value* called(llvm::CallInst& i);
  llvm::Value* reads_absent(llvm::CallInst& shuffle);
  llvm::Value* extracted(llvm::ExtractValueInst& i);
  llvm::Value* all_if_any(llvm::Instruction& i);
  llvm::Value* computed_of(llvm::Instruction& i);
  llvm::Value* source_of(llvm::Instruction& i);

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  const UndefinedSources& sources_;
  const Absent absent_;
  Builder b_;
  llvm::DenseMap<const llvm::Value*, unsigned> wanted_;
  llvm::SmallVector<std::pair<llvm::Instruction*, Kind>, 32> work_;
  Made bits_, computed_, source_;
  Made given_;  // of shuffles in absent_: the bits that the named lanes give
  llvm::SmallVector<llvm::PHINode*, 16> phis_;
};

}  // namespace heddle::compiler
