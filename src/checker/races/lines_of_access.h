// SPDX-License-Identifier: Apache-2.0
// What lanes of a warp touch, cut into pieces: a line of memory, its bytes, and which lane touches
// which. Lanes side by side, and lanes at one address, are one piece a line; so are those of a warp
// that stores what it keeps side by side, the others left out.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "checker/races/history.h"
#include "probes/row.h"

namespace heddle::checker::races {

struct Piece {
  std::uint64_t line;   // address of its first byte
  std::uint64_t bytes;  // of it
  Lanes lanes;
};

class LinesOfAccess {
 public:
  // `touched`: of the `size` bytes at each address, at most 32.
  // `row`: of the addresses of these lanes, if it is known.
  LinesOfAccess(std::span<const std::uint64_t, 32> addresses, std::uint32_t active, unsigned size,
                std::uint32_t touched, const probes::Row& row = {})
      : addresses_(addresses), left_(active), size_(size), touched_(touched), row_(row) {}

  // Calls piece(const Piece&) for each.
  template <class F>
  void each(F&& piece) {
    while (left_ != 0) {
      const unsigned first = std::countr_zero(left_);
      const std::uint32_t run = next_run(first);
      left_ &= ~run;
      if (is_solid(run)) {
        cut_solid(first, run, piece);
      } else {
        cut(first, run, piece);
      }
    }
  }

 private:
  // The lanes from `first` on whose addresses have one stride, which is 0 or keeps them apart.
  std::uint32_t next_run(unsigned first);
  struct Run {
    std::uint32_t lanes;
    std::int64_t stride;
  };
  Run run_by_lane(unsigned first) const;
  Run run_by_rank(unsigned first) const;

  // Lanes without a gap between them touch all bytes from the first one's to the last one's.
  bool is_solid(std::uint32_t run) const {
    const auto lanes = run >> std::countr_zero(run);
    const auto all = size_ < 32 ? (1u << size_) - 1 : ~0u;
    return stride_ == std::int64_t{size_} && touched_ == all &&
           (by_rank_ || (lanes & (lanes + 1)) == 0);
  }

  // Where lane 0, or the first one of the run, is.
  std::int16_t origin(unsigned first, std::uint64_t line) const {
    const auto before = by_rank_ ? 0 : std::int64_t(first) * stride_;
    return std::int16_t(std::int64_t(addresses_[first] - line) - before);
  }
  Lanes lanes_of(unsigned first, std::uint32_t run, std::uint64_t line) const {
    return {by_rank_ ? run : 0, origin(first, line), std::int16_t(stride_)};
  }

  template <class F>
  void cut_solid(unsigned first, std::uint32_t run, F&& piece) {
    auto address = addresses_[first];
    const auto end = address + std::uint64_t{size_} * unsigned(std::popcount(run));
    while (address < end) {
      const auto line = address - address % kLineBytes;
      const auto low = unsigned(address - line);
      const auto high = unsigned(std::min<std::uint64_t>(end - line, kLineBytes));
      const auto bytes =
          (high < 64 ? (std::uint64_t{1} << high) - 1 : ~std::uint64_t{0}) >> low << low;
      piece(Piece{line, bytes, lanes_of(first, run, line)});
      address = line + kLineBytes;
    }
  }

  template <class F>
  void cut(unsigned first, std::uint32_t run, F&& piece) {
    const bool up = stride_ >= 0;
    std::uint64_t line = 0;
    std::uint64_t bytes = 0;
    const auto flush = [&] {
      if (bytes == 0) return;
      piece(Piece{line, bytes, stride_ == 0 ? Lanes{run, 0, 0} : lanes_of(first, run, line)});
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
  probes::Row row_;
  std::int64_t stride_ = 0;
  bool by_rank_ = false;  // the stride is from each lane of the run to the next one
};

}  // namespace heddle::checker::races
