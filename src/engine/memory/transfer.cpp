// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/transfer.h"

#include <cstring>

#include "engine/memory/pointer_table.h"

namespace heddle::engine {
namespace {

// From the first byte to the last one.
std::uint64_t span_of(const Box& box, const Extent& extent) {
  return (extent.depth - 1) * box.slice + (extent.height - 1) * box.pitch + extent.width;
}

bool may_be(Side side, const PointerTable& table, const Box& box, const Extent& extent) {
  return may_be(side, table.peek(box.at), box.at, span_of(box, extent));
}

bool may_be_target(Side side, const PointerTable& table, const Box& box, const Extent& extent) {
  return may_be_target(side, table.peek(box.at), box.at, span_of(box, extent));
}

void fill_row(std::byte* row, std::size_t bytes, std::uint32_t value, std::uint32_t element) {
  if (element == 1) {
    std::memset(row, static_cast<unsigned char>(value), bytes);
    return;
  }
  // Little-endian: a short's bytes come first.
  for (std::size_t at = 0; at < bytes; at += element) std::memcpy(row + at, &value, element);
}

}  // namespace

Error check_box(const PointerTable& table, const Box& box, const Extent& extent, bool on_device) {
  const Side side = on_device ? Side::kDevice : Side::kHost;
  return may_be_target(side, table, box, extent) ? Error::kSuccess : Error::kInvalidValue;
}

Error check_copy(const PointerTable& table, const Box& to, const Box& from, const Extent& extent,
                 Direction direction) {
  if (!is_direction(direction)) return Error::kInvalidMemcpyDirection;
  if (extent.empty()) return Error::kSuccess;
  return may_be_target(target_of(direction), table, to, extent) &&
                 may_be(source_of(direction), table, from, extent)
             ? Error::kSuccess
             : Error::kInvalidValue;
}

void copy_box(const Box& to, const Box& from, const Extent& extent) {
  if (extent.empty()) return;
  for (std::size_t z = 0; z < extent.depth; ++z) {
    std::byte* target = to.at + z * to.slice;
    const std::byte* source = from.at + z * from.slice;
    if (to.pitch == extent.width && from.pitch == extent.width) {
      std::memmove(target, source, extent.width * extent.height);
      continue;
    }
    for (std::size_t y = 0; y < extent.height; ++y) {
      std::memmove(target + y * to.pitch, source + y * from.pitch, extent.width);
    }
  }
}

void fill_box(const Box& to, const Extent& extent, std::uint32_t value, std::uint32_t element) {
  if (extent.empty()) return;
  for (std::size_t z = 0; z < extent.depth; ++z) {
    std::byte* target = to.at + z * to.slice;
    if (to.pitch == extent.width && element == 1) {
      std::memset(target, static_cast<unsigned char>(value), extent.width * extent.height);
      continue;
    }
    for (std::size_t y = 0; y < extent.height; ++y) {
      fill_row(target + y * to.pitch, extent.width, value, element);
    }
  }
}

}  // namespace heddle::engine
