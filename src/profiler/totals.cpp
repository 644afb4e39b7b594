// SPDX-License-Identifier: Apache-2.0
#include "profiler/totals.h"

#include <numeric>

namespace heddle::profiler {
namespace {

std::uint64_t sum(const ClassCounts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

}  // namespace

AccessSums Totals::all_accesses() const {
  AccessSums all;
  for (const auto& one : by_kind) all.add(one);
  return all;
}

std::uint64_t Totals::all_warp_instructions() const {
  return sum(warp_instructions);
}

std::uint64_t Totals::all_thread_instructions() const {
  return sum(thread_instructions);
}

Totals totals_of(const Profile& profile) {
  Totals totals;
  for (const auto& access : profile.accesses) {
    totals.by_kind[static_cast<unsigned>(access.kind)].add(access.sums);
    const auto bytes = access.sums.global_lanes * access.used_bytes;
    if (access.kind == probes::AccessKind::kLoad) totals.used_bytes_loaded += bytes;
    if (access.kind == probes::AccessKind::kStore) totals.used_bytes_stored += bytes;
  }
  for (const auto& code : profile.code) {
    for (unsigned i = 0; i < probes::kInstructionClassCount; ++i) {
      totals.warp_instructions[i] += code.warp_instructions[i];
      totals.thread_instructions[i] += code.thread_instructions[i];
    }
    for (unsigned i = 0; i < probes::kMatrixPathCount; ++i) {
      totals.matrix_operations[i] += code.matrix_operations[i];
    }
  }
  for (const auto& branch : profile.branches) {
    totals.branches += branch.warps;
    totals.divergent_branches += branch.divergent;
  }
  return totals;
}

}  // namespace heddle::profiler
