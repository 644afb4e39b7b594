// SPDX-License-Identifier: Apache-2.0
// Whether a debugger wants to be stopped in a kernel's code.
#pragma once

#include <optional>

#include "engine/grid/block_set.h"
#include "engine/module/code_source.h"

// Set by gdb's extension (heddle_gdb/blocks.py): the blocks in which the conditions of its
// breakpoints can hold, as far as they ask for blockIdx. No box: in any.
struct HeddleDebugWanted {
  static constexpr std::uint32_t kBoxes = 16;
  std::uint32_t count;
  heddle::engine::BlockSet::Box boxes[kBoxes];
};
extern "C" volatile HeddleDebugWanted heddle_debug_wanted;

namespace heddle::engine {

// A debugger that lets a program run has put instructions of its own where its breakpoints are.
// True also where the code's file cannot be read, with which it is compared.
bool has_breakpoints(const LoadedCode& code);

// In which blocks it may want to be, null: in any.
std::optional<BlockSet> blocks_with_breakpoints();

}  // namespace heddle::engine
