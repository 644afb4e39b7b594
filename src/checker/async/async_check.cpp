// SPDX-License-Identifier: Apache-2.0
#include "checker/async/async_check.h"

#include <algorithm>

#include "checker/async/unwaited_copy.h"
#include "checker/describe.h"

namespace heddle::checker {
namespace {

using probes::AsyncOp;
using probes::Event;

// Copies are of 4, 8 or 16 bytes, aligned.
constexpr std::uint32_t kWord = 4;

}  // namespace

void AsyncCheck::State::begin(const probes::Block& block) {
  dim = {block.launch.block[0], block.launch.block[1], block.launch.block[2]};
  threads.clear();
  copies.clear();
  writer.clear();
  under_way = 0;
  promises.clear();
}

void AsyncCheck::State::has_come(std::uint64_t number) {
  const Copy& copy = copies[number - 1];
  for (std::uint64_t k = 0; k < copy.bytes; k += kWord) {
    auto& last = writer[(copy.offset + k) / kWord];
    if (last == number) last = 0;
  }
}

AsyncCheck::AsyncCheck(Session& session, RaceCheck& races) : session_(session), races_(races) {}

probes::EventMask AsyncCheck::events() const {
  return Event::kKernel | Event::kBlock | Event::kAsync | Event::kMbarrier | Event::kAccess |
         Event::kAtomic;
}

void AsyncCheck::operation(const probes::Operation& event) {
  State* state = blocks_.of(event.block);
  if (!state) return;
  if (event.site.event == Event::kMbarrier) return look(event, *state);
  if (event.site.event != Event::kAsync) return;
  const auto* dim = event.block.launch.block;
  if (state->threads.empty()) state->threads.resize(std::size_t{dim[0]} * dim[1] * dim[2]);
  switch (event.site.async_op()) {
    case AsyncOp::kCopy:
      return copy(event, *state);
    case AsyncOp::kCommit:
      for_each_lane(event.active,
                    [&](unsigned lane) { ++state->threads[thread_of_lane(event, lane)].group; });
      return;
    case AsyncOp::kBulk:
    case AsyncOp::kBulkReduce:
      return races_.bulk_copy(event);
    case AsyncOp::kWait:
      return wait(event, *state, false);
    case AsyncOp::kWaitAll:
      return wait(event, *state, true);
    case AsyncOp::kArrive:
      return promise(event, *state);
    case AsyncOp::kLaunchBefore:
      return races_.wait_for_launch_before(event);
    case AsyncOp::kBulkCommit:
    case AsyncOp::kBulkWait:
    case AsyncOp::kBulkWaitRead:
      return;
  }
}

void AsyncCheck::copy(const probes::Operation& event, State& state) {
  const auto begin = reinterpret_cast<std::uint64_t>(event.block.shared.data());
  const auto size = event.block.shared.size();
  if (state.writer.empty()) state.writer.resize(size / kWord + 1);
  for_each_lane(event.active, [&](unsigned lane) {
    const auto offset = event.a[lane] - begin;
    const auto bytes = static_cast<std::uint32_t>(event.c[lane]);
    if (offset >= size || bytes > size - offset) return;  // memcheck's to report
    const auto linear = thread_of_lane(event, lane);
    Thread& thread = state.threads[linear];
    state.copies.push_back({&event.site, offset, bytes, thread.group, linear});
    thread.copies.push_back(state.copies.size());
    for (std::uint64_t k = 0; k < bytes; k += kWord) {
      state.writer[(offset + k) / kWord] = static_cast<std::uint32_t>(state.copies.size());
    }
    ++state.under_way;
  });
  show(event.block, state);
}

void AsyncCheck::show(const probes::Block& block, State& state) {
  if (!state.any()) state.copies.clear();
  busy_.set(block, state.any());
}

void AsyncCheck::wait(const probes::Operation& event, State& state, bool for_all) {
  const auto begin = reinterpret_cast<std::uint64_t>(event.block.shared.data());
  for_each_lane(event.active, [&](unsigned lane) {
    Thread& thread = state.threads[thread_of_lane(event, lane)];
    const auto left = std::min(event.c[lane], thread.group);
    const auto ends = [&](std::uint64_t number) {
      return for_all || state.copies[number - 1].group < thread.group - left;
    };
    for (; !thread.told.empty() && ends(thread.told.front()); thread.told.pop_front()) {
      state.has_come(thread.told.front());
    }
    for (; !thread.copies.empty() && ends(thread.copies.front()); thread.copies.pop_front()) {
      const Copy& copy = state.copies[thread.copies.front() - 1];
      state.has_come(thread.copies.front());
      races_.completed(event, lane, *copy.site, begin + copy.offset, copy.bytes);
      --state.under_way;
    }
  });
  show(event.block, state);
}

void AsyncCheck::promise(const probes::Operation& event, State& state) {
  const auto begin = reinterpret_cast<std::uint64_t>(event.block.shared.data());
  for_each_lane(event.active, [&](unsigned lane) {
    Thread& thread = state.threads[thread_of_lane(event, lane)];
    const auto phase = phase_of(event.block, event.a[lane]);
    if (phase && !thread.copies.empty()) {
      state.promises.push_back(
          {event.a[lane], *phase, {thread.copies.begin(), thread.copies.end()}});
    }
    for (const auto number : thread.copies) {
      const Copy& copy = state.copies[number - 1];
      // By its own thread, before the arrival: whoever has waited for the mbarrier comes after it.
      races_.completed(event, lane, *copy.site, begin + copy.offset, copy.bytes);
      if (phase) {
        thread.told.push_back(number);
      } else {
        state.has_come(number);
      }
      --state.under_way;
    }
    thread.copies.clear();
  });
  show(event.block, state);
}

void AsyncCheck::look(const probes::Operation& event, State& state) {
  if (state.promises.empty()) return;
  const auto op = event.site.mbarrier_op();
  const bool ends = op == abi::MbarrierOp::kInit || op == abi::MbarrierOp::kInvalidate;
  if (op != abi::MbarrierOp::kLook && !ends) return;
  for_each_lane(event.active, [&](unsigned lane) {
    const auto address = event.a[lane];
    const auto phase = phase_of(event.block, address);
    std::erase_if(state.promises, [&](const Promise& promise) {
      if (promise.address != address || (!ends && phase == promise.phase)) return false;
      std::ranges::for_each(promise.copies, [&](auto number) { state.has_come(number); });
      return true;
    });
  });
  if (state.promises.empty()) {
    for (Thread& thread : state.threads) thread.told.clear();
  }
  show(event.block, state);
}

void AsyncCheck::access(const probes::Access& event) {
  if (event.shared == 0 || !busy_.has(event.block)) return;
  State* state = blocks_.of(event.block);
  if (!state || !state->any()) return;
  const auto begin = reinterpret_cast<std::uint64_t>(event.block.shared.data());
  for_each_lane(event.shared & event.active, [&](unsigned lane) {
    const auto offset = event.addresses[lane] - begin;
    const auto last = offset + std::max(event.site.bytes, 1u) - 1;
    if (offset >= event.block.shared.size() || last >= event.block.shared.size()) return;
    for (auto word = offset / kWord; word <= last / kWord; ++word) {
      const auto number = state->writer[word];
      if (number == 0) continue;
      return report_use(event, lane, *state, state->copies[number - 1]);
    }
  });
}

void AsyncCheck::report_use(const probes::Access& event, unsigned lane, const State& state,
                            const Copy& copy) {
  if (!session_.launches.covers(event.block.launch)) return;
  session_.findings.report(Class::kAsyncCopy, event.site.key, copy.site->key, 1, [&] {
    auto finding = unwaited_copy(
        side_of(event, lane),
        {"", places_of(*copy.site), thread_in(state.dim, copy.thread), block_of(event.block)},
        event.site, copy.offset);
    tell_kernel(finding, event.block.launch);
    return finding;
  });
}

void AsyncCheck::block_end(const probes::Block& block) {
  State* state = blocks_.of(block);
  if (state) busy_.set(block, false);
  if (state && state->under_way != 0 && session_.launches.covers(block.launch)) {
    const auto has_copies = [](const Thread& thread) { return !thread.copies.empty(); };
    const auto thread = std::ranges::find_if(state->threads, has_copies);
    const Copy& copy = state->copies[thread->copies.front() - 1];
    session_.findings.report(Class::kAsyncCopyDropped, copy.site->key, 0, state->under_way, [&] {
      Finding finding;
      finding.headline = "Block ends before its asynchronous copies have come";
      tell_kernel(finding, block.launch);
      finding.sides.push_back(
          {"", places_of(*copy.site), thread_in(state->dim, copy.thread), block_of(block)});
      return finding;
    });
  }
  blocks_.end(block);
}

}  // namespace heddle::checker
