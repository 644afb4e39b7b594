// SPDX-License-Identifier: Apache-2.0
// Some of a device's multiprocessors, which work runs on that is given to them (CUDA Driver API,
// "Green Contexts"): what its blocks see of the device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::engine {

struct Partition {
  int device = 0;
  std::vector<std::uint32_t> multiprocessors;  // ascending

  std::uint32_t size() const { return static_cast<std::uint32_t>(multiprocessors.size()); }
  // Of the block runner, or block, of this number.
  std::uint32_t of(std::uint64_t number) const {
    return multiprocessors[static_cast<std::size_t>(number % multiprocessors.size())];
  }
  auto operator<=>(const Partition&) const = default;

  // The one of these; lives as long as the process.
  static const Partition* find(const Partition& wanted);
};

}  // namespace heddle::engine
