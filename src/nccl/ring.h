// SPDX-License-Identifier: Apache-2.0
// How bytes go from one rank to another: a ring of slots in memory that both see. The one that
// receives owns it (segment.h). Where both are in one process, a slot may name the sender's memory
// in the place of a copy.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace heddle::nccl {

constexpr std::uint64_t kSlots = 4;
constexpr std::uint64_t kSlotBytes = std::uint64_t{64} << 10;

// What a rank is told in order: collectives, sends and receives, and what communicators themselves
// have to say (splits) do not wait for each other.
enum class Channel : std::uint32_t { kCollective, kPointToPoint, kControl };
constexpr std::uint32_t kChannels = 3;

struct Slot {
  // Who reads the sender's memory, or that it is not there any more.
  enum State : std::uint32_t { kThere, kRead, kWithdrawn };

  std::uint64_t message = 0;  // bytes of the message that this is part of
  std::uint64_t bytes = 0;
  const std::byte* memory = nullptr;  // null: they lie in the ring
  std::uint32_t tag = 0;              // what the message is for
  std::atomic<std::uint32_t> state{kThere};
};

struct Ring {
  alignas(64) std::atomic<std::uint64_t> written;  // slots, by the sender
  alignas(64) std::atomic<std::uint64_t> read;     // slots, by the receiver
  alignas(64) Slot slots[kSlots];
  alignas(4096) std::byte data[kSlots][kSlotBytes];

  bool has_space() const {
    return written.load(std::memory_order_relaxed) - read.load(std::memory_order_acquire) < kSlots;
  }
  bool has_data() const {
    return read.load(std::memory_order_relaxed) < written.load(std::memory_order_acquire);
  }
  Slot& slot(std::uint64_t number) { return slots[number % kSlots]; }
  std::byte* place(std::uint64_t number) { return data[number % kSlots]; }
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

}  // namespace heddle::nccl
