// SPDX-License-Identifier: Apache-2.0
#include "checker/races/lines_of_access.h"

namespace heddle::checker::races {
namespace {

// Lanes that lie so far apart share no byte, and some of them a line.
bool keeps_apart(std::int64_t stride, unsigned size) {
  const std::int64_t least = size, most = kLineBytes;
  return (stride >= least && stride <= most) || (stride <= -least && stride >= -most);
}

}  // namespace

std::uint32_t LinesOfAccess::next_run(unsigned first) {
  const std::uint32_t own = 1u << first;
  by_rank_ = false;
  stride_ = size_;  // so that lanes that come one by one make the entries of lanes side by side
  if (left_ == own) return own;
  if (row_.known) {
    if (row_.stride != 0 && !keeps_apart(row_.stride, size_)) return own;
    stride_ = row_.stride;
    return left_;
  }
  auto run = run_by_lane(first);
  if (run.lanes != left_) {
    const auto other = run_by_rank(first);
    by_rank_ = std::popcount(other.lanes) > std::popcount(run.lanes);
    if (by_rank_) run = other;
  }
  if (run.lanes != own) stride_ = run.stride;
  return run.lanes;
}

// Each lane of the run is where its number says.
LinesOfAccess::Run LinesOfAccess::run_by_lane(unsigned first) const {
  Run run{1u << first, 0};
  std::uint32_t rest = left_ & ~run.lanes;
  const unsigned second = std::countr_zero(rest);
  const auto distance = std::int64_t(addresses_[second] - addresses_[first]);
  const int lanes = int(second - first);
  run.stride = distance / lanes;
  if (run.stride * lanes != distance) return run;
  if (run.stride != 0 && !keeps_apart(run.stride, size_)) return run;
  for (; rest != 0; rest &= rest - 1) {
    const unsigned lane = std::countr_zero(rest);
    if (std::int64_t(addresses_[lane] - addresses_[first]) !=
        std::int64_t(lane - first) * run.stride) {
      break;
    }
    run.lanes |= 1u << lane;
  }
  return run;
}

// Each is where the number of lanes before it says.
LinesOfAccess::Run LinesOfAccess::run_by_rank(unsigned first) const {
  Run run{1u << first, 0};
  std::uint32_t rest = left_ & ~run.lanes;
  const auto second = static_cast<unsigned>(std::countr_zero(rest));
  run.stride = std::int64_t(addresses_[second] - addresses_[first]);
  if (!keeps_apart(run.stride, size_)) return run;
  auto expected = addresses_[second];
  for (; rest != 0; rest &= rest - 1) {
    const unsigned lane = std::countr_zero(rest);
    if (addresses_[lane] != expected) break;
    run.lanes |= 1u << lane;
    expected += static_cast<std::uint64_t>(run.stride);
  }
  return run;
}

}  // namespace heddle::checker::races
