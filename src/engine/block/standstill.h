// SPDX-License-Identifier: Apache-2.0
// Finds a block that goes round in a loop and changes nothing for itself: each time that its slice
// is over (slices.h) its registers hold what they have held before. It waits for somebody who does
// not come. Code that computes has other numbers each time, and code that the compiler knows to
// wait is left where it yields, not here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::engine {

class Standstill {
 public:
  // The slice is over, at `pc`. `state`: a hash of all registers, and of which block it is. Safe in
  // a signal handler.
  void note(std::uint64_t state, std::uintptr_t pc);
  // Whether nothing new has been seen for long.
  bool found() const { return known_in_a_row_ >= kEnough; }
  std::uintptr_t pc() const { return pc_; }

 private:
  static constexpr unsigned kEnough = 200;
  std::array<std::uint64_t, 256> seen_{};  // a loop has states at each of its instructions
  std::size_t count_ = 0;
  unsigned known_in_a_row_ = 0;
  std::uintptr_t pc_ = 0;
};

}  // namespace heddle::engine
