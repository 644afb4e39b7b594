// SPDX-License-Identifier: Apache-2.0
// What the calls on managed memory share.
#pragma once

#include "runtime/runtime.h"

namespace heddle::runtime {

// kInvalidValue: not all of it is managed memory.
Error check_managed(const void* address, size_t count);
// There is one NUMA node here, whatever the machine has. kInvalidDevice, kInvalidValue.
Error check_location(const cudaMemLocation& location);
// Keeps what was said, to be answered.
void prefetched(const void* address, size_t count, const cudaMemLocation& location);

}  // namespace heddle::runtime
