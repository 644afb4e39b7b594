// SPDX-License-Identifier: Apache-2.0
// What tools hear of bulk copies and tensor copies: no loads and stores of lanes, but transfers.
#pragma once

#include <cstdint>

#include "engine/block/block_runner.h"
#include "probes/events.h"

namespace heddle::engine {

// `name`: of the instruction. `further`: it was told of already, and this is more of it.
void tell_of_copy(const BlockRunner& runner, const char* name, std::uint64_t to, std::uint64_t from,
                  std::uint64_t bytes, bool further = false);
// The same of zeros and the like.
void tell_of_fill(const BlockRunner& runner, const char* name, std::uint64_t to,
                  std::uint64_t bytes, bool further);

}  // namespace heddle::engine
