// SPDX-License-Identifier: Apache-2.0
// Gathers the footprints of kernels that run: each worker writes down what its blocks touch, and
// the end of the launch puts it together.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "checker/races/footprint.h"
#include "probes/events.h"

namespace heddle::checker::races {

class Footprints {
 public:
  Footprints() = default;
  ~Footprints();
  Footprints(const Footprints&) = delete;
  Footprints& operator=(const Footprints&) = delete;

  // Off until works can be unordered. Once it is on it stays so.
  bool active() const { return active_.load(std::memory_order_relaxed); }
  void activate();

  // Global and constant memory that the event's lanes touch, in the worker that runs the block.
  void note(const probes::RowAccess& event);
  void note(const probes::Access& event);
  // The launch has ended.
  Footprint take(const probes::Launch& launch);

 private:
  struct Notes {  // of one worker and launch
    std::uint64_t launch;
    const probes::Site* sites;  // the kernel's table
    std::vector<Spans> spans;   // by Site::id
    std::unordered_map<const probes::Site*, Spans> others;
  };
  Spans& spans(const probes::At& at);

  static constexpr unsigned kMostWorkers = 1u << 16;
  std::atomic<bool> active_ = false;
  std::unique_ptr<std::atomic<Notes*>[]> notes_;  // by worker
  std::mutex mutex_;
  unsigned workers_ = 0;                      // that have notes
  std::vector<std::unique_ptr<Notes>> left_;  // by workers that run other launches by now
};

}  // namespace heddle::checker::races
