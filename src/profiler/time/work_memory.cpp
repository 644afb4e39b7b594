// SPDX-License-Identifier: Apache-2.0
// The parts of a launch's work that memory has: L1, L2, the GPU's memory and the link to the
// host's.
#include <algorithm>

#include "profiler/time/work.h"

namespace heddle::profiler {

using Class = probes::InstructionClass;
using Kind = probes::AccessKind;

namespace {

// Stores leave an SM one line in so many cycles, or one sector (tests/profile/data/h200_sixth.txt,
// "stores of 8 SMs": lanes 32 words apart and side by side).
constexpr double kStoreOfLine = 2.07, kStoreOfSector = 1.16;

constexpr double kSectorBytes = Speeds::kSectorBytes, kLineBytes = 128, kLanes = 32;

double number(std::uint64_t value) {
  return static_cast<double>(value);
}

// Words of constant memory that are one for the warp, at an index, took an H200 2.5 cycles of its
// SM, 8 bytes 3.0 and 16 bytes 4.1 (tests/profile/data/h200_seventh.txt); different words come one
// after the other.
double constant_cycles(const Access& access, double words_per_cycle) {
  constexpr double kRequest = 2, kByte = 0.13;
  const auto& sums = access.sums;
  if (sums.constant_requests == 0) return 0;
  if (sums.constant_words > sums.constant_requests) {
    return number(sums.constant_words) / words_per_cycle;
  }
  return access.operand ? 0 : number(sums.constant_requests) * (kRequest + kByte * access.bytes);
}

}  // namespace

double Work::l1_us() const {
  constexpr auto kTexture = static_cast<unsigned>(probes::Function::kTexture);
  double wavefronts = 0;  // of loads, were all of it in L1
  double cycles = warps_of({Class::kShuffle}) * kLanes / speeds_.shuffle +
                  number(profile_.rounds.functions[kTexture]) * kLanes / speeds_.lanes_of[kTexture];
  for (const auto& access : profile_.accesses) {
    const auto& sums = access.sums;
    const bool is_atomic = access.kind == Kind::kAtomic || access.kind == Kind::kReduction;
    cycles += is_sum_loop(access) ? sum_loop_cycles(access) : number(sums.shared_wavefronts);
    cycles += number(sums.cluster_wavefronts) /
              (is_atomic ? speeds_.cluster_atomic_passes : speeds_.cluster_passes);
    cycles += constant_cycles(access, speeds_.constant_words);
    wavefronts += number(sums.global_wavefronts);
    if (access.kind == Kind::kStore) {
      cycles += std::max(number(sums.global_lines) * kStoreOfLine,
                         number(sums.global_sectors) * kStoreOfSector);
    } else if (is_atomic) {
      // A line in each cycle, or as many bytes as it moves.
      cycles += std::max(number(sums.global_lines),
                         number(sums.global_sectors) * kSectorBytes / speeds_.l1_bytes);
    }
    // The words of a thread's arrays lie in its lane, wherever they are.
    cycles += number(sums.local_requests) * kLineBytes / speeds_.l1_bytes;
  }
  // What L1 does not hold comes from L2 while it gives what it holds.
  const auto from_l2 = number(caches_.l2_reads) * kSectorBytes / speeds_.l1_bytes;
  return on_one_sm(cycles + std::max(wavefronts, from_l2));
}

double Work::l2_us() const {
  const auto reads = std::max(number(caches_.l2_reads) * kSectorBytes / speeds_.l2_read,
                              number(caches_.l2_read_lines) * speeds_.l2_line_ns());
  const auto writes =
      std::max(number(caches_.l2_writes) * kSectorBytes / speeds_.l2_write,
               global(&AccessSums::global_lines, {Kind::kStore}) / speeds_.l2_write_lines);
  // While it reads what of a sector no store has brought, it takes no others.
  const auto parts =
      number(caches_.l2_part_writes) * Speeds::kSectorsOfPart * speeds_.memory_sector_ns();
  // Atomic operations at different places take its time, too.
  const auto atomics = (atomic_sectors() + swap_retries()) / speeds_.atomics_scattered;
  return (reads + writes + parts + atomics + local_.l2_ns()) / kNsPerUs;
}

double Work::memory_us() const {
  const auto apart = number(caches_.dram_apart_lines) * Speeds::kSectorsApart;
  return ((number(caches_.dram_reads) + apart) * speeds_.memory_sector_ns() +
          number(caches_.dram_writes) * kSectorBytes / speeds_.memory_write + local_.memory_ns()) /
         kNsPerUs;
}

// Both ways at once, of which each is slower then.
double Work::link_us() const {
  if (!speeds_.knows_link()) return 0;
  constexpr double kOfBoth = 0.8;
  const auto reads = number(caches_.link_reads) * kSectorBytes / speeds_.link_read;
  const auto writes = number(caches_.link_writes) * kSectorBytes / speeds_.link_write;
  return std::max({reads, writes, (reads + writes) / (2 * kOfBoth)}) / kNsPerUs;
}

}  // namespace heddle::profiler
