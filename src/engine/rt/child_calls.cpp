// SPDX-License-Identifier: Apache-2.0
// What kernels that launch kernels call back (image/kernel_abi.h, include/heddle/device_calls.inc).
#include <cstdint>

#include "engine/block/block_runner.h"
#include "engine/block/host_thread.h"
#include "engine/grid/child_launches.h"
#include "engine/grid/graph_launches.h"
#include "engine/probes/listeners.h"
#include "support/cpu.h"

#define HEDDLE_RT extern "C" __attribute__((visibility("default")))

using heddle::abi::BlockContext;
using heddle::engine::BlockRunner;
using heddle::engine::ChildLaunches;
using Ask = heddle::engine::DeviceCall;
using heddle::engine::Error;
using heddle::engine::GivingThread;
using heddle::engine::HostThread;
using heddle::engine::ok;

namespace {

void tell(const GivingThread& by, const heddle::engine::GivenOrder& order) {
  const auto& runner = *static_cast<const BlockRunner*>(by.runner);
  const heddle::probes::DeviceLaunch event{runner.block_told(), by.thread,  order.given,
                                           order.after,         order.also, order.tail};
  runner.grid().listeners->tell(
      heddle::probes::Event::kKernel,
      [&](heddle::probes::Listener& listener) { listener.device_launch(event); });
}

// A thread of a block that asks for something.
class Asking {
 public:
  Asking(BlockContext* block, std::uint32_t thread)
      : runner_(*static_cast<BlockRunner*>(block->engine)), thread_(thread) {
    const std::uint64_t number =
        (std::uint64_t{block->block_idx[2]} * block->grid_dim[1] + block->block_idx[1]) *
            block->grid_dim[0] +
        block->block_idx[0];
    if (work()) of_block().turn_to(work()->id(), number);
  }

  BlockRunner& runner() { return runner_; }
  GivingThread by() { return {&runner_, thread_, runner_.grid().listeners ? &tell : nullptr}; }
  ChildLaunches* work() { return runner_.grid().children; }
  heddle::engine::BlockChildren& of_block() { return runner_.children(); }

  Error last_error() {
    auto& errors = of_block().errors;
    return errors.empty() ? Error::kSuccess : errors[thread_];
  }
  // The thread's last error, unless it is none.
  Error note(Error error) {
    if (!ok(error)) set(error);
    return error;
  }
  Error take_error() {
    const Error error = last_error();
    if (!ok(error)) set(Error::kSuccess);
    return error;
  }

 private:
  void set(Error error) {
    auto& errors = of_block().errors;
    if (errors.empty()) errors.assign(runner_.block.thread_count, Error::kSuccess);
    errors[thread_] = error;
  }

  BlockRunner& runner_;
  const std::uint32_t thread_;
};

bool is_own(const void* asked, std::uint64_t address) {
  const auto& runner = *static_cast<const BlockRunner*>(asked);
  const BlockContext& block = runner.block;
  const auto from = [&](const void* begin) {
    return address - reinterpret_cast<std::uintptr_t>(begin);
  };
  if (from(block.shared) < block.shared_dynamic_offset + block.dynamic_shared_bytes) return true;
  return (block.explicit_cluster &&
          from(block.cluster_shared) >> block.cluster_shift < block.cluster_size) ||
         runner.is_local(address);
}

std::uint64_t number(Error error) {
  return static_cast<std::uint32_t>(error);
}

std::uint64_t answer(Asking& asking, Ask call, const std::uint64_t* words) {
  ChildLaunches& work = *asking.work();
  auto& block = asking.of_block();
  switch (call) {
    case Ask::kGetLastError:
      return number(asking.take_error());
    case Ask::kPeekLastError:
      return number(asking.last_error());
    case Ask::kNoteError:
      return number(asking.note(static_cast<Error>(words[0])));
    case Ask::kStreamCreate:
    case Ask::kEventCreate: {
      const auto flags = static_cast<std::uint32_t>(words[0]);
      const auto handle =
          call == Ask::kStreamCreate ? work.create_stream(flags) : work.create_event(flags);
      if (handle == 0) (void)asking.note(Error::kInvalidValue);
      return handle;
    }
    case Ask::kStreamDestroy:
      return number(asking.note(work.destroy_stream(words[0])));
    case Ask::kEventDestroy:
      return number(asking.note(work.destroy_event(words[0])));
    case Ask::kEventRecord:
      return number(asking.note(work.record(block, words[0], words[1])));
    case Ask::kStreamWaitEvent:
      return number(asking.note(work.wait(block, words[0], words[1], asking.by())));
    case Ask::kGraphLaunch: {
      auto* const graph = asking.runner().grid().graph;
      heddle::support::finish_streaming_stores();
      return number(asking.note(graph ? graph->launch(words[0], words[1]) : Error::kInvalidValue));
    }
    case Ask::kCurrentGraph: {
      const auto* const graph = asking.runner().grid().graph;
      return graph ? graph->current() : 0;
    }
    case Ask::kNodeParameter:
    case Ask::kNodeEnabled:
    case Ask::kNodeGrid:
      // No last error of the thread's (an H200 has none either).
      return number(work.ask(call, words, nullptr));
    default: {
      std::int32_t value = 0;
      const Error error = asking.note(work.ask(call, words, &value));
      return number(error) << 32 | static_cast<std::uint32_t>(value);
    }
  }
}

}  // namespace

// The child sees what the thread has written before: by the lock that the launch takes, and here
// for what was written past the caches.
HEDDLE_RT int heddle_rt_launch(BlockContext* block, std::uint32_t thread, const void* kernel,
                               const void* parameters, std::uint32_t grid_x, std::uint32_t grid_y,
                               std::uint32_t grid_z, std::uint32_t block_x, std::uint32_t block_y,
                               std::uint32_t block_z, std::uint32_t shared, void* stream) {
  const HostThread::Call call;
  Asking asking(block, thread);
  if (!asking.work()) return static_cast<int>(Error::kNotSupported);
  heddle::support::finish_streaming_stores();
  const heddle::engine::ChildLaunch launch{kernel,
                                           parameters,
                                           {grid_x, grid_y, grid_z},
                                           {block_x, block_y, block_z},
                                           shared,
                                           reinterpret_cast<std::uint64_t>(stream),
                                           &is_own,
                                           asking.by()};
  const Error error = asking.note(asking.work()->launch(asking.of_block(), launch));
  if (asking.work()->crowded()) asking.runner().stop_after_block();
  return static_cast<int>(error);
}

HEDDLE_RT std::uint64_t heddle_rt_device_call(BlockContext* block, std::uint32_t thread,
                                              std::uint32_t call, const std::uint64_t* words) {
  const HostThread::Call in_call;
  Asking asking(block, thread);
  if (!asking.work()) return number(Error::kNotSupported);
  return answer(asking, static_cast<Ask>(call), words);
}
