// SPDX-License-Identifier: Apache-2.0
// A fence between two threads of which one comes by it all the time and the other seldom: the
// seldom one makes the kernel fence all threads of the process (membarrier), so that the other has
// only to keep the compiler from reordering. Of two threads that store, fence and load what the
// other has stored, one of each kind, at least one sees the other's store.
#pragma once

#include <atomic>

namespace heddle::engine {

class AsymmetricFence {
 public:
  // Called once, by the thread that calls heavy(): until then, and where the kernel does not know
  // it, both are plain fences.
  static void enable();
  static void light() {
    if (enabled_.load(std::memory_order_relaxed)) [[likely]]
      std::atomic_signal_fence(std::memory_order_seq_cst);
    else
      std::atomic_thread_fence(std::memory_order_seq_cst);
  }
  static void heavy();

 private:
  static inline std::atomic<bool> enabled_{false};
};

}  // namespace heddle::engine
