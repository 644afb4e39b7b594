// SPDX-License-Identifier: Apache-2.0
#include "engine/block/standstill.h"

#include <algorithm>

namespace heddle::engine {

void Standstill::note(std::uint64_t state, std::uintptr_t pc) {
  pc_ = pc;
  auto* const end = seen_.begin() + count_;
  if (std::find(seen_.begin(), end, state) != end) {
    ++known_in_a_row_;
    return;
  }
  known_in_a_row_ = 0;
  if (count_ == seen_.size()) count_ = 0;
  seen_[count_++] = state;
}

}  // namespace heddle::engine
