// SPDX-License-Identifier: Apache-2.0
#include "engine/launch/resident_block_store.h"

namespace heddle::engine {

std::vector<std::unique_ptr<ResidentBlock>> ResidentBlockStore::take(std::size_t count) {
  std::vector<std::unique_ptr<ResidentBlock>> taken;
  taken.reserve(count);
  {
    const std::lock_guard lock(mutex_);
    while (!free_.empty() && taken.size() < count) {
      taken.push_back(std::move(free_.back()));
      free_.pop_back();
    }
  }
  while (taken.size() < count) taken.push_back(std::make_unique<ResidentBlock>());
  return taken;
}

void ResidentBlockStore::give_back(std::vector<std::unique_ptr<ResidentBlock>> blocks) {
  const std::lock_guard lock(mutex_);
  for (auto& block : blocks) free_.push_back(std::move(block));
}

}  // namespace heddle::engine
