// SPDX-License-Identifier: Apache-2.0
#include "engine/base/host_threads.h"

#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <mutex>
#include <set>
#include <system_error>

namespace heddle::engine {
namespace {

struct PoolThreads {
  std::mutex mutex;
  std::set<int> numbers;
};

// Never destroyed: threads of a pool may begin while the process ends.
PoolThreads& pool_threads() {
  static auto* const threads = new PoolThreads;
  return *threads;
}

}  // namespace

void note_pool_thread() {
  PoolThreads& threads = pool_threads();
  const std::lock_guard lock(threads.mutex);
  threads.numbers.insert(gettid());
}

void forget_pool_thread() {
  PoolThreads& threads = pool_threads();
  const std::lock_guard lock(threads.mutex);
  threads.numbers.erase(gettid());
}

bool has_only_pool_threads_and(const std::unordered_multiset<int>& others) {
  PoolThreads& threads = pool_threads();
  const std::lock_guard lock(threads.mutex);
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/task", error)) {
    const std::string name = entry.path().filename();
    int number = 0;
    std::from_chars(name.data(), name.data() + name.size(), number);
    if (!others.contains(number) && !threads.numbers.contains(number)) return false;
  }
  return !error;
}

}  // namespace heddle::engine
