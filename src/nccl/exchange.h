// SPDX-License-Identifier: Apache-2.0
// The messages that one piece of work of a rank has under way, all of them at the same time: those
// to one peer, and those from it, in order.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "nccl/flow.h"
#include "nccl/peers.h"
#include "nccl/tag.h"

namespace heddle::nccl {

class Exchange {
 public:
  Exchange(Peers& peers, Channel channel, Tag tag);
  // What is under way is withdrawn: its memory may go.
  ~Exchange();
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  // Begins. The memory must stay as it is until sent().
  void send(int peer, const void* from, std::uint64_t bytes);
  void receive(int peer, void* to, std::uint64_t bytes);
  // out = what comes (op) own.
  void receive_combined(int peer, void* out, const void* own, std::uint64_t count,
                        ncclDataType_t type, const Operator& op);

  // Wait until all that was begun to be received is there, and until at most `left` messages may
  // still be read from this rank's memory. ncclInternalError: it was aborted. Other failures have
  // been told to others.
  Result received();
  Result sent(std::size_t left = 0);
  Result all_ended();

 private:
  struct Lane {  // of one peer
    std::deque<Outgoing> out;
    std::deque<Incoming> in;
  };
  template <class Ended>
  Result wait(Ended ended);
  Result step(bool* any);
  Result step_peer(int peer, bool* any);
  Result mismatch(int peer, Incoming& message);
  // What is awaited will not come.
  bool is_hopeless() const;

  Peers& peers_;
  const Channel channel_;
  const Tag tag_;
  std::vector<Lane> lanes_;
  std::vector<int> busy_;  // peers whose lanes are not empty
  std::size_t sending_ = 0, receiving_ = 0;
};

}  // namespace heddle::nccl
