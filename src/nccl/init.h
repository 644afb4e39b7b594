// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "nccl/comm.h"

namespace heddle::nccl {

// Adds to the open group that a communicator is made; its handle is there at once. `meet`, asked
// when the group ends: where its ranks meet; it seats this rank.
using Meet = std::function<Result(Peers& made, UniqueId* id)>;
Result make_comm(ncclComm_t* out, const ncclConfig_t* config, int device, bool parent_blocks,
                 Meet meet);

}  // namespace heddle::nccl
