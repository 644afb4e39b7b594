// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "engine/block/block_runner.h"

namespace heddle::engine {

// The calling thread's own runner, with the blocks that it has taken.
class BegunBlocks final : public BlockRunner {
 public:
  BegunBlocks();
  // `place`: its own in the grid's rounds.
  void start(unsigned place);
  // Runs on. False: a block has run for long (slices.h) and was left in the middle. True: none is
  // left, or the grid has failed.
  bool go_on();
  // What it has taken and not begun is the grid's again: other blocks than the one that was left.
  void give_back_rest();
  void stop_after_block() override { give_back_rest(); }

 private:
  static void run_all(void* self);
  void run_piece();

  std::uint64_t at_ = 0, end_ = 0;  // numbers of blocks that it has taken
  std::uint32_t row_first_ = 0;     // block `at_` in x
  unsigned place_ = 0;
  bool takes_more_ = true, ended_ = false;
};

// Takes blocks of the grid that need no others and runs them one after the other, in the calling
// thread, until none is left or the grid has failed: null. `share`: which of grid.workers it is.
// Else what was left in the middle.
BegunBlocks* run_blocks(Grid& grid, unsigned share);

// What run_blocks() has returned last in this thread becomes the caller's, and may go on in another
// thread.
std::unique_ptr<BegunBlocks> take_begun_blocks();

}  // namespace heddle::engine
