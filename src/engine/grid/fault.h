// SPDX-License-Identifier: Apache-2.0
// What stopped a kernel.
#pragma once

#include <csetjmp>
#include <cstdint>
#include <string>

#include "engine/base/error.h"

namespace heddle::engine {

struct Fault {
  enum class Kind : std::uint8_t {
    kNone,
    kSignal,
    kStackOverflow,
    kTrap,
    kAssert,
    kBarrier,
    kNoSuchBlock,  // shared memory of a rank that its cluster does not have
    kBlockLeft,    // shared memory of a block of its cluster that has ended
    kBlockGone,    // waits at the grid's barrier for a block that has ended
    kEndless,      // waits in a loop for what nobody will write
    kHost,
    kDescriptor,   // of wgmma, names what lies outside of its block's shared memory
    kInstruction,  // an instruction that cannot be carried out: see `refused`
    kMisaligned,   // a box of a tensor copy in shared memory
    kDenied,       // tools have kept the block's threads from so many accesses that it may not end
    kNoFunction    // a call through a pointer to what is no device function
  };
  // Why a tensor copy cannot be made.
  enum class Refused : std::uint8_t {
    kNoMap,
    kRank,
    kColumnsByTiles,
    kTilesByColumns,
    kReduction,
    kCoordinate,
    kNegative,
  };
  Kind kind = Kind::kNone;
  int signal = 0;
  bool address_known = false;
  bool write = false;
  bool has_warp = false;
  Refused refused = Refused::kNoMap;  // kInstruction
  std::uint32_t warp = 0;
  std::uint32_t warps = 1;   // the first of so many, where jammed code cannot tell them apart
  std::uint32_t lane = ~0u;  // of that warp; else not known
  std::uint32_t block[3] = {};
  std::uint32_t other_block[3] = {};  // kBlockLeft, kBlockGone
  std::uintptr_t address = 0;
  std::uintptr_t pc = 0;         // where it happened
  std::uintptr_t kernel_pc = 0;  // the innermost kernel code on the stack, 0 = unknown
  std::uint32_t waiting = 0;     // kBarrier: mask of the waiting warps
  std::uint32_t barrier = 0;     // kBarrier: one of the barriers they wait at
  std::uintptr_t assert_pc = 0;  // kAssert: where it failed
  const char* place = nullptr;   // "file:line" where kernel_pc does not say it; lives as the kernel
  bool has_thread = false;
  std::uint32_t thread = 0;     // in the block
  std::uint64_t residents = 0;  // kEndless: blocks that wait, where others cannot begin; else 0
};

// The documented error code that a fault leaves on the device.
Error error_of(const Fault& fault);

}  // namespace heddle::engine
