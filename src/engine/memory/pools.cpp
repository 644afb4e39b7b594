// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/pools.h"

#include <algorithm>

namespace heddle::engine {

Pools::Pools(Arena& arena, int device)
    : arena_(arena),
      device_(device),
      default_(std::make_unique<Pool>(arena, device, Pool::Origin::kDefault, -1, 0)),
      current_(default_.get()) {}

Pools::~Pools() = default;

Pool& Pools::current() {
  used_ = true;
  const std::lock_guard lock(mutex_);
  return *current_;
}

bool Pools::make_current(Pool& pool) {
  if (pool.origin == Pool::Origin::kImported || pool.device != device_) return false;
  const std::lock_guard lock(mutex_);
  current_ = &pool;
  return true;
}

Pool* Pools::create(Pool::Origin origin, int file, std::uint64_t most) {
  auto pool = std::make_unique<Pool>(arena_, device_, origin, file, most);
  used_ = true;
  const std::lock_guard lock(mutex_);
  pools_.push_back(std::move(pool));
  return pools_.back().get();
}

bool Pools::knows(const Pool* pool) {
  const std::lock_guard lock(mutex_);
  return pool == default_.get() ||
         std::any_of(pools_.begin(), pools_.end(), [&](const auto& p) { return p.get() == pool; });
}

void Pools::destroy(Pool& pool) {
  const std::lock_guard lock(mutex_);
  const auto it =
      std::find_if(pools_.begin(), pools_.end(), [&](const auto& p) { return p.get() == &pool; });
  if (it == pools_.end()) return;
  if (current_ == &pool) current_ = default_.get();
  destroyed_.push_back(std::move(*it));
  pools_.erase(it);
  bury();
}

void Pools::bury() {
  std::erase_if(destroyed_, [](const auto& pool) { return pool->empty(); });
}

void Pools::collect() {
  const std::lock_guard lock(mutex_);
  default_->host_waited();
  for (const auto& pool : pools_) pool->host_waited();
  bury();
}

void Pools::reset() {
  const std::lock_guard lock(mutex_);
  default_->forget();
  current_ = default_.get();
  for (auto* some : {&pools_, &destroyed_}) {
    for (const auto& pool : *some) pool->forget();
    some->clear();
  }
}

}  // namespace heddle::engine
