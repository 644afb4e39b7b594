// SPDX-License-Identifier: Apache-2.0
#include "engine/probes/launch_counters.h"

#include <atomic>
#include <utility>

namespace heddle::engine {
namespace {

std::atomic<std::uint64_t> launches{0};

}  // namespace

LaunchCounters::LaunchCounters(std::uint32_t words, FunctionCounters functions)
    : kernel_words_(words),
      words_(words + functions.words),
      id_(launches.fetch_add(1, std::memory_order_relaxed) + 1),
      functions_(std::move(functions.tables)) {
  for (auto& object : functions_) object.first += kernel_words_;
}

std::uint64_t* LaunchCounters::take() {
  auto memory = std::make_unique<std::uint64_t[]>(kHeadWords + words_);
  auto* const words = memory.get() + kHeadWords;
  reinterpret_cast<abi::CounterHead*>(words)[-1] = {kernel_words_, words_ - kernel_words_};
  const std::lock_guard lock(mutex_);
  all_.push_back(std::move(memory));
  return words;
}

}  // namespace heddle::engine
