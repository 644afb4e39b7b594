// SPDX-License-Identifier: Apache-2.0
// One operation of one rank, and what runs the operations of a group.
#pragma once

#include <cstdint>
#include <vector>

#include "nccl/peers.h"
#include "nccl/reduce.h"
#include "nccl/tag.h"

namespace heddle::nccl {

struct Task {
  Tag kind = Tag::kSendRecv;
  bool sends = false;  // of kSendRecv: which of the two
  const void* from = nullptr;
  void* to = nullptr;
  std::uint64_t count = 0;  // as the function has it: of all data, or for each rank
  ncclDataType_t type = ncclInt8;
  Operator op;
  int root = 0;  // or the peer

  std::uint64_t bytes() const;
};

// Collectives in their order, then what is sent and received, all at the same time: ranks may give
// these in any order. Returns when this rank's part is done.
void perform(Peers& peers, const std::vector<Task>& tasks);

// Of more ranks than one.
Result all_reduce(Peers& peers, const Task& task);
Result reduce(Peers& peers, const Task& task);
Result reduce_scatter(Peers& peers, const Task& task);
Result broadcast(Peers& peers, const Task& task);
Result all_gather(Peers& peers, const Task& task);
Result all_to_all(Peers& peers, const Task& task);
Result gather(Peers& peers, const Task& task);
Result scatter(Peers& peers, const Task& task);
Result send_and_receive(Peers& peers, const std::vector<const Task*>& tasks);

}  // namespace heddle::nccl
