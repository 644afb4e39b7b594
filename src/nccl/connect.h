// SPDX-License-Identifier: Apache-2.0
// Makes the peers of a rank: meets the others, maps their segments, and connects with those of
// other processes.
#pragma once

#include <memory>

#include "nccl/peers.h"
#include "nccl/unique_id.h"

namespace heddle::nccl {

// Blocks until all ranks have come.
Result connect_ranks(const std::shared_ptr<Peers>& peers, const UniqueId& id, int device);

}  // namespace heddle::nccl
