// SPDX-License-Identifier: Apache-2.0
// Accesses that compiled code need not tell all tools of: it has found them in what each allows
// (abi::UntoldRange::noted_bytes), and the last tool that hears accesses, which asked for it, is
// the only one that notes them.
#include <bit>
#include <cstdint>

#include "engine/block/block_runner.h"
#include "engine/block/host_thread.h"
#include "engine/probes/listeners.h"
#include "engine/rt/lane_by_lane.h"
#include "engine/rt/place_of_rows.h"
#include "probes/cell_notes.h"
#include "probes/row_notes.h"

#define HEDDLE_RT extern "C" __attribute__((visibility("default")))

using heddle::abi::BlockContext;
using heddle::engine::BlockRunner;
using heddle::engine::HostThread;
namespace probes = heddle::probes;

namespace {

// The tool need not hear of the lanes whose cells nobody else touches.
bool may_have_cells(const probes::Site& site) {
  return site.event == probes::Event::kAccess && site.space == probes::Space::kGlobal &&
         probes::CellNotes::fits(site.bytes) &&
         std::popcount(site.touched) == static_cast<int>(site.bytes);
}

// The lanes of a row that have not been noted as cells: parts of rows, and lanes far apart.
std::uint32_t note_cells(const BlockContext& block, std::uint32_t warp, const probes::Site& site,
                         std::uint32_t active, const probes::Rows& rows) {
  const auto& notes = *block.notes;
  const auto first = rows.at(static_cast<unsigned>(std::countr_zero(active)));
  if (!may_have_cells(site) || !probes::CellNotes::may_be_at(notes, first)) return active;
  std::uint64_t addresses[heddle::abi::kWarpSize];
  for (auto rest = active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    addresses[lane] = rows.at(lane);
  }
  return probes::CellNotes::note(notes, warp, site.id, site.bytes, active, addresses);
}

}  // namespace

// 1: the row has been noted, and even that tool need not be told.
HEDDLE_RT std::uint32_t heddle_rt_note_row(BlockContext* block, std::uint32_t warp,
                                           std::uint32_t site, std::uint64_t first,
                                           std::uint32_t cell_log2) {
  return probes::RowNotes::note(*block->notes, warp, site, first, cell_log2) ? 1 : 0;
}

// 1: that tool has taken what it needs; else all are to be told.
HEDDLE_RT std::uint32_t heddle_rt_note_access(BlockContext* block, std::uint32_t warp,
                                              const probes::Site* site, std::uint32_t active,
                                              std::uint64_t first, std::uint64_t object,
                                              std::int64_t stride, std::int64_t pitch,
                                              std::uint32_t width_log2) {
  if (active == 0) return 1;
  BlockRunner& runner = *static_cast<BlockRunner*>(block->engine);
  const HostThread::Listening listening(runner.host_thread());
  const probes::Rows rows{first, stride, pitch, width_log2};
  active = note_cells(*block, warp, *site, active, rows);
  if (active == 0) return 1;
  probes::RowAccess event{
      {*site, runner.block_told(), warp, active}, rows, object, false, 0, 0, true};
  if (!heddle::engine::find_place(event, *block, runner)) return 0;
  return runner.grid().listeners->wanting(site->event).back().listener->passes(event).passes ? 1
                                                                                             : 0;
}

// The same of lanes anywhere, of which that tool takes all.
HEDDLE_RT void heddle_rt_note_lanes(BlockContext* block, std::uint32_t warp,
                                    const probes::Site* site, std::uint32_t active,
                                    const std::uint64_t (*rows)[heddle::abi::kWarpSize]) {
  if (active == 0) return;
  BlockRunner& runner = *static_cast<BlockRunner*>(block->engine);
  const HostThread::Listening listening(runner.host_thread());
  if (may_have_cells(*site)) {
    active = probes::CellNotes::note(*block->notes, warp, site->id, site->bytes, active, rows[0]);
    if (active == 0) return;
  }
  const probes::At at{*site, runner.block_told(), warp, active};
  const auto row = heddle::engine::row_of_lanes(std::span(rows[0]), active);
  const auto event = heddle::engine::lane_by_lane(at, *block, runner, rows, row, false);
  auto* last = runner.grid().listeners->wanting(site->event).back().listener;
  if (site->event == probes::Event::kAtomic) {
    last->atomic(event);
  } else {
    last->access(event);
  }
}
