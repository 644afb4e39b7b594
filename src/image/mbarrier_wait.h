// SPDX-License-Identifier: Apache-2.0
// What a thread that looks at an mbarrier waits for, as tools are told (probes::Operation): the end
// of the phase of that number, or, without this bit, of that parity.
#pragma once

#include <cstdint>

namespace heddle::abi {

inline constexpr std::uint32_t kWantsPhaseNumber = 1u << 31;

}  // namespace heddle::abi
