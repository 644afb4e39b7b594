// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/rounds.h"

#include <algorithm>

namespace heddle::engine {

Rounds::Rounds(std::uint64_t units, unsigned places)
    : count_(places), places_(places), units_(units) {
  begins_.reserve(48);
  std::uint64_t begin = 0;
  while (begin < units) {
    begins_.push_back(begin);
    // A round takes a quarter of what is left.
    const std::uint64_t piece =
        std::max<std::uint64_t>((units - begin) / (4 * std::uint64_t{places}), 1);
    begin += piece * places;
  }
  begins_.push_back(begin);
}

unsigned Rounds::claim(unsigned wanted) {
  for (unsigned k = 0; k < count_; ++k) {
    const unsigned place = (wanted + k) % count_;
    if (!places_[place].claimed.exchange(true, std::memory_order_relaxed)) return place;
  }
  return wanted % count_;
}

bool Rounds::take_of(unsigned place, std::uint64_t* begin, std::uint64_t* end) {
  std::atomic<std::uint32_t>& next = places_[place].round;
  if (next.load(std::memory_order_relaxed) + 1 >= begins_.size()) return false;
  const std::uint32_t round = next.fetch_add(1, std::memory_order_relaxed);
  if (round + 1 >= begins_.size()) return false;
  const std::uint64_t piece = (begins_[round + 1] - begins_[round]) / count_;
  *begin = begins_[round] + place * piece;
  *end = std::min(*begin + piece, units_);
  return *begin < *end;
}

bool Rounds::take(unsigned place, std::uint64_t* begin, std::uint64_t* end) {
  for (unsigned k = 0; k < count_; ++k) {
    if (take_of((place + k) % count_, begin, end)) return true;
  }
  return false;
}

// Only the last round has empty pieces.
bool Rounds::is_left() const {
  const auto rounds = static_cast<std::uint32_t>(begins_.size() - 1);
  for (unsigned place = 0; place < count_; ++place) {
    const std::uint32_t round = places_[place].round.load(std::memory_order_relaxed);
    if (round + 1 < rounds || (round + 1 == rounds && begins_[round] + place < units_)) return true;
  }
  return false;
}

}  // namespace heddle::engine
