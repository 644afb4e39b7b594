// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/host_threads.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <mutex>
#include <set>
#include <system_error>

#include "engine/launch/grid.h"

namespace heddle::engine {
namespace {

struct PoolThreads {
  std::mutex mutex;
  std::set<int> numbers;
};

PoolThreads& pool_threads() {
  static PoolThreads threads;
  return threads;
}

bool works_on(const Grid& grid, int thread) {
  return thread == grid.submitter ||
         std::ranges::any_of(grid.members, [&](const std::atomic<int>& member) {
           return member.load(std::memory_order_relaxed) == thread;
         });
}

}  // namespace

void note_pool_thread() {
  PoolThreads& threads = pool_threads();
  const std::lock_guard lock(threads.mutex);
  threads.numbers.insert(gettid());
}

bool only_threads_of(const Grid& grid) {
  PoolThreads& threads = pool_threads();
  const std::lock_guard lock(threads.mutex);
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task", error)) {
    const std::string name = entry.path().filename();
    int number = 0;
    std::from_chars(name.data(), name.data() + name.size(), number);
    if (!works_on(grid, number) && !threads.numbers.contains(number)) return false;
  }
  return !error;
}

}  // namespace heddle::engine
