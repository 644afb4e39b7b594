// SPDX-License-Identifier: Apache-2.0
// What one memory instruction of a warp costs, counted as the hardware's profiler counts it. Pure
// functions of the lanes' addresses; checked against rows measured on an H200 (tests/gpu/data).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "gpu/access_kind.h"

namespace heddle::gpu {

// One instruction: the byte address of each lane, the lanes that take part, the bytes that each of
// them moves (1, 2, 4, 8 or 16), aligned to that size.
struct WarpAccess {
  std::span<const std::uint64_t, 32> address;
  std::uint32_t active = 0;
  std::uint32_t width = 4;
};

struct GlobalCost {
  std::uint32_t requests = 0;       // 1, or 0 without an active lane
  std::uint32_t sectors = 0;        // distinct 32-byte segments
  std::uint32_t ideal_sectors = 0;  // those that the same bytes would need side by side
  std::uint32_t tag_requests = 0;   // distinct 128-byte lines
};

struct SharedCost {
  std::uint32_t requests = 0;
  std::uint32_t wavefronts = 0;        // passes through the 32 banks
  std::uint32_t ideal_wavefronts = 0;  // without bank conflicts
};

// Bytes of the first instruction that moves `left` bytes a lane (not 0) of a place that is known to
// be aligned to `align` (0: to its size): no instruction is wider than its alignment.
constexpr std::uint32_t next_width(std::uint32_t left, std::uint32_t align) {
  constexpr std::uint32_t kWidest = 16;
  const auto most = align == 0 ? kWidest : std::min(align, kWidest);
  return std::bit_floor(std::min(left, most));
}
// How many instructions move so many bytes.
constexpr std::uint32_t instructions_of(std::uint32_t bytes, std::uint32_t align) {
  std::uint32_t count = 0;
  for (auto left = std::max(bytes, 1u); left != 0; left -= next_width(left, align)) ++count;
  return count;
}

GlobalCost global_cost(const WarpAccess& access);

// How many different units of so many bytes, a power of two, the active lanes touch.
std::uint32_t distinct_units(const WarpAccess& access, std::uint64_t unit_bytes);

// Sectors of local memory, where `address` is each lane's offset in its own. The words of 4 bytes
// that have one offset lie side by side for the 32 lanes of a warp (CUDA C++ Programming Guide,
// "Local Memory"). Not measured.
std::uint32_t local_sectors(const WarpAccess& access);

// Atomic operations and reductions are for widths of 4 bytes; others are not measured.
SharedCost shared_cost(const WarpAccess& access, AccessKind kind);

}  // namespace heddle::gpu
