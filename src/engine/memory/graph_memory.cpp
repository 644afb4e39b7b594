// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/graph_memory.h"

#include <vector>

#include "engine/memory/arena.h"

namespace heddle::engine {

GraphMemoryBlock::~GraphMemoryBlock() {
  pool.remove(*this);
}

Error GraphMemory::make(std::uint64_t bytes, std::set<int> peers,
                        std::shared_ptr<GraphMemoryBlock>* out) {
  void* address = nullptr;
  HEDDLE_RETURN_IF_ERROR(arena_.allocate(bytes, MemoryKind::kGraph, &address));
  *out = std::make_shared<GraphMemoryBlock>(*this, address, bytes);
  (*out)->peers = std::move(peers);
  const std::lock_guard lock(mutex_);
  blocks_[address] = *out;
  return Error::kSuccess;
}

void GraphMemory::remove(GraphMemoryBlock& block) {
  const std::lock_guard lock(mutex_);
  if (block.backed) reserved_.now -= block.size;
  if (!block.address) return;
  blocks_.erase(block.address);
  arena_.release_own(block.address);
}

std::shared_ptr<GraphMemoryBlock> GraphMemory::find(const void* address) const {
  const std::lock_guard lock(mutex_);
  const auto at = blocks_.find(address);
  return at == blocks_.end() ? nullptr : at->second.lock();
}

Error GraphMemory::allocate(const std::shared_ptr<GraphMemoryBlock>& block) {
  const std::lock_guard lock(mutex_);
  if (block->allocated || !block->address) return Error::kInvalidValue;
  block->allocated = true;
  allocated_.insert(block);
  used_.add(block->size);
  if (!block->backed) reserved_.add(block->size);
  block->backed = true;
  return Error::kSuccess;
}

Error GraphMemory::release(const std::shared_ptr<GraphMemoryBlock>& block) {
  const std::lock_guard lock(mutex_);
  if (!block->allocated) return Error::kInvalidValue;
  block->allocated = false;
  allocated_.erase(block);
  used_.now -= block->size;
  return Error::kSuccess;
}

bool GraphMemory::allocated(const GraphMemoryBlock& block) {
  const std::lock_guard lock(block.pool.mutex_);
  return block.allocated;
}

void GraphMemory::trim() {
  std::vector<std::shared_ptr<GraphMemoryBlock>> held;  // may end here, without the lock
  const std::lock_guard lock(mutex_);
  for (const auto& [address, weak] : blocks_) {
    const auto& block = held.emplace_back(weak.lock());
    if (!block || block->allocated || !block->backed) continue;
    block->backed = false;
    reserved_.now -= block->size;
  }
}

void GraphMemory::reset() {
  std::set<std::shared_ptr<GraphMemoryBlock>> gone;  // ends without the lock
  const std::lock_guard lock(mutex_);
  for (const auto& [address, weak] : blocks_) {
    if (const auto block = weak.lock()) {
      block->address = nullptr;
      block->allocated = block->backed = false;
      gone.insert(block);
    }
  }
  blocks_.clear();
  allocated_.clear();
  used_ = reserved_ = {};
}

GraphMemory::Bytes GraphMemory::used() const {
  const std::lock_guard lock(mutex_);
  return used_;
}

GraphMemory::Bytes GraphMemory::reserved() const {
  const std::lock_guard lock(mutex_);
  return reserved_;
}

void GraphMemory::forget_high(bool of_used) {
  const std::lock_guard lock(mutex_);
  Bytes& bytes = of_used ? used_ : reserved_;
  bytes.high = bytes.now;
}

}  // namespace heddle::engine
