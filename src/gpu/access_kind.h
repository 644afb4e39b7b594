// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace heddle::gpu {

// What a memory instruction does. kReduction: an atomic operation whose old value nobody reads.
enum class AccessKind : std::uint32_t { kNone, kLoad, kStore, kAtomic, kReduction };

}  // namespace heddle::gpu
