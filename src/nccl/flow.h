// SPDX-License-Identifier: Apache-2.0
// One message on its way: what is left of it to be given to a ring, or to be taken from one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "nccl/reduce.h"
#include "nccl/ring.h"

namespace heddle::nccl {

enum class Step : std::uint8_t {
  kNothing,  // there is no space, or no data
  kSome,
  kWithdrawn,  // the sender has given up
  kMismatch,   // the other rank does something else
};

class Outgoing {
 public:
  // by_pointer: the receiver may read the memory, if the message is large; then it must stay as it
  // is until ended().
  Outgoing(Ring& ring, const void* from, std::uint64_t bytes, std::uint32_t tag, bool by_pointer);
  Step step();
  bool given() const { return begun_ && given_ == bytes_; }
  // Nothing of the message's memory is needed any more.
  bool ended() const;
  // The memory will not be there: waits while the receiver reads it.
  void withdraw();

 private:
  Ring& ring_;
  const std::byte* const from_;
  const std::uint64_t bytes_;
  const std::uint32_t tag_;
  const bool by_pointer_;
  bool begun_ = false;
  std::uint64_t given_ = 0;
  std::uint64_t slot_ = 0;  // the last one
};

// What becomes of the data that come.
struct Sink {
  std::byte* out = nullptr;
  // Null: they are written as they are; otherwise out = data (op) own.
  const std::byte* own = nullptr;
  ncclDataType_t type = ncclInt8;
  Operator op;

  void take(std::uint64_t offset, const std::byte* data, std::uint64_t bytes) const;
};

class Incoming {
 public:
  Incoming(Ring& ring, const Sink& sink, std::uint64_t bytes, std::uint32_t tag)
      : ring_(ring), sink_(sink), bytes_(bytes), tag_(tag) {}
  Step step();
  bool ended() const { return begun_ && taken_ == bytes_; }

  // Of kMismatch, for the sentence.
  std::uint64_t expected_bytes() const { return bytes_; }
  std::uint32_t expected_tag() const { return tag_; }
  const Slot& found() { return ring_.slot(ring_.read.load(std::memory_order_relaxed)); }

 private:
  Step take_memory(Slot& slot);

  Ring& ring_;
  const Sink sink_;
  const std::uint64_t bytes_;
  const std::uint32_t tag_;
  bool begun_ = false;
  std::uint64_t taken_ = 0;
};

}  // namespace heddle::nccl
