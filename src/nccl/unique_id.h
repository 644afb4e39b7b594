// SPDX-License-Identifier: Apache-2.0
// What an ncclUniqueId holds: where the ranks of a communicator meet.
#pragma once

#include <cstdint>

#include "nccl/socket.h"

namespace heddle::nccl {

struct UniqueId {
  static constexpr std::uint64_t kMagic = 0x316c63636e646868;
  std::uint64_t magic = kMagic;
  std::uint64_t secret = 0;  // who does not know it is not of this communicator
  Address address;
  // NCCL_COMM_ID said where, so rank 0 is the one that listens there.
  std::uint32_t by_environment = 0, zero = 0;
};
static_assert(sizeof(UniqueId) <= NCCL_UNIQUE_ID_BYTES);

// A new one, at which this process listens.
Result make_unique_id(ncclUniqueId* out);
// False: it is none.
bool read_unique_id(const ncclUniqueId& id, UniqueId* out);
std::uint64_t random_number();

}  // namespace heddle::nccl
