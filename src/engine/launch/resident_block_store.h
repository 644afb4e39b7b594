// SPDX-License-Identifier: Apache-2.0
// Blocks that are resident together, kept between launches: their stacks and their shared memory.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "engine/launch/resident_block.h"

namespace heddle::engine {

class ResidentBlockStore {
 public:
  std::vector<std::unique_ptr<ResidentBlock>> take(std::size_t count);
  void give_back(std::vector<std::unique_ptr<ResidentBlock>> blocks);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<ResidentBlock>> free_;
};

}  // namespace heddle::engine
