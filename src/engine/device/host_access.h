// SPDX-License-Identifier: Apache-2.0
// The host program touches device memory, which is not its own, or memory that work uses: says
// which, or tells tools (host_guard.h sees to it that it cannot).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace heddle::engine {

class Device;
class Listeners;

// Of these devices, while they are there; null: of none.
void name_host_accesses(const std::vector<std::unique_ptr<Device>>* devices,
                        const Listeners* listeners);

// In a signal handler, of an access by the instruction at `pc` that failed outside kernels. True: a
// tool has heard of it, and the program may go on. Else one line on stderr if `address` is device
// memory.
bool tell_host_access(const void* address, bool write, std::uintptr_t pc);

}  // namespace heddle::engine
