// SPDX-License-Identifier: Apache-2.0
// How the blocks of a grid are dealt out to many workers: in rounds, in each of which a place gets
// a piece; the pieces of a place are the same in every launch of such a grid. A thread keeps its
// place as far as it can. So what it wrote in one launch it finds in its own cache in the next one,
// and its pages lie in its own node's memory; to fetch a line that another core has written takes
// as long as fetching it from memory. All places work near each other, and the pieces become
// smaller, to keep all workers busy until the end; who has done all of its own takes those of
// others.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace heddle::engine {

class Rounds {
 public:
  // Units 0 .. units - 1.
  Rounds(std::uint64_t units, unsigned places);

  // A place that nobody has, if there is one: `wanted` (modulo their number) or the next one.
  unsigned claim(unsigned wanted);
  // The next units of `place`, or of the next one that has any. False: nobody has.
  bool take(unsigned place, std::uint64_t* begin, std::uint64_t* end);
  bool is_left() const;

 private:
  struct alignas(64) Place {
    std::atomic<std::uint32_t> round{0};  // first one whose piece nobody has taken
    std::atomic<bool> claimed{false};
  };
  bool take_of(unsigned place, std::uint64_t* begin, std::uint64_t* end);

  const unsigned count_;
  std::vector<Place> places_;
  // Where each round begins, and the end of the last one, which may be beyond the units.
  std::vector<std::uint64_t> begins_;
  const std::uint64_t units_;
};

}  // namespace heddle::engine
