// SPDX-License-Identifier: Apache-2.0
// How the ranks of a communicator find each other: each tells a thread of the process that made the
// unique id who it is, and gets the list of all; when all are connected they go on together.
#pragma once

#include <cstdint>
#include <vector>

#include "nccl/segment.h"
#include "nccl/socket.h"
#include "nccl/unique_id.h"

namespace heddle::nccl {

// Who a rank is.
struct Card {
  std::uint64_t host = 0;     // the machine
  std::uint64_t process = 0;  // of one process the same
  SegmentName segment;
  Address address;  // where it listens for other ranks
  std::int32_t device = 0;
  std::uint32_t visible = 0;  // what CUDA_VISIBLE_DEVICES says
  char bus[16] = {};          // of the device: PCI
};

// A thread that waits for the ranks that know the secret.
void hold_meeting(Socket listener, std::uint64_t secret);

class Meeting {
 public:
  // Goes there: all cards, in the order of ranks, and a number that only this communicator has.
  Result enter(const UniqueId& id, int rank, int ranks, const Card& card, Stop stop);
  const std::vector<Card>& cards() const { return cards_; }
  std::uint64_t number() const { return number_; }
  // This rank is done, or has failed: returns when all are, ncclSuccess if none failed.
  Result leave(Result result, Stop stop);

 private:
  Socket socket_;
  std::vector<Card> cards_;
  std::uint64_t number_ = 0;
};

}  // namespace heddle::nccl
