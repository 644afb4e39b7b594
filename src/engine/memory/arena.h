// SPDX-License-Identifier: Apache-2.0
// The global memory of one GPU: a reservation as large as the model's memory, of which only what is
// allocated is accessible, so that most stray addresses of a kernel fault instead of hitting the
// host program.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/base/error.h"
#include "engine/memory/allocation.h"
#include "engine/memory/free_ranges.h"
#include "engine/memory/memory_events.h"

namespace heddle::engine {

// Bytes of a file that is memory (memfd), which processes can share.
struct FilePart {
  int file = -1;
  std::uint64_t offset = 0;
};

class Arena {
 public:
  // `capacity`: the model's memory; `budget`: what the host can commit of it. Reserves lazily.
  // `events`: who is told of what the program allocates; null: nobody.
  // `kind`: kHost for memory of the host, which is made the same way and belongs to no device; what
  // its pools hold is of this kind.
  Arena(int device, std::uint64_t capacity, std::uint64_t budget,
        const MemoryEvents* events = nullptr, MemoryKind kind = MemoryKind::kDevice);
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // kMemoryAllocation when the model's memory or the host's is exhausted. The address is a multiple
  // of 512 (CUDA C++ Programming Guide: at least 256). Zero bytes give a null pointer.
  Error allocate(std::uint64_t bytes, MemoryKind kind, void** out);

  // kInvalidValue unless `address` is the start of an allocation of the program that lives in no
  // pool and in no other process.
  Error release(void* address);
  void release_own(void* address);  // kModule, kArray, kGraph

  std::optional<Allocation> find(const void* address) const;
  // From a signal handler: nothing where somebody holds the lock. `*inside`: whether the address is
  // one of this memory at all.
  std::optional<Allocation> find_now(const void* address, bool* inside) const;

  // Memory of pools (pool.h): pages that have no rows of their own, and the rows of their parts.
  Error take_segment(std::uint64_t bytes, FilePart part, std::uint64_t* begin);
  void give_segment(std::uint64_t begin);
  // Memory that lies elsewhere (virtual_memory.h) and counts for this device. False: there is not
  // so much.
  bool charge(std::uint64_t bytes);
  void discharge(std::uint64_t bytes);
  // release(), but the memory stays what it is until give_segment().
  Error retire(void* address);
  void add(const Allocation& row);
  bool remove(std::uintptr_t base);

  // Other processes (arena_files.cpp). Moves the pages of an allocation into a file, where it keeps
  // its address; operations may use them meanwhile. kInvalidValue unless it begins at `address` and
  // is of cudaMalloc. The file stays the arena's.
  Error share(const void* address, FilePart* out);
  // Maps `bytes` of a file and makes them an allocation.
  // `external`: the program frees it as its own.
  Error import(FilePart part, std::uint64_t bytes, Pool* pool, void** out, bool external = false);
  Error release_import(void* address);

  // Frees everything.
  void reset();

  int device() const { return device_; }
  MemoryKind kind() const { return kind_; }
  const MemoryEvents* events() const { return events_; }
  bool heard() const;  // a tool wants to know of memory
  std::uint64_t capacity() const { return capacity_; }
  std::uintptr_t begin() const { return base_; }  // 0: nothing was allocated yet
  std::uint64_t available() const;                // bytes that may still be allocated

 private:
  struct Block {
    Allocation row;
    std::uint64_t reserved = 0;  // bytes taken from the ranges, 0: lives in a chunk or a pool
    std::uint64_t mapped = 0;    // bytes that are accessible
  };
  struct Warm {
    std::uint64_t begin, reserved, mapped;
    bool shared;
  };
  using Blocks = std::map<std::uintptr_t, Block>;
  struct File {
    int file;
    std::uint64_t bytes;
  };

  bool reserve();
  // What the program may free that begins there, or the end.
  Blocks::iterator find_own(void* address);
  std::optional<Allocation> row_of(std::uintptr_t address) const;
  std::optional<std::uint64_t> reserve_pages(std::uint64_t reserved, std::uint64_t bytes);
  // `shared`: the host program uses it, too (host_guard.h).
  std::optional<Block> take_pages(std::uint64_t bytes, bool shared);
  std::optional<Block> take_small(std::uint64_t bytes, bool shared);
  void give_back(const Block& block);
  void retire_block(const Block& block);
  bool use_held_back(std::uint64_t keep);
  bool cool_down(std::uint64_t keep);
  void make_cold(const Warm& warm);
  bool forget_file(std::uint64_t begin);
  bool is_shared(MemoryKind kind) const {
    return kind_ == MemoryKind::kHost || kind == MemoryKind::kManaged ||
           kind == MemoryKind::kManagedVariable;
  }
  bool is_host() const { return kind_ == MemoryKind::kHost; }

  const int device_;
  const std::uint64_t capacity_;
  const std::uint64_t budget_;
  const MemoryEvents* const events_;
  const MemoryKind kind_;
  mutable std::mutex mutex_;
  std::atomic<std::uintptr_t> base_{0};  // read without the lock
  std::uint64_t committed_ = 0;          // accessible bytes, warm ones included
  std::uint64_t charged_ = 0;            // of these, what lies elsewhere
  std::uint64_t warm_bytes_ = 0;  // accessible, yet free: reused by the next request of that size
  FreeRanges pages_;              // of the reservation
  FreeRanges small_[2];           // of accessible chunks; [1]: that the host shares
  std::vector<Warm> warm_;
  std::deque<Block> held_back_;  // freed, and not used again yet, since a tool listens
  std::uint64_t held_back_bytes_ = 0;
  Blocks blocks_;
  Blocks segments_;
  std::map<std::uintptr_t, std::uint64_t>
      chunks_;                            // begin -> mapped, of what small_ is carved from
  std::map<std::uintptr_t, File> files_;  // pages that are a file's, by where they begin
};

}  // namespace heddle::engine
