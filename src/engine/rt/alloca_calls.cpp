// SPDX-License-Identifier: Apache-2.0
// alloca() in device code: see the list in image/kernel_abi.h.
#include "engine/launch/worker.h"

#define HEDDLE_RT extern "C" __attribute__((visibility("default")))

using heddle::abi::BlockContext;
using heddle::engine::Fault;
using heddle::engine::Worker;

HEDDLE_RT std::uint64_t heddle_rt_stack_save(BlockContext* block, std::uint32_t thread) {
  const auto& memory = static_cast<Worker*>(block->engine)->alloca_memory;
  return memory.holds(block->thread_count) ? memory.used(thread) : 0;
}

HEDDLE_RT void heddle_rt_stack_restore(BlockContext* block, std::uint32_t thread,
                                       std::uint64_t bytes) {
  auto& memory = static_cast<Worker*>(block->engine)->alloca_memory;
  if (memory.holds(block->thread_count)) memory.restore(thread, bytes);
}

HEDDLE_RT void* heddle_rt_alloca(BlockContext* block, std::uint32_t thread, std::uint64_t bytes,
                                 std::uint64_t alignment) {
  auto& worker = *static_cast<Worker*>(block->engine);
  auto& memory = worker.alloca_memory;
  bool has_memory = memory.holds(block->thread_count);
  if (!has_memory) {
    const Worker::Call call(worker);
    has_memory = memory.reserve(block->thread_count);
  }
  void* address = has_memory ? memory.allocate(thread, bytes, alignment) : nullptr;
  if (address) return address;
  Fault fault = worker.fault_here(has_memory ? Fault::Kind::kStackOverflow : Fault::Kind::kHost);
  fault.has_thread = true;
  fault.thread = thread;
  fault.kernel_pc = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)) - 1;
  worker.abandon(fault);
}
