// SPDX-License-Identifier: Apache-2.0
// Addresses of lanes that lie in one row, as those of most accesses do: the same for all lanes,
// side by side, or apart by one distance. Who knows it looks at two addresses instead of 32.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "image/kernel_abi.h"

namespace heddle::probes {

struct Row {
  bool known = false;  // else the addresses say it, one by one
  std::uint64_t first = 0;
  std::int64_t stride = 0;

  std::uint64_t at(unsigned lane) const {
    return first + static_cast<std::uint64_t>(stride) * lane;
  }
  // Of these lanes, at least one.
  std::uint64_t lowest(std::uint32_t lanes) const {
    return at(stride >= 0 ? lowest_lane(lanes) : highest_lane(lanes));
  }
  std::uint64_t highest(std::uint32_t lanes) const {
    return at(stride >= 0 ? highest_lane(lanes) : lowest_lane(lanes));
  }

 private:
  static unsigned lowest_lane(std::uint32_t lanes) {
    return static_cast<unsigned>(std::countr_zero(lanes));
  }
  static unsigned highest_lane(std::uint32_t lanes) {
    return 31 - static_cast<unsigned>(std::countl_zero(lanes));
  }
};

// The same in rows of a power of two of lanes, as blocks that are narrower than a warp have them:
// lane l is the (l % 2^width_log2)th of row l / 2^width_log2.
struct Rows {
  std::uint64_t first;  // lane 0, active or not
  std::int64_t stride;  // from each lane of a row to the next
  std::int64_t pitch;   // from each row to the next; of one row any
  std::uint32_t width_log2;

  static constexpr std::uint32_t kOneRow = 5;
  bool is_one() const { return width_log2 == kOneRow; }
  std::uint64_t at(unsigned lane) const {
    const auto in_row = lane & ((1u << width_log2) - 1);
    return first + static_cast<std::uint64_t>(stride) * in_row +
           static_cast<std::uint64_t>(pitch) * (lane >> width_log2);
  }
  // The addresses of active lanes lie from `low` to `high`.
  struct Ends {
    std::uint64_t low, high;
  };
  Ends ends(std::uint32_t active) const {
    if (is_one()) {
      const Row row{true, first, stride};
      return {row.lowest(active), row.highest(active)};
    }
    // Of all lanes.
    const std::int64_t along = stride * ((std::int64_t{1} << width_log2) - 1);
    const std::int64_t across = pitch * ((abi::kWarpSize >> width_log2) - 1);
    const auto least = [](std::int64_t distance) { return distance < 0 ? distance : 0; };
    return {first + static_cast<std::uint64_t>(least(along) + least(across)),
            first + static_cast<std::uint64_t>(along - least(along) + across - least(across))};
  }
  bool operator==(const Rows&) const = default;
};

using LaneAddresses = std::span<const std::uint64_t, abi::kWarpSize>;

// The row of the active lanes, if there is one: at(lane) is the lane's address. Farther apart than
// any memory is large is no row, so that a row never wraps around.
inline Row row_of(LaneAddresses addresses, std::uint32_t active) {
  constexpr std::int64_t kFarthest = std::int64_t{1} << 40;
  const auto low = static_cast<unsigned>(std::countr_zero(active));
  Row row{true, addresses[low], 0};
  const std::uint32_t others = active & (active - 1);
  if (others == 0) return row;
  const auto next = static_cast<unsigned>(std::countr_zero(others));
  const auto distance = static_cast<std::int64_t>(addresses[next] - addresses[low]);
  const auto lanes = static_cast<std::int64_t>(next - low);
  if (distance > kFarthest || distance < -kFarthest) return {};
  row.stride = lanes == 1 ? distance : distance / lanes;
  row.first -= static_cast<std::uint64_t>(row.stride) * low;
  std::uint64_t difference = 0;
  if (active == ~0u) {
    for (unsigned lane = 0; lane < abi::kWarpSize; ++lane) {
      difference |= addresses[lane] ^ row.at(lane);
    }
  } else {
    for (auto rest = active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      difference |= addresses[lane] ^ row.at(lane);
    }
  }
  if (difference != 0) return {};
  return row;
}

// Whether all active lanes have one value.
inline bool is_one_value(LaneAddresses values, std::uint32_t active) {
  const auto first = values[static_cast<unsigned>(std::countr_zero(active))];
  std::uint64_t difference = 0;
  if (active == ~0u) {
    for (const auto value : values) difference |= value ^ first;
  } else {
    for (auto rest = active; rest != 0; rest &= rest - 1) {
      difference |= values[static_cast<unsigned>(std::countr_zero(rest))] ^ first;
    }
  }
  return difference == 0;
}

}  // namespace heddle::probes
