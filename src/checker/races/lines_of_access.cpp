// SPDX-License-Identifier: Apache-2.0
#include "checker/races/lines_of_access.h"

namespace heddle::checker::races {

std::uint32_t LinesOfAccess::next_run(unsigned first) {
  std::uint32_t run = 1u << first;
  std::uint32_t rest = left_ & ~run;
  stride_ = size_;  // so that lanes that come one by one make the entries of lanes side by side
  if (rest == 0) return run;
  if (row_.known) {
    const auto apart = row_.stride < 0 ? -row_.stride : row_.stride;
    if (row_.stride != 0 && (apart < size_ || apart > kLineBytes)) return run;
    stride_ = row_.stride;
    return left_;
  }
  const unsigned second = std::countr_zero(rest);
  const auto distance = std::int64_t(addresses_[second] - addresses_[first]);
  const int lanes = int(second - first);
  const auto stride = distance / lanes;
  const auto apart = stride < 0 ? -stride : stride;
  if (stride * lanes != distance || (stride != 0 && (apart < size_ || apart > kLineBytes))) {
    return run;
  }
  stride_ = stride;
  for (; rest != 0; rest &= rest - 1) {
    const unsigned lane = std::countr_zero(rest);
    if (std::int64_t(addresses_[lane] - addresses_[first]) != std::int64_t(lane - first) * stride) {
      break;
    }
    run |= 1u << lane;
  }
  return run;
}

}  // namespace heddle::checker::races
