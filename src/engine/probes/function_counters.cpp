// SPDX-License-Identifier: Apache-2.0
#include "engine/probes/function_counters.h"

#include <mutex>

namespace heddle::engine {
namespace {

std::mutex mutex;
FunctionCounters all;

}  // namespace

FunctionCounters FunctionCounters::now() {
  const std::lock_guard lock(mutex);
  return all;
}

void FunctionCounters::add(const abi::KernelCode& functions) {
  if (functions.counter_words == 0) return;
  const std::lock_guard lock(mutex);
  // Two programs may have one object in common.
  if (*functions.first_word != abi::KernelCode::kNoWord) return;
  *functions.first_word = all.words;
  all.tables.push_back({{functions.counted, functions.counted_count}, all.words});
  all.words += functions.counter_words;
}

}  // namespace heddle::engine
