// SPDX-License-Identifier: Apache-2.0
// Ranks in a circle, in which collectives send: each to the next one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "nccl/peers.h"

namespace heddle::nccl {

struct Circle {
  explicit Circle(const Peers& peers) : rank(peers.rank), ranks(peers.ranks) {}
  const int rank, ranks;
  int behind(int steps) const { return ((rank - steps) % ranks + ranks) % ranks; }
  int next() const { return behind(-1); }
  int previous() const { return behind(1); }
};

// What is worked on at a time, so that it stays in the caches on its way: of each rank's block, and
// of what goes from one end to the other.
constexpr std::uint64_t kBlockBytes = std::uint64_t{256} << 10;

// each(first, count) for parts of `count` elements.
template <class Each>
Result in_parts(std::uint64_t count, std::uint64_t most, Each each) {
  for (std::uint64_t first = 0; first < count; first += most)
    HEDDLE_NCCL_TRY(each(first, std::min(most, count - first)));
  return ncclSuccess;
}

// Memory for partial results on their way. A buffer is there again when three others were taken, so
// at most two messages may be under way when one is taken.
class Buffers {
 public:
  explicit Buffers(std::uint64_t bytes)
      : bytes_(bytes), memory_(std::make_unique_for_overwrite<std::byte[]>(kBuffers * bytes)) {}
  std::byte* take() { return memory_.get() + next_++ % kBuffers * bytes_; }

 private:
  static constexpr std::uint64_t kBuffers = 4;
  const std::uint64_t bytes_;
  const std::unique_ptr<std::byte[]> memory_;
  std::uint64_t next_ = 0;
};

}  // namespace heddle::nccl
