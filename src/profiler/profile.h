// SPDX-License-Identifier: Apache-2.0
// What was counted: data, as it is written down and read again. It knows no GPU.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "probes/functions.h"
#include "profiler/access_sums.h"
#include "profiler/caches/cache_counts.h"

namespace heddle::profiler {

struct Place {
  std::string function;  // as its author wrote it
  std::string file;
  std::uint32_t line = 0, column = 0;
  auto operator<=>(const Place&) const = default;
};

// Where something stands: the line, then where its function was inlined. Empty without line info.
using Places = std::vector<Place>;

using ClassCounts = std::array<std::uint64_t, probes::kInstructionClassCount>;

using FunctionCounts = std::array<std::uint64_t, probes::kFunctionCount>;

using MatrixCounts = std::array<std::uint64_t, probes::kMatrixPathCount>;

// Instructions of one place, of accesses and branches too.
struct Code {
  Places places;
  std::uint64_t warps = 0;    // how often a warp ran it, of all its blocks of code
  std::uint64_t threads = 0;  // and how many threads did
  ClassCounts warp_instructions{};
  ClassCounts thread_instructions{};
  MatrixCounts matrix_operations{};
};

struct Branch {
  Places places;
  std::uint64_t warps = 0;      // that came to it
  std::uint64_t divergent = 0;  // of these, whose threads went both ways
};

struct Access {
  Places places;
  probes::AccessKind kind = probes::AccessKind::kNone;
  probes::Space space = probes::Space::kGeneric;
  std::uint32_t bytes = 0;
  std::uint32_t used_bytes = 0;  // of these; merged accesses may have gaps
  std::uint32_t align = 0;
  bool float_operation = false;  // of an atomic operation
  // An atomic operation that lanes with one address make one after the other in any case:
  // exchanges, compare and swap, counting to a limit. (Additions and the like a compiler makes one
  // of.)
  bool unjoined_operation = false;
  bool swap = false;     // compare and swap
  bool again = false;    // a load that finds in each round of its loop what it found before
  bool operand = false;  // a load of constant memory at an address that a compiler knows
  std::string variable;  // that its address is made from, where the code tells; "" for others
  AccessSums sums;
  CostlyAccess costly;
  // So many accesses were in blocks that were not looked at: what they cost is inferred.
  std::uint64_t inferred = 0;
};

// How often warps had to wait for memory, and how long for the results of instructions: the pace of
// each block of code (probes::Counted) by how often it ran.
struct Rounds {
  std::uint64_t global = 0;  // rounds of loads of global memory
  std::uint64_t shared = 0;  // of shared memory
  // Of both, those that go with another one: of loops that count by a constant and store nothing to
  // global memory, a GPU's compiler runs several rounds together.
  std::uint64_t global_unrolled = 0, shared_unrolled = 0;
  // Instructions that count, compare and compute addresses, which such loops need once for several.
  std::uint64_t loop_overhead = 0;
  std::uint64_t atomic = 0;          // of atomic operations whose old value is read
  std::uint64_t chain = 0;           // cycles of instructions that need each other's results
  std::uint64_t chain_unrolled = 0;  // of these, those that go with another round's
  // Integer instructions (with computations of addresses and comparisons of floats) that only lanes
  // that add can do: logic, shifts, comparisons, choices.
  std::uint64_t alu_only = 0;
  // Cycles that warps were busy, were all loads to come from L2 (probes::WarpClocks): of all warps;
  // of each block's longest warp; of the longest warp of all; of all warps of the longest block.
  std::uint64_t warp_cycles = 0, block_cycles = 0, longest_warp = 0, longest_block = 0;
  // What warps did that is a probes::Function, and how many threads of theirs did.
  FunctionCounts functions{}, function_threads{};
  // By probes::WaitKind. How long warps wait by a clock, all together; how often a warp looks for
  // what others write; how many threads took a lock.
  std::array<std::uint64_t, probes::kWaitKindCount> waits{};
  std::uint64_t waits_of(probes::WaitKind kind) const { return waits[static_cast<unsigned>(kind)]; }
  bool operator==(const Rounds&) const = default;
};

// Launches of one kernel and shape that did the same: all numbers are of one of them.
struct Profile {
  std::string kernel;   // as its author wrote it
  std::string mangled;  // as the linker knows it
  std::uint64_t process = 0;
  int device = 0;
  std::uint64_t first_launch = 0;  // of the process, from 1 on
  std::uint64_t launches = 0;
  // Their numbers: from first to last.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> numbers;
  std::array<std::uint32_t, 3> grid{1, 1, 1}, block{1, 1, 1}, cluster{1, 1, 1};
  std::uint32_t static_shared = 0, dynamic_shared = 0;  // bytes
  std::uint32_t registers = 0;                          // of a thread, an estimate
  std::uint32_t local_bytes = 0;                        // of a thread
  std::uint32_t max_threads = 0;                        // __launch_bounds__, 0: not given
  bool faulted = false;
  bool one_by_one = false;        // its threads ran one by one: what warps did is estimated
  bool misses_functions = false;  // what functions behind pointers did is not counted
  std::vector<Code> code;
  std::vector<Branch> branches;
  std::vector<Access> accesses;
  Rounds rounds;
  std::vector<CacheCounts> caches;  // where they were asked for: of each GPU
  std::uint64_t managed_moved = 0;  // bytes of managed memory that have to move to the GPU
  std::uint64_t lines_of_one = 0;   // of so many lines one was simulated; 0: none was

  void add_launch(std::uint64_t number) {
    ++launches;
    if (!numbers.empty() && numbers.back().second + 1 == number) {
      numbers.back().second = number;
    } else {
      numbers.emplace_back(number, number);
    }
  }
  // Each kernel that counts has at least the end of its threads.
  bool is_not_counted() const { return one_by_one && code.empty(); }
  std::uint64_t blocks() const { return std::uint64_t{grid[0]} * grid[1] * grid[2]; }
  std::uint64_t threads_of_block() const { return std::uint64_t{block[0]} * block[1] * block[2]; }
  std::uint64_t warps_of_block() const {
    return (threads_of_block() + abi::kWarpSize - 1) / abi::kWarpSize;
  }
};

// Copies and sets of the runtime, by the call that made them.
struct Transfers {
  std::string call;  // "cudaMemcpy"
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  bool operator==(const Transfers&) const = default;
};

// What one or several processes did.
struct Run {
  std::vector<Profile> profiles;
  std::vector<Transfers> transfers;
  std::uint64_t launches = 0;    // all of them
  std::uint64_t not_chosen = 0;  // of these: options left them out
  std::uint64_t over_limit = 0;  // did something else than all that are kept
  std::vector<std::string> remarks;
};

}  // namespace heddle::profiler
