// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/helpers.h"

#include <system_error>

#include "engine/launch/grid.h"

namespace heddle::engine {

Helpers::~Helpers() {
  // A helper may ask for another one until its last block has ended.
  for (std::size_t i = 0;; ++i) {
    std::thread next;
    {
      const std::lock_guard lock(mutex_);
      if (i == threads_.size()) return;
      next = std::move(threads_[i]);
    }
    next.join();
  }
}

void Helpers::add() {
  const std::lock_guard lock(mutex_);
  if (threads_.size() == kMost || grid_.next.load(std::memory_order_relaxed) >= grid_.units) return;
  const auto share = grid_.workers + static_cast<unsigned>(threads_.size());
  try {
    threads_.emplace_back([this, share] { work_(share); });
    any_ = true;
  } catch (const std::system_error&) {
    // No thread to be had: those that run go on, and the caller asks again with its next block.
  }
}

}  // namespace heddle::engine
