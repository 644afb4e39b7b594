// SPDX-License-Identifier: Apache-2.0
// racecheck, bulk copies ("cp.async.bulk", with .tensor too): does a block use what they bring, or
// overwrite what they send, before they have been waited for? What other threads do that nothing
// orders with the copy's thread is a race (race_check.h); this is about the thread itself, and
// others behind a barrier to which it came without having waited.
//
// A copy that an mbarrier is told of has come when somebody of the block has seen the phase end
// that it was told in; one of a bulk group has read its source when its thread has waited.
#pragma once

#include <array>
#include <vector>

#include "checker/async/copies_of_blocks.h"
#include "checker/barriers/running_blocks.h"
#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class BulkWaitCheck : public probes::Listener {
 public:
  explicit BulkWaitCheck(Session& session) : session_(session) {}

  probes::EventMask events() const override {
    using probes::Event;
    return Event::kKernel | Event::kBlock | Event::kAsync | Event::kMbarrier | Event::kAccess |
           Event::kAtomic;
  }
  void kernel_end(const probes::Launch& launch, bool) override { blocks_.take(launch); }
  void block_begin(const probes::Block& block) override;
  void block_end(const probes::Block& block) override;
  void operation(const probes::Operation& event) override;
  probes::Pass passes(const probes::RowAccess& event) override;
  probes::Pass untold(const probes::Access& event) override { return need_no_look(event); }
  void access(const probes::Access& event) override;
  void atomic(const probes::Access& event) override { access(event); }

 private:
  // Of the block's shared memory, one end of a copy.
  struct Copy {
    const probes::Site* site;
    std::uint32_t thread;
    std::uint64_t begin, end;  // offsets
    bool brings;               // it writes there; else it reads
    bool has_mbarrier = false;
    std::uint64_t mbarrier = 0, phase = 0;  // that is told of it
    std::uint64_t group = 0;                // of its thread, where no mbarrier is
  };
  struct State {
    void begin(const probes::Block& block);
    std::array<std::uint32_t, 3> dim{};
    // The first one under way whose end lies there and must not be read, or stored to, yet.
    const Copy* meets(std::uint64_t first, std::uint64_t last, bool stores) const;
    std::vector<Copy> copies;           // under way
    std::vector<std::uint64_t> groups;  // by thread: the one that gathers copies
  };
  void copy(const probes::Operation& event, State& state);
  void commit(const probes::Operation& event, State& state);
  void wait(const probes::Operation& event, State& state);
  void mbarrier(const probes::Operation& event, State& state);
  void show(const probes::Block& block, const State& state);
  void report(const probes::Access& event, unsigned lane, const State& state, const Copy& copy);

  Session& session_;
  RunningBlocks<State> blocks_;
  BusyWorkers busy_;
};

}  // namespace heddle::checker
