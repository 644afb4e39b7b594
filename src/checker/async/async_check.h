// SPDX-License-Identifier: Apache-2.0
// racecheck, asynchronous copies to shared memory ("cp.async", __pipeline_memcpy_async): is a copy
// waited for by its thread before anybody uses what it writes, and before the block ends?
//
// A copy may write at any time between its issue and the wait of its thread. It is told of twice:
// the store at its issue is an event like any other; at the wait, racecheck hears of it once more,
// so that whoever reads must come after the wait. Copies that an mbarrier is told of have come when
// somebody has seen the phase end that they were told in.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "checker/async/copies_of_blocks.h"
#include "checker/barriers/running_blocks.h"
#include "checker/race_check.h"
#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class AsyncCheck : public probes::Listener {
 public:
  AsyncCheck(Session& session, RaceCheck& races);

  probes::EventMask events() const override;
  void kernel_end(const probes::Launch& launch, bool) override { blocks_.take(launch); }
  void block_begin(const probes::Block& block) override { blocks_.begin(block); }
  void block_end(const probes::Block& block) override;
  void operation(const probes::Operation& event) override;
  // Kernels that copy asynchronously have no quiet lines.
  probes::Pass passes(const probes::RowAccess& event) override {
    return !event.shared || !busy_.has(event.block) ? probes::Pass::all() : probes::Pass::no();
  }
  probes::Pass untold(const probes::Access& event) override { return need_no_look(event); }
  void access(const probes::Access& event) override;
  void atomic(const probes::Access& event) override { access(event); }

 private:
  struct Copy {
    const probes::Site* site;
    std::uint64_t offset;  // in the block's shared memory
    std::uint32_t bytes;
    std::uint64_t group;  // of its thread
    std::uint32_t thread;
  };
  struct Thread {
    std::uint64_t group = 0;           // under way
    std::deque<std::uint64_t> copies;  // numbers, oldest first
    std::deque<std::uint64_t> told;    // of those that an mbarrier will hear of
  };
  // Copies that an mbarrier will hear of in its phase of this number.
  struct Promise {
    std::uint64_t address, phase;
    std::vector<std::uint64_t> copies;
  };
  struct State {
    void begin(const probes::Block& block);
    std::array<std::uint32_t, 3> dim{};
    std::vector<Thread> threads;
    std::vector<Copy> copies;           // of the block, numbered from 1
    std::vector<std::uint32_t> writer;  // of each word of shared memory: the copy, 0: none
    std::uint64_t under_way = 0;
    std::vector<Promise> promises;

    bool any() const { return under_way != 0 || !promises.empty(); }
    void has_come(std::uint64_t number);
  };

  void copy(const probes::Operation& event, State& state);
  // Ends the copies of the event's threads but those of the last `n[lane]` groups.
  void wait(const probes::Operation& event, State& state, bool for_all);
  // An mbarrier will hear of the copies of the event's threads.
  void promise(const probes::Operation& event, State& state);
  // Somebody looks at mbarriers: what they have heard of by now.
  void look(const probes::Operation& event, State& state);
  void show(const probes::Block& block, State& state);
  void report_use(const probes::Access& event, unsigned lane, const State& state, const Copy& copy);

  Session& session_;
  RaceCheck& races_;
  RunningBlocks<State> blocks_;
  BusyWorkers busy_;
};

}  // namespace heddle::checker
