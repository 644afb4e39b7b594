// SPDX-License-Identifier: Apache-2.0
// Threads that have loaded what may be a pointer from where they must not: they got zeros. What
// they access through a null pointer from then on is most likely that one, and no finding of its
// own.
#pragma once

#include <vector>

#include "checker/barriers/running_blocks.h"
#include "probes/events.h"

namespace heddle::checker {

class LostPointers {
 public:
  void block_begin(const probes::Block& block) { blocks_.begin(block); }
  void block_end(const probes::Block& block) { blocks_.end(block); }

  // These lanes were kept from the access.
  void note(const probes::Access& event, std::uint32_t lanes) {
    const bool is_read = event.site.event == probes::Event::kAtomic || !event.site.is_store();
    if (!is_read || event.site.bytes < sizeof(void*)) return;
    auto* const state = blocks_.of(event.block);
    if (!state) return;
    if (state->lanes.size() <= event.warp) state->lanes.resize(event.warp + 1);
    state->lanes[event.warp] |= lanes;
  }
  // Of the block's threads in this warp.
  std::uint32_t lanes(const probes::At& event) {
    const auto* const state = blocks_.of(event.block);
    return state && event.warp < state->lanes.size() ? state->lanes[event.warp] : 0;
  }

 private:
  struct State {
    void begin(const probes::Block&) { lanes.clear(); }
    std::vector<std::uint32_t> lanes;  // by warp; mostly none
  };
  RunningBlocks<State> blocks_;
};

}  // namespace heddle::checker
