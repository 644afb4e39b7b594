// SPDX-License-Identifier: Apache-2.0
// Counters that compiled code keeps by itself, where a tool asks for kCount: how often each block
// of code ran and with how many lanes, how often its branch diverged, and which patterns of
// addresses its accesses had. The table of `Counted` says what each word means; it lies in the
// kernel's object as the sites do. Each worker has words of its own, so nothing is shared and
// nothing is locked; the tool is given them when the launch has ended (Listener::counted).
//
// What an access costs on a GPU depends on the distances between its lanes and on where lane 0 lies
// within a line of 128 bytes, on nothing else. So for accesses that are regular, code compares the
// pattern with the one of the access before and counts the place in the line (`AccessCounter`); the
// tool computes the cost of each place once, at the end. It is called when the pattern is another
// one, and where lanes have no pattern.
#pragma once

#include <cstdint>
#include <span>

#include "probes/counted.h"
#include "probes/events.h"

namespace heddle::probes {

// The words of an access. Behind them `Counted::phases` words: how often lane 0 was at that place
// in a line, in the pattern that stands here. Of a worker, so a listener that is given it may
// write.
struct AccessCounter {
  static constexpr std::uint64_t kLineBytes = 128;

  std::int64_t stride, pitch;  // as Rows
  std::uint64_t lanes;         // lanes_word(); 0: no pattern yet
  std::uint64_t own[29];       // the tool's: zeros when the launch begins

  static constexpr std::uint64_t lanes_word(std::uint32_t active, std::uint32_t width_log2) {
    return std::uint64_t{width_log2} << 32 | active;
  }
  std::uint32_t active() const { return static_cast<std::uint32_t>(lanes); }
  std::uint32_t width_log2() const { return static_cast<std::uint32_t>(lanes >> 32); }
  std::uint64_t* phases() { return reinterpret_cast<std::uint64_t*>(this + 1); }
  const std::uint64_t* phases() const { return reinterpret_cast<const std::uint64_t*>(this + 1); }

  // Bytes from one phase to the next: lane 0 is aligned to so many.
  static constexpr std::uint32_t step(std::uint32_t align) {
    return align == 0 ? 1 : align < 16 ? align : 16;
  }
  static constexpr std::uint32_t phase_count(std::uint32_t align) {
    return static_cast<std::uint32_t>(kLineBytes) / step(align);
  }
};

// The first words. How long each warp of the block that runs was busy with it, were its loads to
// come from L2: in cycles of a GPU, to compare warps with each other. Kept where the tool hears of
// accesses, too; it takes them when a block ends, and zeroes them.
struct WarpClocks {
  std::uint64_t cycles[32];  // by warp
  std::uint64_t own[4];      // the tool's
};

// An access that code does not count alone: its pattern is not the counter's, or it has none.
struct CountedAccess : At {
  const Counted& counted;
  AccessCounter& counter;
  // Of the active lanes; `regular`: they form `rows`, and are not here where code could have
  // counted alone (Counted::phases).
  std::span<const std::uint64_t, abi::kWarpSize> addresses;
  bool regular;
  Rows rows;
  std::uint32_t shared;  // active lanes that touch the block's shared memory, in every Space
  std::uint32_t local;   // that touch stack objects
  std::uint32_t remote;  // that touch shared memory of the cluster's other blocks
};

// What functions behind pointers count, of one object of them: words and blocks are from 0 on.
struct CountedFunctions {
  std::span<const Counted> counted;
  std::uint64_t first;  // of Counts::words
};

// What one worker counted in a launch.
struct Counts {
  const Launch& launch;
  std::span<const std::uint64_t> words;

  std::uint64_t warps(const Counted& counted) const { return words[counted.block]; }
  std::uint64_t lanes(const Counted& counted) const { return words[counted.block + 1]; }
  std::uint64_t divergent(const Counted& counted) const { return words[counted.word]; }
  const WarpClocks& clocks() const { return reinterpret_cast<const WarpClocks&>(words[0]); }
  const AccessCounter& access(const Counted& counted) const {
    return reinterpret_cast<const AccessCounter&>(words[counted.word]);
  }
};

}  // namespace heddle::probes
