// SPDX-License-Identifier: Apache-2.0
#include "checker/async/bulk_wait_check.h"

#include <algorithm>

#include "checker/async/unwaited_copy.h"
#include "checker/describe.h"

namespace heddle::checker {
namespace {

using abi::MbarrierOp;
using probes::AsyncOp;
using probes::Event;

}  // namespace

void BulkWaitCheck::State::begin(const probes::Block& block) {
  dim = {block.launch.block[0], block.launch.block[1], block.launch.block[2]};
  copies.clear();
  groups.clear();
}

void BulkWaitCheck::block_begin(const probes::Block& block) {
  show(block, blocks_.begin(block));
}

void BulkWaitCheck::block_end(const probes::Block& block) {
  if (blocks_.of(block)) busy_.set(block, false);
  blocks_.end(block);
}

void BulkWaitCheck::show(const probes::Block& block, const State& state) {
  busy_.set(block, !state.copies.empty());
}

void BulkWaitCheck::operation(const probes::Operation& event) {
  State* state = blocks_.of(event.block);
  if (!state) return;
  if (event.site.event == Event::kMbarrier) return mbarrier(event, *state);
  if (event.site.event != Event::kAsync) return;
  switch (event.site.async_op()) {
    case AsyncOp::kBulk:
    case AsyncOp::kBulkReduce:
      return copy(event, *state);
    case AsyncOp::kBulkCommit:
      return commit(event, *state);
    case AsyncOp::kBulkWait:
    case AsyncOp::kBulkWaitRead:
      return wait(event, *state);
    default:
      return;
  }
}

void BulkWaitCheck::copy(const probes::Operation& event, State& state) {
  const auto* dim = state.dim.data();
  if (state.groups.empty()) state.groups.resize(std::size_t{dim[0]} * dim[1] * dim[2]);
  for_each_lane(event.active, [&](unsigned lane) {
    const auto thread = thread_of_lane(event, lane);
    const auto add = [&](std::uint64_t address, bool brings) {
      const auto begin = offset_in_shared(event.block, address);
      const auto size = event.block.shared.size(), bytes = event.c[lane];
      if (begin >= size || bytes > size - begin) return;  // another memory, or memcheck's to report
      state.copies.push_back({&event.site, thread, begin, begin + bytes, brings});
      state.copies.back().group = state.groups[thread];
    };
    add(event.a[lane], true);
    if (event.b[lane] != 0) add(event.b[lane], false);
  });
  show(event.block, state);
}

void BulkWaitCheck::commit(const probes::Operation& event, State& state) {
  if (state.groups.empty()) return;
  for_each_lane(event.active, [&](unsigned lane) { ++state.groups[thread_of_lane(event, lane)]; });
}

// For all groups of the thread but the last ones.
void BulkWaitCheck::wait(const probes::Operation& event, State& state) {
  if (state.groups.empty()) return;
  for_each_lane(event.active, [&](unsigned lane) {
    const auto thread = thread_of_lane(event, lane);
    const auto group = state.groups[thread];
    const auto left = std::min(event.c[lane], group);
    std::erase_if(state.copies, [&](const Copy& copy) {
      return copy.thread == thread && !copy.has_mbarrier && copy.group < group - left;
    });
  });
  show(event.block, state);
}

void BulkWaitCheck::mbarrier(const probes::Operation& event, State& state) {
  if (state.copies.empty()) return;
  const auto op = event.site.mbarrier_op();
  for_each_lane(event.active, [&](unsigned lane) {
    const auto address = event.a[lane];
    const auto thread = thread_of_lane(event, lane);
    const auto phase = phase_of(event.block, address);
    if (op == MbarrierOp::kComplete) {
      // Those that the thread has just asked for: they have come when this phase has ended.
      std::erase_if(state.copies, [&](Copy& copy) {
        if (copy.thread != thread || copy.has_mbarrier || copy.group != state.groups[thread]) {
          return false;
        }
        if (!phase || !copy.brings) return true;
        copy.has_mbarrier = true;
        copy.mbarrier = address;
        copy.phase = *phase;
        return false;
      });
    } else if (op == MbarrierOp::kLook || op == MbarrierOp::kInit ||
               op == MbarrierOp::kInvalidate) {
      std::erase_if(state.copies, [&](const Copy& copy) {
        const bool is_told = copy.has_mbarrier && copy.mbarrier == address;
        return is_told && (op != MbarrierOp::kLook || phase != copy.phase);
      });
    }
  });
  show(event.block, state);
}

const BulkWaitCheck::Copy* BulkWaitCheck::State::meets(std::uint64_t first, std::uint64_t last,
                                                       bool stores) const {
  const auto found = std::ranges::find_if(copies, [&](const Copy& copy) {
    return last >= copy.begin && first < copy.end && (copy.brings || stores);
  });
  return found == copies.end() ? nullptr : &*found;
}

probes::Pass BulkWaitCheck::passes(const probes::RowAccess& event) {
  using probes::Pass;
  if (!event.shared || !busy_.has(event.block)) return Pass::all();
  const State* state = blocks_.of(event.block);
  const auto low = offset_in_shared(event.block, event.low);
  const auto high = offset_in_shared(event.block, event.high) + std::max(event.site.bytes, 1u) - 1;
  return state && state->meets(low, high, event.site.is_store()) ? Pass::no() : Pass::all();
}

void BulkWaitCheck::access(const probes::Access& event) {
  if (event.shared == 0 || !busy_.has(event.block)) return;
  const State* state = blocks_.of(event.block);
  if (!state) return;
  const bool stores = event.site.is_store();
  for_each_lane(event.shared & event.active, [&](unsigned lane) {
    const auto begin = offset_in_shared(event.block, event.addresses[lane]);
    const auto last = begin + std::max(event.site.bytes, 1u) - 1;
    if (const auto* copy = state->meets(begin, last, stores)) report(event, lane, *state, *copy);
  });
}

void BulkWaitCheck::report(const probes::Access& event, unsigned lane, const State& state,
                           const Copy& copy) {
  if (!session_.launches.covers(event.block.launch)) return;
  session_.findings.report(Class::kAsyncCopy, event.site.key, copy.site->key, 1, [&] {
    const auto offset = offset_in_shared(event.block, event.addresses[lane]);
    auto finding = unwaited_copy(
        side_of(event, lane),
        {"", places_of(*copy.site), thread_in(state.dim, copy.thread), block_of(event.block)},
        event.site, offset);
    if (!copy.brings) {
      finding.headline = "Asynchronous copy is not waited for before its source is written";
    }
    finding.notes.back() = copy.has_mbarrier
                               ? "The mbarrier that is told of the copy must be waited for first"
                               : "The copy's thread must wait for its bulk group first "
                                 "(cp.async.bulk.wait_group), and others behind a barrier after "
                                 "that";
    tell_kernel(finding, event.block.launch);
    return finding;
  });
}

}  // namespace heddle::checker
