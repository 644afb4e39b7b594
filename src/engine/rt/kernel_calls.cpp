// SPDX-License-Identifier: Apache-2.0
// What compiled kernels call back: see the list in image/kernel_abi.h. Text is formatted before any
// lock is taken, since a bad pointer among the arguments ends the kernel from inside the call.
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <optional>
#include <string>

#include "engine/block/block_runner.h"
#include "engine/block/host_thread.h"
#include "engine/device/device.h"
#include "engine/rt/printf_format.h"
#include "support/thread_own.h"

#define HEDDLE_RT extern "C" __attribute__((visibility("default")))

using heddle::abi::BlockContext;
using heddle::engine::BlockRunner;
using heddle::engine::Fault;
using heddle::engine::HostThread;

namespace {

BlockRunner& runner_of(BlockContext* block) {
  return *static_cast<BlockRunner*>(block->engine);
}
heddle::engine::Device& device_of(BlockContext* block) {
  return *runner_of(block).grid().device;
}

}  // namespace

HEDDLE_RT int heddle_rt_vprintf(BlockContext* block, std::uint32_t, const char* format,
                                const void* args) {
  // Per thread and never freed by a kernel that ends inside the call.
  const HostThread::Call call;
  std::string& text = heddle::support::ThreadOwn<std::string, struct OfPrintf>::get();
  text.clear();
  const int count = heddle::engine::format_printf(format, args, &text);
  device_of(block).printf.append(text);
  return count;
}

// CUDA C++ Programming Guide, "Assertion". The thread ends, its neighbours may fail too: the grid
// is abandoned at the end of the block.
HEDDLE_RT void heddle_rt_assert(BlockContext* block, std::uint32_t thread, const char* message,
                                const char* file, std::uint32_t line, const char* function) {
  const HostThread::Call call;
  const std::uint32_t* dim = block->block_dim;
  const std::string text =
      fmt::format("{}:{}: {}: block: [{},{},{}], thread: [{},{},{}] Assertion `{}` failed.\n",
                  file ? file : "?", line, function ? function : "?", block->block_idx[0],
                  block->block_idx[1], block->block_idx[2], thread % dim[0],
                  thread / dim[0] % dim[1], thread / dim[0] / dim[1], message ? message : "?");
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) { /* nobody to tell */
  }
  BlockRunner& runner = runner_of(block);
  if (runner.pending.kind != Fault::Kind::kNone) return;
  runner.pending = runner.fault_here(Fault::Kind::kAssert);
  runner.pending.warp = thread / heddle::abi::kWarpSize;
  runner.pending.has_warp = true;
  runner.pending.lane = thread % heddle::abi::kWarpSize;
  runner.pending.assert_pc = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)) - 1;
}

HEDDLE_RT [[noreturn]] void heddle_rt_trap(BlockContext* block, std::uint32_t warp,
                                           std::uint32_t lane) {
  BlockRunner& runner = runner_of(block);
  Fault fault = runner.fault_here(Fault::Kind::kTrap);
  fault.warp = warp;
  fault.has_warp = warp < block->warp_count;
  fault.lane = lane;
  fault.kernel_pc = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)) - 1;
  runner.abandon(fault);
}

HEDDLE_RT [[noreturn]] void heddle_rt_no_function(BlockContext* block, std::uint32_t warp,
                                                  std::uint32_t lane, const void* pointer) {
  BlockRunner& runner = runner_of(block);
  Fault fault = runner.fault_here(Fault::Kind::kNoFunction);
  fault.warp = warp;
  fault.has_warp = warp < block->warp_count;
  fault.lane = lane;
  fault.address = reinterpret_cast<std::uintptr_t>(pointer);
  fault.kernel_pc = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)) - 1;
  runner.abandon(fault);
}

// %globaltimer: nanoseconds, the same for all threads.
HEDDLE_RT std::uint64_t heddle_rt_globaltimer() {
  using std::chrono::nanoseconds, std::chrono::system_clock;
  const auto now = std::chrono::duration_cast<nanoseconds>(system_clock::now().time_since_epoch());
  return static_cast<std::uint64_t>(now.count());
}

HEDDLE_RT void heddle_rt_claim_deferred(BlockContext* block, heddle::abi::DeferredAddition* entry,
                                        void* place, std::uint32_t kind, std::uint32_t lanes) {
  runner_of(block).deferred.claim(*entry, place, static_cast<heddle::abi::DeferredKind>(kind),
                                  lanes);
}

HEDDLE_RT std::uint32_t heddle_rt_state_space(BlockContext* block, const void* pointer) {
  using heddle::abi::StateSpace;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const auto within = [&](const void* begin, std::size_t bytes) {
    return address - reinterpret_cast<std::uintptr_t>(begin) < bytes;
  };
  const std::size_t shared =
      std::size_t{block->shared_dynamic_offset} + block->dynamic_shared_bytes;
  StateSpace space = StateSpace::kGlobal;
  if (within(block->shared, shared)) {
    space = StateSpace::kShared;
  } else if ((address - reinterpret_cast<std::uintptr_t>(block->cluster_shared)) >>
             block->cluster_shift < block->cluster_size) {
    space = StateSpace::kClusterShared;
  } else if (runner_of(block).is_local(address)) {
    space = StateSpace::kLocal;
  } else if (within(block->params, runner_of(block).grid().variant->record->param_bytes)) {
    space = StateSpace::kParameter;
  }
  return static_cast<std::uint32_t>(space);
}

static void tell_of_heap(BlockContext* block, std::uint32_t thread, void* called_from,
                         heddle::probes::MemoryChange change, const void* address,
                         std::uint64_t bytes) {
  auto& device = device_of(block);
  const auto* events = device.arena.events();
  if (!events || !events->wanted()) return;
  const HostThread::Listening listening;
  const auto& grid = runner_of(block).grid();
  std::optional<heddle::probes::Memory::Caller> caller;
  if (grid.launch) {
    caller.emplace(*grid.launch, std::to_array(block->block_idx), thread);
  }
  events->heap(change, device.ordinal, address, bytes, called_from, caller ? &*caller : nullptr);
}

HEDDLE_RT void* heddle_rt_malloc(BlockContext* block, std::uint32_t thread, std::uint64_t bytes,
                                 std::uint64_t alignment) {
  const HostThread::Call call;
  const auto* events = device_of(block).arena.events();
  void* address = device_of(block).heap.allocate(bytes, alignment, events && events->wanted());
  if (address) {
    tell_of_heap(block, thread, __builtin_return_address(0),
                 heddle::probes::MemoryChange::kAllocated, address, bytes);
  }
  return address;
}

// Where a tool listens it has heard of a free that is none, and the kernel goes on.
HEDDLE_RT void heddle_rt_free(BlockContext* block, std::uint32_t thread, void* address) {
  void* const called_from = __builtin_return_address(0);
  BlockRunner& runner = runner_of(block);
  {
    const HostThread::Call call;
    auto& device = device_of(block);
    const auto* events = device.arena.events();
    const bool heard = runner.grid().listeners && events && events->wanted();
    const bool good = device.heap.release(address, heard);
    using Change = heddle::probes::MemoryChange;
    if (address) {
      tell_of_heap(block, thread, called_from, good ? Change::kFreed : Change::kRefused, address,
                   0);
    }
    if (good || heard) return;
  }
  Fault fault = runner.fault_here(Fault::Kind::kTrap);
  fault.lane = thread % heddle::abi::kWarpSize;
  fault.kernel_pc = reinterpret_cast<std::uintptr_t>(called_from) - 1;
  runner.abandon(fault);
}
