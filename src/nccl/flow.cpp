// SPDX-License-Identifier: Apache-2.0
#include "nccl/flow.h"

#include <algorithm>
#include <cstring>
#include <thread>

#include "nccl/numbers.h"

namespace heddle::nccl {
namespace {

// Of another rank's memory, in one step.
constexpr std::uint64_t kPiece = std::uint64_t{256} << 10;

}  // namespace

Outgoing::Outgoing(Ring& ring, const void* from, std::uint64_t bytes, std::uint32_t tag,
                   bool by_pointer)
    : ring_(ring),
      from_(static_cast<const std::byte*>(from)),
      bytes_(bytes),
      tag_(tag),
      by_pointer_(by_pointer && bytes > kSlotBytes) {}

Step Outgoing::step() {
  Step did = Step::kNothing;
  while (!given() && ring_.has_space()) {
    slot_ = ring_.written.load(std::memory_order_relaxed);
    Slot& slot = ring_.slot(slot_);
    slot.message = bytes_;
    slot.tag = tag_;
    slot.state.store(Slot::kThere, std::memory_order_relaxed);
    if (by_pointer_) {
      slot.memory = from_;
      slot.bytes = bytes_;
    } else {
      slot.memory = nullptr;
      slot.bytes = std::min(kSlotBytes, bytes_ - given_);
      if (slot.bytes > 0) std::memcpy(ring_.place(slot_), from_ + given_, slot.bytes);
    }
    given_ += slot.bytes;
    begun_ = true;
    ring_.written.store(slot_ + 1, std::memory_order_release);
    did = Step::kSome;
  }
  return did;
}

bool Outgoing::ended() const {
  return given() && (!by_pointer_ || ring_.read.load(std::memory_order_acquire) > slot_);
}

void Outgoing::withdraw() {
  if (!by_pointer_ || !begun_) return;
  while (!ended()) {
    std::uint32_t there = Slot::kThere;
    std::atomic<std::uint32_t>& state = ring_.slot(slot_).state;
    if (state.compare_exchange_strong(there, Slot::kWithdrawn) || there == Slot::kWithdrawn) return;
    std::this_thread::yield();
  }
}

void Sink::take(std::uint64_t offset, const std::byte* data, std::uint64_t bytes) const {
  if (bytes == 0) return;
  if (!own) {
    std::memcpy(out + offset, data, bytes);
  } else {
    combine(type, op, out + offset, data, own + offset, bytes / size_of(type));
  }
}

// The rest of the slot's message, a piece of it.
Step Incoming::take_memory(Slot& slot) {
  std::uint32_t there = Slot::kThere;
  if (!slot.state.compare_exchange_strong(there, Slot::kRead)) return Step::kWithdrawn;
  const std::uint64_t bytes = std::min(kPiece, bytes_ - taken_);
  sink_.take(taken_, slot.memory + taken_, bytes);
  taken_ += bytes;
  slot.state.store(Slot::kThere, std::memory_order_release);
  return Step::kSome;
}

Step Incoming::step() {
  Step did = Step::kNothing;
  while (!ended() && ring_.has_data()) {
    const std::uint64_t number = ring_.read.load(std::memory_order_relaxed);
    Slot& slot = ring_.slot(number);
    // Another rank's word.
    const std::uint64_t bytes = slot.bytes;
    const std::uint64_t most = slot.memory ? bytes_ : std::min(kSlotBytes, bytes_ - taken_);
    if (slot.message != bytes_ || slot.tag != tag_ || bytes > most) return Step::kMismatch;
    begun_ = true;
    did = Step::kSome;
    if (slot.memory) {
      if (take_memory(slot) == Step::kWithdrawn) return Step::kWithdrawn;
      if (!ended()) return did;
    } else {
      sink_.take(taken_, ring_.place(number), bytes);
      taken_ += bytes;
    }
    ring_.read.store(number + 1, std::memory_order_release);
  }
  return did;
}

}  // namespace heddle::nccl
