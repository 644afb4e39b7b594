// SPDX-License-Identifier: Apache-2.0
#include "engine/block/debug_view.h"

#include <mutex>

#include "engine/block/block_runner.h"
#include "engine/block/reference.h"

extern "C" {
__attribute__((visibility("default"))) heddle::engine::DebugBlock* heddle_debug_blocks = nullptr;

// Assertions that fail and traps are no signals, at which a debugger would stop: -G code raises one
// in front of them where gdb's extension has set this (heddle_gdb/stops.py).
__attribute__((visibility("default"))) volatile std::uint32_t heddle_debug_stops = 0;

__attribute__((visibility("default"))) std::uint32_t heddle_ref_debugger_stops() {
  return heddle_debug_stops;
}
}

namespace heddle::engine {
namespace {

std::mutex& list_mutex() {
  static auto* const mutex = new std::mutex;  // host threads may end after static objects
  return *mutex;
}

}  // namespace

DebugView::DebugView() {
  const std::lock_guard lock(list_mutex());
  shown_.next = heddle_debug_blocks;
  heddle_debug_blocks = &shown_;
}

DebugView::~DebugView() {
  const std::lock_guard lock(list_mutex());
  DebugBlock** place = &heddle_debug_blocks;
  while (*place != &shown_) place = &(*place)->next;
  *place = shown_.next;
}

std::uint64_t* DebugView::begin(const ReferenceBlock& block, const Grid& grid) {
  if (threads_.size() != block.threads.size() ||
      threads_.front().context != &block.threads.front().context) {
    threads_.clear();
    for (const ReferenceThread& thread : block.threads) {
      const std::uint32_t i = thread.context.linear;
      threads_.push_back(
          {&thread.context, reinterpret_cast<const void* const*>(&block.fiber_of_[i]),
           reinterpret_cast<const std::uint8_t*>(&block.states_[i]), &thread.barrier});
    }
  }
  shown_.kernel = grid.function->name.c_str();
  shown_.threads = threads_.data();
  shown_.thread_count = threads_.size();
  shown_.running = 0;
  shown_.fiber = &block.runner->fiber();
  shown_.text_begin = grid.variant->code.text_begin;
  shown_.text_end = grid.variant->code.text_end;
  shown_.block = &block.runner->block;
  return &shown_.running;
}

}  // namespace heddle::engine
