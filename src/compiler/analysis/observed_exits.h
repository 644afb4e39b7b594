// SPDX-License-Identifier: Apache-2.0
// Which exits of a loop hang, by data or by control flow, on what other threads write.
//
// Where a waiting loop does nothing but poll, its exits say so (waiting_loops.h). Many do more: the
// rounds of an independent set compute and store until all neighbours have been decided. What such
// a loop has seen of other threads is followed from the accesses that see it (volatile and atomic
// loads, atomic operations, plain loads of what the loop writes or fences, of rings (walks.h) and
// of places that it comes back to, calls through pointers that may lead to such a function) through
// values, branches and memory to the exits.
//
// No witness of other threads: a compare and swap of the value just seen (that fails only where
// another thread has made progress), a ticket (an addition, where nothing else in the loop writes
// the counter or takes from it), a maximum or the like (where values move one way only). An exit
// that none of it reaches and that changes from round to round, such as a counter's, ends the loop
// by itself.
#pragma once

#include <map>
#include <set>

#include "compiler/analysis/polls.h"
#include "compiler/analysis/walks.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"

namespace heddle::compiler {

// Named metadata of a module whose calls through pointers may lead to functions that look at what
// other threads write (behind_pointers.h).
inline constexpr llvm::StringLiteral kLooksBehindPointers = "heddle.looks.behind.pointers";

class ObservedExits {
 public:
  ObservedExits(const llvm::Loop& loop, const llvm::LoopInfo& loops,
                const llvm::DominatorTree& dominators,
                const llvm::PostDominatorTree& post_dominators, Overlaps& overlaps);

  // Whether the loop may go round until another thread has written something. Where it also ends by
  // itself, as one that counts its attempts, only a look at one place over and over is waiting.
  bool may_wait() const;

  struct Witness {
    const llvm::Instruction* access;
    bool plain;    // nothing says that the thread means to see others' writes
    bool repeats;  // may look at one place over and over
  };
  llvm::ArrayRef<Witness> witnesses() const { return witnesses_; }

 private:
  bool sees_others(const llvm::Instruction& i, bool* plain) const;
  bool others_write(const Buffer& buffer, const llvm::Instruction& besides) const;
  bool walks_again(const llvm::LoadInst& load) const;
  bool is_given_back(const llvm::AtomicRMWInst& update) const;
  bool is_witness(const llvm::Instruction& i) const;
  bool is_retry(const llvm::Value& condition) const;
  void follow();
  bool is_marked(const llvm::Value* value, const llvm::BasicBlock& at) const;
  bool depends(const llvm::Instruction& i) const;
  bool follow_memory();
  const llvm::BasicBlock* meeting(const llvm::BasicBlock& block) const;
  void mark_branch(const llvm::BasicBlock& block);
  void look_at_exit(const llvm::Value* condition, bool leaves_when);

  const llvm::Loop& loop_;
  const llvm::LoopInfo& loops_;
  const llvm::PostDominatorTree& post_dominators_;
  Overlaps& overlaps_;
  const Rings rings_;
  bool fences_ = false, has_barrier_ = false, looks_behind_pointers_ = false;
  llvm::SmallVector<const llvm::AtomicRMWInst*, 4> updates_;
  llvm::SmallVector<const llvm::Instruction*, 8> all_writes_;
  std::map<Buffer, llvm::SmallVector<const llvm::Instruction*, 4>> writes_;  // of one buffer each
  std::set<Buffer> marked_buffers_;
  llvm::SmallVector<Witness, 4> witnesses_;
  llvm::SmallPtrSet<const llvm::Value*, 32> marked_;           // values
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> branches_;    // end in a branch on such a value
  llvm::SmallPtrSet<const llvm::BasicBlock*, 32> influenced_;  // run or not, as such a branch says
  llvm::SmallPtrSet<const llvm::Loop*, 4> left_early_;         // inner loops with such an exit
  bool exits_observed_ = false, ends_by_itself_ = false;
};

}  // namespace heddle::compiler
