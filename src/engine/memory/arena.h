// SPDX-License-Identifier: Apache-2.0
// The global memory of one GPU: a reservation as large as the model's memory, of which only what is
// allocated is accessible, so that most stray addresses of a kernel fault instead of hitting the
// host program.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/error.h"
#include "engine/memory/allocation.h"
#include "engine/memory/free_ranges.h"

namespace heddle::engine {

class Arena {
 public:
  // `capacity`: the model's memory; `budget`: what the host can commit of it. Reserves lazily.
  Arena(int device, std::uint64_t capacity, std::uint64_t budget);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // kMemoryAllocation when the model's memory or the host's is exhausted. The address is a multiple
  // of 512 (CUDA C++ Programming Guide: at least 256). Zero bytes give a null pointer.
  Error allocate(std::uint64_t bytes, MemoryKind kind, void** out);

  // kInvalidValue unless `address` is the start of an allocation that is not kModule.
  Error release(void* address);
  void release_module(void* address);

  std::optional<Allocation> find(const void* address) const;

  // Frees everything.
  void reset();

  std::uint64_t capacity() const { return capacity_; }
  std::uint64_t available() const;  // bytes that may still be allocated

 private:
  struct Block {
    Allocation row;
    std::uint64_t reserved = 0;  // bytes taken from the ranges, 0: lives in a chunk
    std::uint64_t mapped = 0;    // bytes that are accessible
  };
  struct Warm {
    std::uint64_t begin, reserved, mapped;
  };

  bool reserve();
  std::optional<Block> take_pages(std::uint64_t bytes);
  std::optional<Block> take_small(std::uint64_t bytes);
  void give_back(const Block& block);
  bool cool_down(std::uint64_t keep);
  void make_cold(const Warm& warm);

  const int device_;
  const std::uint64_t capacity_;
  const std::uint64_t budget_;
  mutable std::mutex mutex_;
  std::uintptr_t base_ = 0;
  std::uint64_t committed_ = 0;   // accessible bytes, warm ones included
  std::uint64_t warm_bytes_ = 0;  // accessible, yet free: reused by the next request of that size
  FreeRanges pages_;              // of the reservation
  FreeRanges small_;              // of accessible chunks
  std::vector<Warm> warm_;
  std::map<std::uintptr_t, Block> blocks_;
};

}  // namespace heddle::engine
