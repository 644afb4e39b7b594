// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bit>

#include "gpu/transactions.h"

namespace heddle::gpu {
namespace {

constexpr std::uint64_t kWordBytes = 4;
constexpr unsigned kLanesOfSector = 8;

}  // namespace

std::uint32_t local_sectors(const WarpAccess& access) {
  const auto words = std::max<std::uint64_t>(access.width / kWordBytes, 1);
  std::uint32_t sectors = 0;
  // A sector holds one word of eight lanes that follow each other.
  for (unsigned first = 0; first < 32; first += kLanesOfSector) {
    const auto lanes = access.active & (0xffu << first);
    std::array<std::uint64_t, kLanesOfSector * 4> seen;
    std::size_t count = 0;
    for (auto rest = lanes; rest != 0; rest &= rest - 1) {
      const auto word = access.address[static_cast<unsigned>(std::countr_zero(rest))] / kWordBytes;
      for (std::uint64_t k = 0; k < words; ++k) seen[count++] = word + k;
    }
    const auto end = seen.begin() + static_cast<std::ptrdiff_t>(count);
    std::sort(seen.begin(), end);
    sectors += static_cast<std::uint32_t>(std::unique(seen.begin(), end) - seen.begin());
  }
  return sectors;
}

}  // namespace heddle::gpu
