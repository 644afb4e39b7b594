// SPDX-License-Identifier: Apache-2.0
// The host program touches device memory, which is not its own: says which (host_guard.h sees to it
// that it cannot).
#pragma once

#include <memory>
#include <vector>

namespace heddle::engine {

class Device;

// Of these devices, while they are there; null: of none.
void name_host_accesses(const std::vector<std::unique_ptr<Device>>* devices);

// In a signal handler, of an access that failed outside kernels: one line on stderr if `address` is
// device memory.
void tell_host_access(const void* address, bool write);

}  // namespace heddle::engine
