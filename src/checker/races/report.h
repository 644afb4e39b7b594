// SPDX-License-Identifier: Apache-2.0
// What the race detector says: two places in the source whose accesses touch the same memory with
// nothing between that orders them.
#pragma once

#include <cstdint>
#include <string>

#include "probes/site.h"

namespace heddle::checker::races {

enum class RaceKind : std::uint8_t {
  kWriteWrite,
  kReadWrite,        // a read and a write, whichever came first
  kAtomicPlain,      // an atomic (or volatile) access and one that is not, one of them writing
  kWrongScope,       // both atomic, but a scope does not reach the other thread
  kWarpSynchronous,  // both volatile, not atomic, by lanes of one warp without __syncwarp between
  kMixedSize,        // both atomic, of different sizes
};

// Of two writes: the lower class is that both wrote the same.
enum class Values : std::uint8_t { kUnknown, kDifferent, kSame };

struct RaceSide {
  const probes::Site* site = nullptr;
  bool writes = false;
  std::uint64_t launch = 0;
  std::string kernel;  // mangled
  std::uint32_t block[3] = {};
  std::uint32_t thread = 0;  // linear in the block
  std::uint64_t work = 0;    // probes::Launch::work
  std::string launched_by;   // the kernel that has, mangled; empty: the host
  std::uint64_t beside = 0;  // LaunchState::beside
  std::uint64_t family = 0;  // launches that have come from one of the host's; 0: it is alone
};

struct RaceReport {
  RaceKind kind;
  Values values = Values::kUnknown;
  RaceSide first, second;  // a writer first; else in the order of Site::key
  probes::Space space;     // kShared or kGlobal
  std::uint64_t address;   // of the first byte that both touch
  std::uint64_t offset;    // kShared: in the block's shared memory
  std::uint64_t places;    // words of 4 bytes that these sites race for, up to kMostPlaces
  static constexpr std::uint64_t kMostPlaces = 65536;
};

}  // namespace heddle::checker::races
