// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/transfer.h"

#include <cstring>

#include "engine/engine.h"

namespace heddle::engine {
namespace {

// From the first byte to the last one.
std::uint64_t span_of(const Box& box, const Extent& extent) {
  return (extent.depth - 1) * box.slice + (extent.height - 1) * box.pitch + extent.width;
}

Error check_any_side(const Engine& engine, const Box& box, const Extent& extent) {
  if (!box.at) return Error::kInvalidValue;
  const Allocation* row = engine.peek(box.at);
  if (!row) return Error::kSuccess;
  const auto address = reinterpret_cast<std::uintptr_t>(box.at);
  return row->contains(address, span_of(box, extent)) ? Error::kSuccess : Error::kInvalidValue;
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

Error check_box(const Engine& engine, const Box& box, const Extent& extent, bool on_device) {
  if (!box.at) return Error::kInvalidValue;
  const Allocation* row = engine.peek(box.at);
  if (!row) return on_device ? Error::kInvalidValue : Error::kSuccess;
  if (!on_device && !row->on_host()) return Error::kInvalidValue;
  // Pinned host memory has a device address too, which is the same (unified addressing).
  const auto address = reinterpret_cast<std::uintptr_t>(box.at);
  return row->contains(address, span_of(box, extent)) ? Error::kSuccess : Error::kInvalidValue;
}

Error check_copy(const Engine& engine, const Box& to, const Box& from, const Extent& extent,
                 Direction direction) {
  bool to_device = false, from_device = false;
  switch (direction) {
    case Direction::kHostToHost:
      break;
    case Direction::kHostToDevice:
      to_device = true;
      break;
    case Direction::kDeviceToHost:
      from_device = true;
      break;
    case Direction::kDeviceToDevice:
      to_device = from_device = true;
      break;
    case Direction::kDefault: {
      if (extent.empty()) return Error::kSuccess;
      if (Error error = check_any_side(engine, to, extent); !ok(error)) return error;
      return check_any_side(engine, from, extent);
    }
    default:
      return Error::kInvalidMemcpyDirection;
  }
  if (extent.empty()) return Error::kSuccess;
  if (Error error = check_box(engine, to, extent, to_device); !ok(error)) return error;
  return check_box(engine, from, extent, from_device);
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
