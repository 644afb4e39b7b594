// SPDX-License-Identifier: Apache-2.0
// What the blocks of a grid may start themselves (CUDA C++ Programming Guide, "CUDA Dynamic
// Parallelism"): kernels, in streams that are theirs.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/types.h"
#include "image/device_calls.h"

namespace heddle::engine {

using abi::DeviceCall;

// The place in the order of what is given to a stream of device code (probes::DeviceLaunch).
struct GivenOrder {
  std::uint64_t given, after, also;
  bool tail;
};

// A thread of a block that runs, which gives something.
struct GivingThread {
  const void* runner = nullptr;
  std::uint32_t thread = 0;
  // Tools are told; null: none listens.
  void (*tell)(const GivingThread& by, const GivenOrder& order) = nullptr;
};

// A launch from device code.
struct ChildLaunch {
  const void* kernel = nullptr;      // as device code knows it
  const void* parameters = nullptr;  // packed as those of any launch; copied
  Dim3 grid, block;
  std::uint32_t dynamic_shared = 0;
  std::uint64_t stream = 0;
  // Whether an address is of local or shared memory of the block that launches.
  bool (*is_own)(const void* runner, std::uint64_t address) = nullptr;
  GivingThread by;
};

// One piece of work in a stream of device code.
class GivenWork {
 public:
  GivenWork() = default;
  virtual ~GivenWork() = default;
  GivenWork(const GivenWork&) = delete;
  GivenWork& operator=(const GivenWork&) = delete;
};

// Of a block that runs, forgotten when the next one of the same runner asks.
struct BlockChildren {
  std::uint64_t grid = 0;  // ChildLaunches::id
  std::uint64_t block = 0;
  std::shared_ptr<GivenWork> last;  // in its null stream
  std::vector<Error> errors;        // the last one of each thread; empty: none has one

  // Of this block of this grid.
  void turn_to(std::uint64_t grid_id, std::uint64_t block_number) {
    if (grid == grid_id && block == block_number) return;
    grid = grid_id;
    block = block_number;
    last = nullptr;
    errors.clear();
  }
};

// Of a grid. Called by running kernel code, in a call of the engine.
class ChildLaunches {
 public:
  ChildLaunches() = default;
  virtual ~ChildLaunches() = default;
  ChildLaunches(const ChildLaunches&) = delete;
  ChildLaunches& operator=(const ChildLaunches&) = delete;

  // Of this process, from 1 on.
  virtual std::uint64_t id() const = 0;
  virtual Error launch(BlockChildren& block, const ChildLaunch& launch) = 0;
  // Handles, 0: not with these flags.
  virtual std::uint64_t create_stream(std::uint32_t flags) = 0;
  virtual std::uint64_t create_event(std::uint32_t flags) = 0;
  virtual Error destroy_stream(std::uint64_t stream) = 0;
  virtual Error destroy_event(std::uint64_t event) = 0;
  virtual Error record(BlockChildren& block, std::uint64_t event, std::uint64_t stream) = 0;
  virtual Error wait(BlockChildren& block, std::uint64_t stream, std::uint64_t event,
                     const GivingThread& by) = 0;
  // A call that answers a number.
  virtual Error ask(DeviceCall call, const std::uint64_t* words, std::int32_t* value) = 0;
  // So much is pending that it should be done before more is added.
  virtual bool crowded() const = 0;
};

}  // namespace heddle::engine
