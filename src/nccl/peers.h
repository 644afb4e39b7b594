// SPDX-License-Identifier: Apache-2.0
// The ranks of a communicator as one of them sees them, and what tells it that it must not wait any
// longer.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "nccl/result.h"
#include "nccl/segment.h"
#include "nccl/socket.h"

namespace heddle::nccl {

class Pump;

struct Peer {
  std::shared_ptr<Segment> segment;  // null: on another machine, and the pump carries what is sent
  bool same_process = false;
  bool by_pointer = false;        // it may read this rank's memory
  std::vector<Ring*> in, out;     // by channel
  std::atomic<bool> gone{false};  // its process has ended or closed the communicator
};

struct Peers {
  // Known when it is made, but of a split's.
  void seat(int own_rank, int number_of_ranks) {
    rank = own_rank;
    ranks = number_of_ranks;
    all = std::vector<Peer>(static_cast<std::size_t>(number_of_ranks));
  }

  int rank = 0, ranks = 0;
  std::vector<Peer> all;
  // Where they listen, and a number that only this communicator has: where some of them can meet
  // again when others are gone.
  std::vector<Address> addresses;
  Socket listener;
  std::uint64_t number = 0;
  std::shared_ptr<Segment> own;
  // Of what goes over sockets, as segments have it: of each peer what it sends, and is sent.
  std::vector<std::unique_ptr<Ring>> carried;
  std::shared_ptr<Pump> pump;  // null: all ranks live in this process

  // Held by what runs: one operation, or group of them, at a time.
  std::mutex at_work;
  bool closed = false;  // under at_work

  std::atomic<bool> aborted{false};
  // The first failure of what runs; ncclInProgress while the communicator is being made.
  std::atomic<ncclResult_t> state{ncclInProgress};

  // A failure of this rank: others that wait for it hear of it.
  Result give_up(Result result);
  void abort();
  // Something was written to a peer's ring, or read from it.
  void told(int peer);

 private:
  void tell_all();
};

}  // namespace heddle::nccl
