// SPDX-License-Identifier: Apache-2.0
// JoinBlocks: warps that ask one place for numbers (old = atomicAdd(p, n)) ask as one, over as many
// blocks as follow each other in x.
//
//     for w: n[w] = step from 0 (w)              up to the addition
//     old = atomicAdd(p, n[0] + n[1] + ..)
//     for w: n[w] = old + what those before w added; step from 1 (w)
//
// The place's line goes from core to core each time that somebody adds, which takes longer than all
// that a warp does besides. A joined block x has the warps of the blocks x, x + 1, ..: warp w of
// block x + k is warp k * warps + w there. The engine finds the warp that a fault is of in the same
// way (BlockRunner::fault_here).
#pragma once

#include <optional>

#include "compiler/target.h"
#include "llvm/IR/IRBuilder.h"

namespace heddle::compiler {

class JoinedBlocks {
 public:
  // `full` is what each of a block's `warps` warps runs; there is no other. None unless each warp
  // asks once, whatever way it takes, and uses nothing of its block but its index.
  static std::optional<JoinedBlocks> make(llvm::Function& full, unsigned warps);

  unsigned blocks() const { return warps_ / warps_of_block_; }
  // Fills the function void (block), at whose end the builder is.
  void run(llvm::Function& entry, llvm::IRBuilder<>& b, const Isa& isa) const;

 private:
  llvm::Function* step_ = nullptr;
  llvm::unique_value addition_;  // an AtomicRMWInst without operands
  std::uint32_t frame_bytes_ = 0;
  unsigned warps_ = 0, warps_of_block_ = 0;
};

}  // namespace heddle::compiler
