// SPDX-License-Identifier: Apache-2.0
// Copies and fills of boxes of bytes, and what is allowed of them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/base/error.h"
#include "engine/memory/allocation.h"

namespace heddle::engine {

class PointerTable;

// cudaMemcpyKind has these numbers.
enum class Direction : int { kHostToHost, kHostToDevice, kDeviceToHost, kDeviceToDevice, kDefault };

// Whose memory one side of a copy is to be; kAny: as its address says.
enum class Side : std::uint8_t { kHost, kDevice, kAny };
inline Side target_of(Direction direction) {
  return direction == Direction::kDefault ? Side::kAny : Side(static_cast<int>(direction) & 1);
}
inline Side source_of(Direction direction) {
  return direction == Direction::kDefault ? Side::kAny : Side(static_cast<int>(direction) >> 1);
}
inline bool is_direction(Direction direction) {
  return static_cast<unsigned>(direction) <= static_cast<unsigned>(Direction::kDefault);
}

// Whether `bytes` from `at` on may be one side of a copy; `row` of the pointer table is around
// `at`.
inline bool may_be(Side side, const Allocation* row, const void* at, std::uint64_t bytes) {
  if (!row) return at && side != Side::kDevice;
  // Pinned host memory has a device address too, which is the same (unified addressing).
  if (side == Side::kHost && !row->on_host()) return false;
  return row->contains(reinterpret_cast<std::uintptr_t>(at), bytes);
}

// The same of what it writes to.
inline bool may_be_target(Side side, const Allocation* row, const void* at, std::uint64_t bytes) {
  return may_be(side, row, at, bytes) && !(row && row->read_only);
}

// depth slices of height rows of width bytes; a row begins pitch bytes after the one before, a
// slice slice bytes after the one before.
struct Box {
  std::byte* at = nullptr;
  std::size_t pitch = 0;
  std::size_t slice = 0;
};
struct Extent {
  std::size_t width = 0, height = 1, depth = 1;
  bool empty() const { return width == 0 || height == 0 || depth == 0; }
  bool one_row() const { return height <= 1 && depth <= 1; }
};

// Whether `box` may be written as memory of the device (`on_device`) or of the host: all
// its bytes lie in one allocation, the side is the one that the pointer belongs to. kInvalidValue
// otherwise, also for null.
Error check_box(const PointerTable& table, const Box& box, const Extent& extent, bool on_device);

// The same for both sides of a copy; kInvalidMemcpyDirection for an unknown direction.
Error check_copy(const PointerTable& table, const Box& to, const Box& from, const Extent& extent,
                 Direction direction);

// What takes no longer than a thread needs to hand it to another: who asks for it does it, where
// nothing is in the way.
constexpr std::size_t kSmallTransfer = 32 << 10;

// Overlapping boxes are copied as if through a buffer when they are one row.
void copy_box(const Box& to, const Box& from, const Extent& extent);
// With elements of 1, 2 or 4 bytes; the width in bytes.
void fill_box(const Box& to, const Extent& extent, std::uint32_t value, std::uint32_t element = 1);

}  // namespace heddle::engine
