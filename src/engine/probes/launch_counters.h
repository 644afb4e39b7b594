// SPDX-License-Identifier: Apache-2.0
// The words that compiled code counts in (probes/counters.h), of one launch.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "engine/probes/function_counters.h"

namespace heddle::engine {

class LaunchCounters {
 public:
  // `functions`: of those behind pointers, behind the kernel's.
  explicit LaunchCounters(std::uint32_t words, FunctionCounters functions = {});

  // Of this process, from 1 on: a launch of a graph comes again with the number of its grid.
  std::uint64_t id() const { return id_; }
  std::span<const probes::CountedFunctions> functions() const { return functions_; }

  // For one worker, or one block that stays resident: zeros.
  std::uint64_t* take();

  // The launch has ended: calls `tell(words)` for each.
  template <class Tell>
  void for_each(Tell tell) const {
    for (const auto& memory : all_) {
      tell(std::span<const std::uint64_t>(memory.get() + kHeadWords, words_));
    }
  }

 private:
  static constexpr std::size_t kHeadWords = sizeof(abi::CounterHead) / sizeof(std::uint64_t);

  const std::uint64_t kernel_words_, words_;
  const std::uint64_t id_;
  std::vector<probes::CountedFunctions> functions_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<std::uint64_t[]>> all_;
};

}  // namespace heddle::engine
