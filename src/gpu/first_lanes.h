// SPDX-License-Identifier: Apache-2.0
// Which lanes of an access are the first to touch a unit of memory (a sector, a line, a word), and
// how many meet in one place.
#pragma once

#include "gpu/transactions.h"

namespace heddle::gpu {

// Bit l: lane l is active, and no active lane below it touches the unit of 1 << unit_log2 bytes
// that it does.
std::uint32_t first_lanes(const WarpAccess& access, unsigned unit_log2);

// The most active lanes that have one key. Keys are below 255.
std::uint32_t most_alike(const std::uint8_t (&keys)[32], std::uint32_t active);

}  // namespace heddle::gpu
