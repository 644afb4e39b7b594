// SPDX-License-Identifier: Apache-2.0
// synccheck, barriers of a block: do all threads come that must, together with their warp, and does
// the barrier wait for a number of threads that can come?
//
// Judged when a barrier opens, by who had arrived, and when a launch ends with threads that wait;
// so the order in which warps ran does not matter. Threads that have ended are not missed (CUDA C++
// Programming Guide, 10.6: "all non-exited threads").
#pragma once

#include <array>
#include <map>
#include <vector>

#include "checker/barriers/running_blocks.h"
#include "checker/barriers/threads.h"
#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class BarrierCheck : public probes::Listener {
 public:
  explicit BarrierCheck(Session& session) : session_(session) {}

  probes::EventMask events() const override;
  void kernel_end(const probes::Launch& launch, bool faulted) override;
  // Who waits at the grid's barrier is part of that (deadlock_check.h).
  void deadlock(const probes::Deadlock& event) override { blocks_.take(event.launch); }
  void block_begin(const probes::Block& block) override { blocks_.begin(block); }
  void block_end(const probes::Block& block) override { blocks_.end(block); }
  void exit(const probes::Exit& event) override;
  void barrier(const probes::Barrier& event) override;
  void opened(const probes::Opened& event) override;

 private:
  struct Arrival {
    const probes::Site* site;
    std::uint32_t warp, lanes, threads;
  };
  struct State {
    void begin(const probes::Block& block);
    Index3 index{};
    std::array<std::uint32_t, 3> dim{};
    LiveThreads live;
    std::map<std::uint32_t, std::vector<Arrival>> waiting;  // by barrier
  };

  void check_count(const probes::Barrier& event, const State& state);
  void check_together(const probes::Launch& launch, const State& state,
                      const std::vector<Arrival>& arrivals);
  void report_stuck(const probes::Launch& launch, const State& state);
  static Side side(const State& state, const Arrival& arrival, unsigned lane, std::string action);

  Session& session_;
  RunningBlocks<State> blocks_;
};

}  // namespace heddle::checker
