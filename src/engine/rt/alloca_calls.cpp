// SPDX-License-Identifier: Apache-2.0
// alloca() in device code: see the list in image/kernel_abi.h.
#include "engine/block/block_runner.h"
#include "engine/block/host_thread.h"

#define HEDDLE_RT extern "C" __attribute__((visibility("default")))

using heddle::abi::BlockContext;
using heddle::engine::BlockRunner;
using heddle::engine::Fault;
using heddle::engine::HostThread;

HEDDLE_RT std::uint64_t heddle_rt_stack_save(BlockContext* block, std::uint32_t thread) {
  const auto& memory = static_cast<BlockRunner*>(block->engine)->alloca_memory;
  return memory.holds(block->thread_count) ? memory.used(thread) : 0;
}

HEDDLE_RT void heddle_rt_stack_restore(BlockContext* block, std::uint32_t thread,
                                       std::uint64_t bytes) {
  auto& memory = static_cast<BlockRunner*>(block->engine)->alloca_memory;
  if (memory.holds(block->thread_count)) memory.restore(thread, bytes);
}

HEDDLE_RT void* heddle_rt_alloca(BlockContext* block, std::uint32_t thread, std::uint64_t bytes,
                                 std::uint64_t alignment) {
  auto& runner = *static_cast<BlockRunner*>(block->engine);
  auto& memory = runner.alloca_memory;
  bool has_memory = memory.holds(block->thread_count);
  if (!has_memory) {
    const HostThread::Call call;
    has_memory = memory.reserve(block->thread_count);
  }
  void* address = has_memory ? memory.allocate(thread, bytes, alignment) : nullptr;
  if (address) return address;
  Fault fault = runner.fault_here(has_memory ? Fault::Kind::kStackOverflow : Fault::Kind::kHost);
  fault.has_thread = true;
  fault.thread = thread;
  fault.kernel_pc = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)) - 1;
  runner.abandon(fault);
}
