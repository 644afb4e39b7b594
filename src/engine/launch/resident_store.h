// SPDX-License-Identifier: Apache-2.0
// Workers for blocks that are resident together, kept between launches.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "engine/launch/worker.h"

namespace heddle::engine {

class ResidentStore {
 public:
  std::vector<std::unique_ptr<Worker>> take(std::size_t count);
  void give_back(std::vector<std::unique_ptr<Worker>> workers);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Worker>> free_;
};

}  // namespace heddle::engine
