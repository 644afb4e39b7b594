// SPDX-License-Identifier: Apache-2.0
// Pointers that lead nowhere: what a child gets in the place of a pointer to local or shared memory
// of the block that launches it. An access through one is cudaErrorInvalidAddressSpace, as on a
// GPU.
#pragma once

#include <cstdint>

namespace heddle::engine {

std::uint64_t misplaced(std::uint64_t address);
bool is_misplaced(std::uint64_t address);

}  // namespace heddle::engine
