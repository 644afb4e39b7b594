// SPDX-License-Identifier: Apache-2.0
// WarpFrame: what a warp must remember while it waits at a barrier.
//
// Each value that lives across a suspension gets a slot, which its definition stores to; where it
// is used behind a suspension, it is loaded again, as late as possible: in front of the outermost
// loop that holds no suspension. (Loads right behind the barrier would ask the registers for all
// values at once.) A slot holds the latest instance of its value, which in SSA form is the one that
// any use means. Values that one is renamed to by a phi share a slot where their lives do not
// overlap. What one cheap instruction makes of another value, and a vector of one number, has no
// slot and is made again. Masks are kept as bits or as bytes.
#pragma once

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

class WarpFrame {
 public:
  // Each suspension is the end of a block; `resumes` are the blocks that follow. Brings the
  // function into LCSSA form and finds what lives across the suspensions. `mask_bytes`: the CPU has
  // no registers for masks of single bits, which it would take apart one by one.
  WarpFrame(llvm::Function& warp, llvm::ArrayRef<llvm::BasicBlock*> resumes, bool mask_bytes);

  // Offset of a stack object's new place in the frame.
  std::uint64_t place(std::uint64_t size, llvm::Align align);
  // Lets all kept values go through the frame, which begins at `frame`.
  void move_values(llvm::Value* frame);
  std::uint64_t bytes() const { return end_; }

 private:
  using Blocks = llvm::SmallPtrSet<llvm::BasicBlock*, 16>;
  struct Kept {
    Blocks live_in;  // alive at the beginning of these blocks
    Blocks behind;   // of those, the ones that may be reached from a resume block
    bool again = false;
    llvm::Value* operand = nullptr;        // what it is made of again
    llvm::Instruction* slot_of = nullptr;  // leader of the values that share the slot
    std::uint64_t slot = 0;
  };

  void find_alive(llvm::Instruction& value, Kept& kept) const;
  unsigned cost_from_arguments(llvm::Value* value);
  void find_cheap();
  void note_operands(llvm::Instruction& value);
  void share_slots();
  bool outlives(llvm::Instruction* value, llvm::Instruction* other) const;
  bool overlap(llvm::Instruction* a, llvm::Instruction* b) const;
  void store(llvm::Instruction* value, const Kept& kept);
  void reload_uses(llvm::Instruction* value, const Kept& kept);
  llvm::Instruction* place_of(llvm::Instruction* value, const Kept& kept, llvm::BasicBlock* block);
  llvm::Value* value_at(llvm::Value* value, llvm::Instruction* before);
  llvm::Type* slot_type(const llvm::Value& value) const;
  llvm::Align slot_align(const llvm::Value& value) const;
  llvm::Value* address(llvm::IRBuilder<>& b, std::uint64_t offset) const;

  const llvm::DataLayout& layout_;
  const bool mask_bytes_;
  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  Blocks resumes_;
  llvm::MapVector<llvm::Instruction*, Kept> kept_;
  llvm::DenseMap<llvm::Value*, unsigned> costs_;
  // The operands that values made again had before uses were rewritten.
  llvm::DenseMap<llvm::Instruction*, llvm::SmallVector<llvm::Value*, 2>> operands_;
  llvm::Value* frame_ = nullptr;
  std::uint64_t end_ = 0;
};

}  // namespace heddle::compiler
