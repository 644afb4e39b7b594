// SPDX-License-Identifier: Apache-2.0
// Accesses to shared memory that compiled code has noted by itself (shared_notes.h), and barriers
// that all threads of a block come to, behind which nobody asks for them any more.
#include "checker/races/detector.h"
#include "checker/races/running.h"

namespace heddle::checker::races {

// The detector hears of them as if each had been told when it happened: with the clock that its
// warp had then.
void RaceDetector::take_notes(Running& in) {
  const auto all = in.shared_notes.all(*in.notes);
  in.shared_notes.forget(*in.notes);
  auto counted = in.clocks;  // by warp: what code had counted at its last note
  std::uint32_t warps = 0;
  for (const auto& note : all) {
    if (note.active == 0) continue;
    const unsigned warp = note.warp;
    warps |= 1u << warp;
    if (counted[warp] != note.clock) in.state.meet_all(warp, note.clock - counted[warp]);
    counted[warp] = note.clock;
    go_on(in, warp, note.active);
    const auto& site = in.launch->sites[note.site];
    if (site.calm != 0 && in.in_step) continue;
    const probes::Rows rows{note.first, note.stride, note.pitch, note.width_log2};
    const auto [low, high] = rows.ends(note.active);
    const probes::RowAccess event{{site, *in.told, warp, note.active}, rows, 0, true, low, high};
    if (!note_shared(in, event)) touch_rows(in, event);
  }
  // What has been counted since goes on from what the warps' clocks are now.
  for (; warps != 0; warps &= warps - 1) {
    const auto warp = static_cast<unsigned>(std::countr_zero(warps));
    const auto since = in.notes->clocks[warp] - counted[warp];
    in.show_clock(warp);
    in.notes->clocks[warp] += since;
  }
}

// What comes is ordered behind all that was noted. Where that is all that was done to the block's
// shared memory since its threads last met, and known to be calm, nobody looks at it.
void RaceDetector::end_notes(Running& in) {
  if (!in.has_notes()) return;
  const auto all = in.shared_notes.all(*in.notes);
  const auto* epoch = in.calm_epoch();
  const bool alone = epoch && epoch->is_new() && !in.publishes_in_shared;
  if (alone && in.shared_notes.are_known_calm(all)) return in.shared_notes.forget(*in.notes);
  take_notes(in);
  if (alone && in.calm_epoch()) in.shared_notes.keep_calm(all);
}

// Each thread of the block came to a barrier of the whole block.
void RaceDetector::in_step(const probes::InStep& event) {
  auto& in = running(event.block);
  in.came_by = nullptr;
  if (!in.has_looks() && in.state.can_meet_at_once()) {
    end_notes(in);
    // Whole warps have met since, which is a part of meeting here.
    Clock top = 0;
    for (unsigned warp = 0; in.notes && warp < in.state.warps(); ++warp) {
      const auto counted = in.notes->clocks[warp] - in.clocks[warp];
      if (counted != 0) top = std::max(top, in.state.warp(warp).top(1) + counted);
    }
    in.show_clocks(in.state.meet_at_once(top));
  } else {
    for (unsigned warp = 0; warp < in.state.warps(); ++warp) {
      const auto lanes = in.state.warp(warp).existing();
      begin_event(in, warp, lanes);
      in.state.arrive(warp, lanes, 0, true);
    }
    in.state.open(0, true);
    in.show_clocks();
  }
  if (in.epoch) in.epoch->forget_quiet();
}

}  // namespace heddle::checker::races
