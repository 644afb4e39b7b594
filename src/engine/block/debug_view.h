// SPDX-License-Identifier: Apache-2.0
// What a debugger is shown of the blocks of -G kernels: which threads there are, which one runs and
// where the others wait. Plain structs, which libheddle.so-gdb.py reads by their offsets, since
// libheddle has no debug information where it is installed: a change raises kVersion there and
// here.
#pragma once

#include <cstdint>
#include <vector>

#include "image/kernel_abi.h"

// Set by gdb's extension (heddle_gdb/stops.py): a debugger wants to be stopped at assertions and
// traps; 2 more: only kernels with breakpoints are to be code for it.
extern "C" volatile std::uint32_t heddle_debug_stops;

namespace heddle::engine {

inline constexpr std::uint32_t kDebugOnlyAtBreakpoints = 2;

struct Grid;
struct ReferenceBlock;

struct DebugThread {
  const abi::ThreadContext* context;
  const void* const* fiber;   // what it points to while the thread waits: a Fiber, else null or one
                              // that it has left
  const std::uint8_t* state;  // ReferenceThread::State
  const std::uint8_t* barrier;
};

// One for each host thread that runs such blocks, in a list that begins at heddle_debug_blocks.
struct DebugBlock {
  static constexpr std::uint64_t kVersion = 2;
  std::uint64_t version = kVersion;
  DebugBlock* next = nullptr;
  const abi::BlockContext* block = nullptr;  // null: no block runs
  const char* kernel = nullptr;              // mangled
  const DebugThread* threads = nullptr;
  std::uint64_t thread_count = 0;
  std::uint64_t running = 0;      // which of them
  const void* fiber = nullptr;    // that of the block, which runs those of the threads
  std::uintptr_t text_begin = 0;  // the kernel's code
  std::uintptr_t text_end = 0;
};

class DebugView {
 public:
  DebugView();
  ~DebugView();
  DebugView(const DebugView&) = delete;
  DebugView& operator=(const DebugView&) = delete;

  // Where to say which thread runs.
  std::uint64_t* begin(const ReferenceBlock& block, const Grid& grid);
  void end() { shown_.block = nullptr; }

 private:
  DebugBlock shown_;
  std::vector<DebugThread> threads_;
};

}  // namespace heddle::engine
