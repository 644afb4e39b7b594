// SPDX-License-Identifier: Apache-2.0
// What a check keeps of each block that runs: made when the block begins, gone when it has ended. A
// block's own part is used by one thread at a time; the table is for all.
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "probes/events.h"

namespace heddle::checker {

template <class State>
class RunningBlocks {
 public:
  void begin(const probes::Block& block) {
    auto state = std::make_unique<State>(block);
    std::lock_guard lock(mutex_);
    states_[&block] = {block.launch.id, std::move(state)};
  }

  // Null for a block whose beginning nobody told.
  State* of(const probes::Block& block) {
    std::lock_guard lock(mutex_);
    const auto it = states_.find(&block);
    return it == states_.end() ? nullptr : it->second.state.get();
  }

  void end(const probes::Block& block) {
    std::lock_guard lock(mutex_);
    states_.erase(&block);
  }

  // Those of a launch that has ended: its kernel failed.
  std::vector<std::unique_ptr<State>> take(const probes::Launch& launch) {
    std::vector<std::unique_ptr<State>> taken;
    std::lock_guard lock(mutex_);
    for (auto it = states_.begin(); it != states_.end();) {
      if (it->second.launch == launch.id) {
        taken.push_back(std::move(it->second.state));
        it = states_.erase(it);
      } else {
        ++it;
      }
    }
    return taken;
  }

 private:
  struct Entry {
    std::uint64_t launch;
    std::unique_ptr<State> state;
  };
  std::mutex mutex_;
  std::unordered_map<const probes::Block*, Entry> states_;
};

}  // namespace heddle::checker
