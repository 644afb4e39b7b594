// SPDX-License-Identifier: Apache-2.0
// The memory of one rank that the others of its machine map: a ring for each rank and channel from
// which it receives, and the bell that it sleeps at.
#pragma once

#include <cstdint>
#include <memory>

#include "nccl/bell.h"
#include "nccl/ring.h"

namespace heddle::nccl {

// By what other ranks find it.
struct SegmentName {
  std::uint64_t file_number = 0, file_device = 0;
  std::int32_t process = 0;
  std::int32_t file = -1;
};

class Segment {
 public:
  // Of a communicator of `ranks`. Null: the system refuses.
  static std::shared_ptr<Segment> make(int ranks);
  // That of another rank, perhaps of another process; null: it is not to be had.
  static std::shared_ptr<Segment> map(const SegmentName& name, int ranks);
  ~Segment();
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;

  SegmentName name() const;
  // When all others have mapped it.
  void close_file();

  Bell& bell() { return head().bell; }
  // Its rank gives up: what others wait for will not come.
  void mark_failed() { head().failed.store(1, std::memory_order_release); }
  bool failed() const { return head().failed.load(std::memory_order_acquire) != 0; }
  // What rank `from` sends.
  Ring& ring(int from, Channel channel) {
    return rings_[static_cast<std::uint64_t>(from) * kChannels +
                  static_cast<std::uint32_t>(channel)];
  }

 private:
  struct Head {
    Bell bell;
    std::atomic<std::uint32_t> failed;
  };
  static constexpr std::uint64_t kHeadBytes = 4096;
  static_assert(sizeof(Head) <= kHeadBytes);
  static std::uint64_t bytes_for(int ranks) {
    return kHeadBytes + static_cast<std::uint64_t>(ranks) * kChannels * sizeof(Ring);
  }
  static std::shared_ptr<Segment> map_file(int file, std::uint64_t bytes);
  Segment(std::byte* at, std::uint64_t bytes, int file);
  Head& head() const { return *reinterpret_cast<Head*>(at_); }

  std::byte* const at_;
  const std::uint64_t bytes_;
  Ring* const rings_;
  int file_;
};

}  // namespace heddle::nccl
