// SPDX-License-Identifier: Apache-2.0
// Sums over a kernel, of which the metrics are made.
#pragma once

#include "profiler/profile.h"

namespace heddle::profiler {

struct Totals {
  // By kind of access, as probes::AccessKind numbers them.
  std::array<AccessSums, 5> by_kind{};
  std::uint64_t used_bytes_loaded = 0, used_bytes_stored = 0;  // global memory, of all threads
  ClassCounts warp_instructions{}, thread_instructions{};
  MatrixCounts matrix_operations{};
  std::uint64_t branches = 0, divergent_branches = 0;

  const AccessSums& of(probes::AccessKind kind) const {
    return by_kind[static_cast<unsigned>(kind)];
  }
  std::uint64_t warps_of(probes::InstructionClass id) const {
    return warp_instructions[static_cast<unsigned>(id)];
  }
  std::uint64_t threads_of(probes::InstructionClass id) const {
    return thread_instructions[static_cast<unsigned>(id)];
  }
  std::uint64_t operations_of(probes::MatrixPath path) const {
    return matrix_operations[static_cast<unsigned>(path)];
  }
  AccessSums all_accesses() const;
  std::uint64_t all_warp_instructions() const;
  std::uint64_t all_thread_instructions() const;
};

Totals totals_of(const Profile& profile);

}  // namespace heddle::profiler
