// SPDX-License-Identifier: Apache-2.0
// Threads for ducc0: none of its own. Heddle's threads call it, several at a time.
#pragma once

#include <condition_variable>
#include <mutex>

namespace DUCC0_NAMESPACE::detail_threading {

using Mutex = std::mutex;
using LockGuard = std::lock_guard<std::mutex>;
using UniqueLock = std::unique_lock<std::mutex>;
using CondVar = std::condition_variable;

class OneThread final : public thread_pool {
 public:
  size_t nthreads() const override { return 1; }
  size_t adjust_nthreads(size_t) const override { return 1; }
  void submit(std::function<void()> work) override { work(); }
};

// threading.cc counts on these.
inline thread_local bool in_parallel_region = false;
inline thread_pool* get_active_pool() {
  static OneThread pool;
  return &pool;
}
inline thread_pool* set_active_pool(thread_pool*) {
  return get_active_pool();
}

}  // namespace DUCC0_NAMESPACE::detail_threading
