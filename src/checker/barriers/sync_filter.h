// SPDX-License-Identifier: Apache-2.0
// synccheck's short way. Most blocks do only what no check of synccheck finds fault with and none
// has to remember: barriers of the whole block that each warp reaches with all its threads that
// live, warp operations that all threads of their mask come to at once, threads that end. This
// hears the events for the checks and counts along. At the first event of another kind it tells
// them what counts of what the block did before (who ended, who waits where), and from then on all
// of it. `heddle check --shortcuts no` does without.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "checker/barriers/running_blocks.h"
#include "checker/barriers/threads.h"
#include "checker/session.h"
#include "probes/listener.h"

namespace heddle::checker {

class SyncFilter : public probes::Listener {
 public:
  SyncFilter(const Session& session, std::vector<std::unique_ptr<probes::Listener>> checks);

  probes::EventMask events() const override { return events_; }
  void kernel_end(const probes::Launch& launch, bool faulted) override;
  void block_begin(const probes::Block& block) override;
  void block_end(const probes::Block& block) override;
  void exit(const probes::Exit& event) override;
  void barrier(const probes::Barrier& event) override;
  void opened(const probes::Opened& event) override;
  void in_step(const probes::InStep& event) override;
  void warp_operation(const probes::WarpOperation& event) override;
  void operation(const probes::Operation& event) override;
  void deadlock(const probes::Deadlock& event) override;

 private:
  struct State {
    void begin(const probes::Block& began);
    std::optional<probes::Block> block;  // its own one may be gone when its kernel has failed
    bool is_told = false;                // the checks are told of it
    LiveThreads live;
    bool all_live = true;
    struct Arrival {
      const probes::Site* site;
      std::uint32_t warp;
    };
    std::uint32_t waiting = 0, arrivals = 0;                    // warps, at barrier 0
    std::array<Arrival, LiveThreads::kMostWarps> arrived_at{};  // in the order that they came in
    const probes::Site* ended_at = nullptr;                     // the last that did
  };

  struct Check {
    std::unique_ptr<probes::Listener> listener;
    probes::EventMask wanted;
  };
  // Calls f(check) for those that want `event`.
  template <class F>
  void each(probes::Event event, F&& f) const {
    for (const auto& check : checks_) {
      if (probes::has(check.wanted, event)) f(*check.listener);
    }
  }
  // The state of a block that only counts; null: the checks are to be told, if they know it.
  State* counting(const probes::Block& block) {
    State* state = blocks_.of(block);
    return state && !state->is_told ? state : nullptr;
  }
  // At an event that the checks have to hear.
  void tell_from_here(const probes::Block& block) {
    if (State* state = counting(block)) tell(*state, block);
  }
  // What `block` did so far; `block` is how the checks will know it.
  void tell(State& state, const probes::Block& block) const;
  void tell_rest(const probes::Launch& launch);

  const bool shortcuts_;
  std::vector<Check> checks_;
  probes::EventMask events_;
  RunningBlocks<State> blocks_;
};

}  // namespace heddle::checker
