// SPDX-License-Identifier: Apache-2.0
#include "profiler/time/local_memory.h"

#include <algorithm>

namespace heddle::profiler {

using Kind = probes::AccessKind;

namespace {

// Sectors of a row of 32 words.
constexpr double kRow = 4;

double number(std::uint64_t value) {
  return static_cast<double>(value);
}

}  // namespace

LocalMemory::LocalMemory(const Profile& profile, const CacheCounts& caches, const Speeds& speeds,
                         std::int64_t blocks_per_sm) {
  double loads = 0, read = 0, rows_written = 0, parts_written = 0;
  for (const auto& access : profile.accesses) {
    const auto requests = number(access.sums.local_requests);
    const auto sectors = number(access.sums.local_sectors);
    if (access.kind == Kind::kLoad) {
      loads += requests;
      read += sectors;
    } else {
      (sectors > requests * kRow ? parts_written : rows_written) += sectors;
    }
  }
  if (loads + rows_written + parts_written == 0) return;
  const auto blocks = std::min(number(profile.blocks()) / speeds.sms, double(blocks_per_sm));
  const auto of_sm = blocks * number(profile.threads_of_block()) * number(profile.local_bytes);
  const auto held = [](double bytes, double of) { return of > bytes ? bytes / of : 1.0; };
  const auto missed = 1 - held(number(caches.l1_bytes), of_sm);
  const auto far = 1 - held(number(caches.l2_bytes), of_sm * speeds.sms);

  const auto from_l2 = read * missed;
  l2_ns_ = from_l2 * speeds.l2_line_ns() + rows_written * Speeds::kSectorBytes / speeds.l2_write +
           parts_written / speeds.l2_write_lines +
           parts_written * far * Speeds::kSectorsOfPart * speeds.memory_sector_ns();
  memory_ns_ = from_l2 * far * (1 + Speeds::kSectorsApart) * speeds.memory_sector_ns();
  wait_cycles_ =
      loads * missed * (speeds.l2_latency + far * (speeds.memory_latency - speeds.l2_latency));
}

}  // namespace heddle::profiler
