// SPDX-License-Identifier: Apache-2.0
// What lanes of a warp touch, cut into pieces: a line of memory, its bytes, and which lane touches
// which. Lanes side by side, and lanes at one address, are one piece a line.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "checker/races/history.h"

namespace heddle::checker::races {

struct Piece {
  std::uint64_t line;   // address of its first byte
  std::uint64_t bytes;  // of it
  Lanes lanes;
};

class LinesOfAccess {
 public:
  // `touched`: of the `size` bytes at each address, at most 32.
  LinesOfAccess(std::span<const std::uint64_t, 32> addresses, std::uint32_t active, unsigned size,
                std::uint32_t touched)
      : addresses_(addresses), left_(active), size_(size), touched_(touched) {}

  // Calls piece(const Piece&) for each.
  template <class F>
  void each(F&& piece) {
    while (left_ != 0) {
      const unsigned first = std::countr_zero(left_);
      const std::uint32_t run = next_run(first);
      left_ &= ~run;
      cut(first, run, piece);
    }
  }

 private:
  // The lanes from `first` on whose addresses have one stride, which is 0 or keeps them apart.
  std::uint32_t next_run(unsigned first);

  template <class F>
  void cut(unsigned first, std::uint32_t run, F&& piece) {
    const bool up = stride_ >= 0;
    std::uint64_t line = 0;
    std::uint64_t bytes = 0;
    const auto flush = [&] {
      if (bytes == 0) return;
      Lanes lanes{run, 0, 0};
      if (stride_ != 0) {
        const auto origin = std::int64_t(addresses_[first] - line) - std::int64_t(first) * stride_;
        lanes = {0, std::int16_t(origin), std::int16_t(stride_)};
      }
      piece(Piece{line, bytes, lanes});
      bytes = 0;
    };
    std::uint32_t lanes = stride_ == 0 ? 1u << first : run;
    while (lanes != 0) {
      const unsigned lane = up ? std::countr_zero(lanes) : 31 - std::countl_zero(lanes);
      lanes &= ~(1u << lane);
      const auto address = addresses_[lane];
      const unsigned at = address % kLineBytes;
      if (line != address - at) flush();
      line = address - at;
      bytes |= std::uint64_t{touched_} << at;
      if (at + size_ > kLineBytes) {
        flush();
        line += kLineBytes;
        bytes = std::uint64_t{touched_} >> (kLineBytes - at);
      }
    }
    flush();
  }

  std::span<const std::uint64_t, 32> addresses_;
  std::uint32_t left_;
  unsigned size_;
  std::uint32_t touched_;
  std::int64_t stride_ = 0;
};

}  // namespace heddle::checker::races
