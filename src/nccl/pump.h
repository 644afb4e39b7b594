// SPDX-License-Identifier: Apache-2.0
// The thread that carries what ranks of other machines are sent, and hears when a process ends.
//
// Each end of a connection has the same ring: the sender writes its own, the pump sends the slots,
// and the pump there fills the receiver's. How far the receiver has read comes back, so what is
// sent always has space, and no channel waits for another.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "nccl/ring.h"
#include "nccl/socket.h"

namespace heddle::nccl {

struct Peer;
class Segment;

// What goes before each part of a stream.
struct Frame {
  enum Kind : std::uint32_t { kData, kRead };
  std::uint32_t kind = 0, channel = 0;
  std::uint64_t value = 0;    // bytes that follow; slots that were read
  std::uint64_t message = 0;  // of a slot, as the next
  std::uint32_t tag = 0, zero = 0;
};

class Pump {
 public:
  // Rings are null where both map the same memory: then only the end of the connection is heard.
  struct Connection {
    Socket socket;
    std::atomic<bool>* gone;
    std::vector<Ring*> in, out;
  };
  // `held`: what rings and flags lie in. The thread holds it until the other ends have closed.
  static std::shared_ptr<Pump> start(std::vector<Connection> connections,
                                     std::shared_ptr<Segment> own, std::shared_ptr<void> held);
  ~Pump();

  // Something was written to a ring or read from one.
  void wake();
  // Sends what has been written, and ends when others do.
  void finish();
  // Others hear at once that nothing more comes.
  void break_off();

 private:
  struct Line;
  Pump();
  void run();
  bool send_some(Line& line);
  bool next_frame(Line& line);
  bool receive_some(Line& line);
  bool take_frame(Line& line);
  std::byte* place_of(const Line& line);
  void end(Line& line);

  std::vector<std::unique_ptr<Line>> lines_;
  std::shared_ptr<Segment> own_;
  std::shared_ptr<void> held_;
  int event_;
  std::atomic<bool> woken_{false}, finishing_{false}, broken_{false}, flushed_{false};
};

}  // namespace heddle::nccl
