// SPDX-License-Identifier: Apache-2.0
// How much memory the host can give to its simulated GPUs.
#pragma once

#include <cstdint>

namespace heddle::engine {

// 80% of physical memory and swap, or of the control group's limit when that is smaller.
std::uint64_t host_memory_budget();

// Whether `bytes` more can be touched now without the kernel having to kill a process. Cheap for
// small requests, which are accepted unseen.
bool host_can_commit(std::uint64_t bytes);

}  // namespace heddle::engine
