// SPDX-License-Identifier: Apache-2.0
// One simulated GPU.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/types.h"
#include "engine/device/heap.h"
#include "engine/device/printf_buffer.h"
#include "engine/memory/arena.h"
#include "engine/memory/graph_memory.h"
#include "engine/memory/pools.h"
#include "engine/module/instance.h"
#include "engine/stream/stream.h"
#include "engine/stream/streams.h"
#include "gpu/model.h"

namespace heddle::engine {

class Device {
 public:
  // `told`: of what becomes of streams, beside the device's pools.
  Device(int number, gpu::Model gpu, std::uint64_t budget, Scheduler& with,
         const std::vector<StreamObserver*>& told, const MemoryEvents* events)
      : ordinal(number),
        model(std::move(gpu)),
        scheduler(with),
        arena(number, static_cast<std::uint64_t>(model.chip.memory_bytes), budget, events),
        pools(arena, number),
        streams(*this, number, with, told_also(told, pools)),
        null_stream(streams, Stream::Kind::kLegacyDefault, 0, 0) {}

  const int ordinal;
  const gpu::Model model;
  Scheduler& scheduler;
  Arena arena;
  Pools pools;
  GraphMemory graph_memory{arena};
  Heap heap;
  PrintfBuffer printf;
  Streams streams;
  Stream null_stream;
  // cudaLimitDevRuntimePendingLaunchCount, in launches.
  std::atomic<std::uint64_t> most_pending_launches{kUsualPendingLaunches};
  static constexpr std::uint64_t kUsualPendingLaunches = 2048;

  // Compute capability * 10.
  std::uint32_t arch() const { return static_cast<std::uint32_t>(model.arch()); }
  std::uint32_t sm_count() const { return static_cast<std::uint32_t>(model.chip.sm_count); }

  // The error of a kernel that faulted: every call that touches the device answers it until the
  // device is reset (CUDA Runtime API, e.g. cudaErrorIllegalAddress).
  Error status() const { return static_cast<Error>(sticky_.load(std::memory_order_acquire)); }
  void fail(Error error) {
    int none = 0;
    sticky_.compare_exchange_strong(none, static_cast<int>(error));
  }
  void clear_status() { sticky_ = 0; }

  // `unit` on this device, loaded on first use.
  Error instance_of(const Unit& unit, CodeSource& source, std::uint32_t code_flags,
                    std::uint32_t probe_mask, double compile_budget, Instance** out);
  void drop_instances();

 private:
  static std::vector<StreamObserver*> told_also(std::vector<StreamObserver*> told, Pools& pools) {
    told.push_back(&pools);
    return told;
  }
  std::atomic<int> sticky_{0};
  std::recursive_mutex mutex_;
  std::map<const Unit*, std::unique_ptr<Instance>> instances_;
};

inline void wait_for_all(Device& device) {
  device.streams.wait_for_all();
}

}  // namespace heddle::engine
