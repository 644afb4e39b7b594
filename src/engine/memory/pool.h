// SPDX-License-Identifier: Apache-2.0
// Pools of the stream-ordered allocator (CUDA C++ Programming Guide, "Stream Ordered Memory
// Allocator"). An allocation has its address at once and is there for what its stream does later.
// What a stream frees may be used again by what comes after that: in the stream itself at once, in
// others once the free has ended, or if they wait for it; and stays with the pool (reserved) until
// the host has waited for something and more is reserved than the pool shall keep.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/memory/arena.h"
#include "engine/memory/file_space.h"
#include "engine/memory/free_ranges.h"
#include "engine/stream/operation.h"

namespace heddle::engine {

class Stream;

class Pool {
 public:
  enum class Origin : std::uint8_t { kDefault, kExplicit, kImported };
  // `file`: what its memory lies in, if other processes may map it; the pool closes it.
  // `most`: bytes it may hold, 0 is no bound.
  Pool(Arena& arena, int device, Origin origin, int file, std::uint64_t most);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  const int device;  // of memory of the host: none that is meant
  bool is_host() const { return arena_.kind() == MemoryKind::kHost; }
  const Origin origin;
  const int file;  // -1: none

  // kMemoryAllocation; kInvalidValue from a pool of another process.
  Error allocate(std::uint64_t bytes, Stream& stream, void** out);
  // The allocation that begins at `address`, in the stream's turn; at once if there is no stream.
  // kInvalidValue if none does.
  Error release(void* address, Stream* stream);

  // For other processes that have the file: which part of it an allocation is, and the way back.
  Error part_of(const void* address, FilePart* part, std::uint64_t* bytes);
  Error import(FilePart part, std::uint64_t bytes, void** out);

  // Gives back to the device what is free, as far as more than `keep` bytes are reserved.
  void trim(std::uint64_t keep);
  // The host has waited: what has ended until now is known to all.
  void host_waited();
  // Nothing is allocated and no free waits for its turn.
  bool empty();
  // Everything is gone already.
  void forget();

  struct Usage {
    std::uint64_t now = 0, high = 0;
    void add(std::uint64_t bytes) {
      now += bytes;
      if (now > high) high = now;
    }
  };
  Usage reserved();
  Usage used();
  void reset_reserved_high();
  void reset_used_high();

  // cudaMemPoolAttr
  std::atomic<bool> follow_events{true}, opportunistic{true}, internal_dependencies{true};
  std::atomic<std::uint64_t> release_threshold{0};
  // cudaMemPoolSetAccess: cudaMemAccessFlags of other devices; of memory of the host, of all.
  std::mutex access_mutex;
  std::map<int, int> access;

 private:
  // Freed in a stream, and not yet known to have ended by all.
  struct Returned {
    std::uint64_t begin, bytes;
    OperationRef free;
    std::uint64_t stream;  // its id
    bool imported;
  };

  bool take(std::uint64_t size, Stream& stream, bool heard, std::uint64_t* begin);
  std::uint64_t returned_bytes() const;
  // `work`: the number that the free is told as.
  Error release(void* address, Stream* stream, const std::function<void()>& then,
                std::uint64_t work);
  void collect(bool all_ended);
  bool take_returned(std::uint64_t bytes, Stream& stream, std::uint64_t* begin);
  bool take_with_dependency(std::uint64_t bytes, Stream& stream, std::uint64_t* begin);
  bool take_part(std::size_t index, std::uint64_t bytes, std::uint64_t* begin);
  bool take_segment(std::uint64_t bytes, std::uint64_t* begin);
  void trim_locked(std::uint64_t keep);

  Arena& arena_;
  const std::uint64_t most_;
  std::mutex mutex_;
  struct Segment {
    std::uint64_t bytes, offset;  // in the file
  };
  std::map<std::uint64_t, Segment> segments_;
  FreeRanges free_;  // for everybody
  FileSpace space_;
  std::vector<Returned> returned_;
  std::map<std::uint64_t, std::uint64_t> live_;  // begin -> bytes taken
  Usage reserved_, used_;
};

}  // namespace heddle::engine
