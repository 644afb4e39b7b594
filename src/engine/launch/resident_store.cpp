// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/resident_store.h"

namespace heddle::engine {
namespace {

constexpr std::size_t kResidentStackBytes = std::size_t{64} << 20;

}  // namespace

std::vector<std::unique_ptr<Worker>> ResidentStore::take(std::size_t count) {
  std::vector<std::unique_ptr<Worker>> taken;
  taken.reserve(count);
  {
    const std::lock_guard lock(mutex_);
    while (!free_.empty() && taken.size() < count) {
      taken.push_back(std::move(free_.back()));
      free_.pop_back();
    }
  }
  while (taken.size() < count) taken.push_back(std::make_unique<Worker>(kResidentStackBytes));
  return taken;
}

void ResidentStore::give_back(std::vector<std::unique_ptr<Worker>> workers) {
  const std::lock_guard lock(mutex_);
  for (auto& worker : workers) free_.push_back(std::move(worker));
}

}  // namespace heddle::engine
