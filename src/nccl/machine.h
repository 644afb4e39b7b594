// SPDX-License-Identifier: Apache-2.0
// What a rank knows of where it runs.
#pragma once

#include <cstdint>

namespace heddle::nccl {

// The same for processes of one machine; NCCL_HOSTID stands for it.
std::uint64_t host_number();
// Of this process alone.
std::uint64_t process_number();
// What CUDA_VISIBLE_DEVICES says, as a number; Heddle shows all devices all the same.
std::uint32_t visible_devices();
// A variable of the environment that is a number other than 0.
bool is_set(const char* name);

}  // namespace heddle::nccl
