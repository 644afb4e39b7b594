// SPDX-License-Identifier: Apache-2.0
// Shared memory of the block that a worker runs, or of the blocks of a cluster, with the readable
// margin that generated code relies on (kSharedGuardBytes) and inaccessible pages beyond it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::engine {

class SharedMemory {
 public:
  SharedMemory() = default;
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  // Storage of at least `bytes` for each of `blocks`; zeros when new. The storage of block r lies
  // r << shift() behind the address that is returned. Null when the host has no memory left.
  std::byte* reserve(std::size_t bytes, std::uint32_t blocks = 1);

  std::byte* of(std::uint32_t block) const { return first_ + (std::size_t{block} << shift_); }
  std::uint32_t shift() const { return shift_; }

  // Block `block` has left: an access of its storage is a fault until admit().
  void forbid(std::uint32_t block);
  void admit(std::uint32_t block);
  // The block in whose storage, or near it, `address` lies; at least their number when in none.
  std::uint32_t block_at(std::uintptr_t address) const;

  // Where the storage of a block that is not there would lie: inaccessible.
  std::byte* nowhere() const { return of(blocks_); }
  bool is_nowhere(std::uintptr_t address) const;
  // Two blocks behind that: where wgmma reads what a descriptor names outside of its block's memory
  // (tensor/shared_operand.h).
  bool is_no_operand(std::uintptr_t address) const;

 private:
  std::byte* first_ = nullptr;
  std::byte* mapping_ = nullptr;
  std::size_t mapped_ = 0;
  std::size_t capacity_ = 0;
  std::uint32_t blocks_ = 0;
  std::uint32_t shift_ = 0;
};

}  // namespace heddle::engine
