// SPDX-License-Identifier: Apache-2.0
// What compiled kernels call back: see the list in image/kernel_abi.h. Text is formatted before any
// lock is taken, since a bad pointer among the arguments ends the kernel from inside the call.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <string>

#include "engine/device.h"
#include "engine/launch/worker.h"
#include "engine/rt/printf_format.h"

#define HEDDLE_RT extern "C" __attribute__((visibility("default")))

using heddle::abi::BlockContext;
using heddle::engine::Fault;
using heddle::engine::Worker;

namespace {

Worker& worker_of(BlockContext* block) {
  return *static_cast<Worker*>(block->engine);
}
heddle::engine::Device& device_of(BlockContext* block) {
  return *worker_of(block).running()->device;
}

}  // namespace

HEDDLE_RT int heddle_rt_vprintf(BlockContext* block, std::uint32_t, const char* format,
                                const void* args) {
  // Per thread and never freed by a kernel that ends inside the call.
  Worker::Call call(worker_of(block));
  thread_local std::string text;
  text.clear();
  const int count = heddle::engine::format_printf(format, args, &text);
  device_of(block).printf.append(text);
  return count;
}

// CUDA C++ Programming Guide, "Assertion". The thread ends, its neighbours may fail too: the grid
// is abandoned at the end of the block.
HEDDLE_RT void heddle_rt_assert(BlockContext* block, std::uint32_t thread, const char* message,
                                const char* file, std::uint32_t line, const char* function) {
  Worker::Call call(worker_of(block));
  const std::uint32_t* dim = block->block_dim;
  const std::string text =
      fmt::format("{}:{}: {}: block: [{},{},{}], thread: [{},{},{}] Assertion `{}` failed.\n",
                  file ? file : "?", line, function ? function : "?", block->block_idx[0],
                  block->block_idx[1], block->block_idx[2], thread % dim[0],
                  thread / dim[0] % dim[1], thread / dim[0] / dim[1], message ? message : "?");
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) { /* nobody to tell */
  }
  Worker& worker = worker_of(block);
  if (worker.pending.kind != Fault::Kind::kNone) return;
  worker.pending = worker.fault_here(Fault::Kind::kAssert);
  worker.pending.warp = thread / heddle::abi::kWarpSize;
  worker.pending.has_warp = true;
}

HEDDLE_RT [[noreturn]] void heddle_rt_trap(BlockContext* block, std::uint32_t warp, std::uint32_t) {
  Worker& worker = worker_of(block);
  Fault fault = worker.fault_here(Fault::Kind::kTrap);
  fault.warp = warp;
  fault.has_warp = warp < block->warp_count;
  fault.kernel_pc = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)) - 1;
  worker.abandon(fault);
}

// %globaltimer: nanoseconds, the same for all threads.
HEDDLE_RT std::uint64_t heddle_rt_globaltimer() {
  using std::chrono::nanoseconds, std::chrono::system_clock;
  const auto now = std::chrono::duration_cast<nanoseconds>(system_clock::now().time_since_epoch());
  return static_cast<std::uint64_t>(now.count());
}

HEDDLE_RT void heddle_rt_claim_late(BlockContext* block, heddle::abi::LateAddition* entry,
                                    void* place, std::uint32_t kind, std::uint32_t lanes) {
  worker_of(block).late.claim(*entry, place, static_cast<heddle::abi::LateKind>(kind), lanes);
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
  } else if (worker_of(block).is_local(address)) {
    space = StateSpace::kLocal;
  } else if (within(block->params, worker_of(block).running()->variant->record->param_bytes)) {
    space = StateSpace::kParameter;
  }
  return static_cast<std::uint32_t>(space);
}

HEDDLE_RT void* heddle_rt_malloc(BlockContext* block, std::uint64_t bytes,
                                 std::uint64_t alignment) {
  Worker::Call call(worker_of(block));
  return device_of(block).heap.allocate(bytes, alignment);
}

HEDDLE_RT void heddle_rt_free(BlockContext* block, void* address) {
  {
    Worker::Call call(worker_of(block));
    if (device_of(block).heap.release(address)) return;
  }
  Fault fault = worker_of(block).fault_here(Fault::Kind::kTrap);
  fault.kernel_pc = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)) - 1;
  worker_of(block).abandon(fault);
}
