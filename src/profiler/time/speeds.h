// SPDX-License-Identifier: Apache-2.0
// How fast a GPU is, as the model of time takes it.
#pragma once

#include <array>
#include <optional>

#include "gpu/model.h"
#include "probes/functions.h"

namespace heddle::profiler {

// The facts of devices/*.toml that the model of time needs, per cycle of an SM or ns of the chip.
struct Speeds {
  // Measured on an H200 (bench/gpu/rules, tests/profile/data/h200_rules.txt), and taken for the
  // same on others. Of a line L2 gives no more than one sector and a half in the time of one.
  static constexpr double kSectorsOfLine = 1.47;
  // A line here and there in memory takes as long as so many sectors more.
  static constexpr double kSectorsApart = 2.6;
  // So many sectors of memory as L2 takes no stores while it reads what of a sector here and there
  // none has brought.
  static constexpr double kSectorsOfPart = 5.8;

  double l2_line_ns() const { return kSectorsOfLine * kSectorBytes / l2_read; }
  double memory_sector_ns() const { return kSectorBytes / memory_read; }
  static constexpr double kSectorBytes = 32;

  double sms, ghz, schedulers;
  double fp32, fp64, int32_add, int32, special, convert, fp32_divide, int32_divide, function,
      shuffle;
  double alu_latency, shared_latency, l1_latency, l2_latency, memory_latency, atomic_latency;
  double l1_bytes, barrier, constant_words, turnover;
  double l2_read, l2_write, l2_write_lines, memory_read, memory_write;
  double atomics, atomics_scattered, atomics_same_address, atomics_one_line;
  double blocks_per_us, kernel_us;
  double atomics_one_word;
  double link_read, link_write, link_latency;  // 0: not known
  double cluster_latency, cluster_passes, cluster_atomic_passes;
  double matrix;  // products of half on tensor cores; 0: not known
  double texture_latency;
  std::array<double, probes::kFunctionCount> lanes_of;  // results a cycle

  bool knows_link() const { return link_read != 0 && link_write != 0 && link_latency != 0; }
};
// Nothing: one of them is not known.
std::optional<Speeds> speeds_of(const gpu::Model& model);

}  // namespace heddle::profiler
