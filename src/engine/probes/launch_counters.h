// SPDX-License-Identifier: Apache-2.0
// The words that compiled code counts in (probes/counters.h), of one launch.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace heddle::engine {

class LaunchCounters {
 public:
  explicit LaunchCounters(std::uint32_t words);

  // Of this process, from 1 on: a launch of a graph comes again with the number of its grid.
  std::uint64_t id() const { return id_; }

  // For one worker, or one block that stays resident: zeros.
  std::uint64_t* take();

  // The launch has ended: calls `tell(words)` for each.
  template <class Tell>
  void for_each(Tell tell) const {
    for (const auto& memory : all_) tell(std::span<const std::uint64_t>(memory.get(), words_));
  }

 private:
  const std::uint32_t words_;
  const std::uint64_t id_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<std::uint64_t[]>> all_;
};

}  // namespace heddle::engine
