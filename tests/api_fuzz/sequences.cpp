// SPDX-License-Identifier: Apache-2.0
// sequences <first seed> <seeds> [calls] [threads]: random sequences of API calls, each answer and
// all memory checked against a model. With threads, each has sequences of its own at the same time.
#include <malloc.h>

#include <cstdlib>
#include <numeric>
#include <thread>

#include "model.h"

namespace {

int run(unsigned long long first, unsigned long long seeds, int calls, bool with_others) {
  int failed = 0;
  for (unsigned long long seed = first; seed < first + seeds; ++seed) {
    fuzz::Model model(seed, with_others);
    fuzz::run_sequence(model, calls);
    failed += model.failures() != 0;
  }
  return failed;
}

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int at, unsigned long long otherwise) {
    return argc > at ? std::strtoull(argv[at], nullptr, 10) : otherwise;
  };
  const auto first = number(1, 1), seeds = number(2, 1000);
  const int calls = static_cast<int>(number(3, 60)), threads = static_cast<int>(number(4, 0));

  const auto run_all = [&] {
    if (threads == 0) return run(first, seeds, calls, false);
    std::vector<int> failures(threads);
    std::vector<std::thread> runners;
    for (int t = 0; t < threads; ++t) {
      runners.emplace_back([&, t] { failures[t] = run(first + t * seeds, seeds, calls, true); });
    }
    for (std::thread& runner : runners) runner.join();
    return std::accumulate(failures.begin(), failures.end(), 0);
  };

  // Caches of all kinds fill first.
  int failed = run_all();
  std::size_t free_before = 0, free_after = 0, total = 0;
  cudaDeviceSynchronize();
  cudaMemGetInfo(&free_before, &total);
  const std::size_t heap_before = mallinfo2().uordblks;
  failed += run_all();
  cudaDeviceSynchronize();
  cudaMemGetInfo(&free_after, &total);
  const std::size_t heap_after = mallinfo2().uordblks;
  if (free_before != free_after) {
    std::printf("device memory leaks: %zu bytes free before, %zu after\n", free_before, free_after);
    ++failed;
  }
  if (heap_after > heap_before + (256 << 10)) {
    std::printf("host memory leaks: %zu bytes in use before, %zu after\n", heap_before, heap_after);
    ++failed;
  }
  std::printf("%llu sequences of %d calls: %d failed\n", 2 * seeds * (threads ? threads : 1), calls,
              failed);
  return failed != 0;
}
