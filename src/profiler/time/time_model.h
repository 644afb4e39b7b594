// SPDX-License-Identifier: Apache-2.0
// How long a launch takes on a GPU: an estimate, from what was counted, what the caches made of it
// and the facts of the GPU. Interval analysis: how long each part of the GPU would take by itself,
// were it never to wait for another; the parts overlap, so the time is little more than the longest
// of them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>

#include "gpu/model.h"
#include "gpu/occupancy.h"
#include "profiler/caches/cache_counts.h"
#include "profiler/profile.h"
#include "profiler/totals.h"

namespace heddle::profiler {

inline constexpr const char* kOneByOne =
    "the lanes of the kernel's warps wait for each other, so its threads ran one by one: which "
    "accesses are under way together is not known";

//  name       in reports           sentence
#define HEDDLE_TIME_PARTS(X)                                                               \
  X(kIssue, "issue slots", "schedulers of the SM with most blocks issue its instructions") \
  X(kPipes, "arithmetic", "its float, double and integer lanes compute")                   \
  X(kFunctions, "functions", "its special function units divide, convert and take roots")  \
  X(kL1, "L1 and shared memory", "lines, sectors and passes go through its L1")            \
  X(kL2, "L2", "sectors and lines go through L2")                                          \
  X(kMemory, "memory", "bytes come from and go to the GPU's memory")                       \
  X(kLink, "host link", "bytes come from and go to the host's memory")                     \
  X(kAtomics, "atomics", "L2 performs atomic operations")                                  \
  X(kBlocks, "block launches", "blocks are handed to SMs")                                 \
  X(kLatency, "latency", "warps wait for what they need next")                             \
  X(kGrid, "grid barriers", "blocks wait for all others, or for the one before")           \
  X(kServices, "heap and printf", "the driver's services are done one after the other")    \
  X(kPages, "managed memory", "managed memory moves to the GPU")

enum class TimePart : unsigned {
#define HEDDLE_PROFILER_ROW(id, name, sentence) id,
  HEDDLE_TIME_PARTS(HEDDLE_PROFILER_ROW)
#undef HEDDLE_PROFILER_ROW
};
// Those from here on overlap with nothing.
inline constexpr auto kFirstAlone = TimePart::kGrid;
inline constexpr std::string_view kTimeParts[] = {
#define HEDDLE_PROFILER_ROW(id, name, sentence) name,
    HEDDLE_TIME_PARTS(HEDDLE_PROFILER_ROW)
#undef HEDDLE_PROFILER_ROW
};

struct TimeEstimate {
  double us = 0;
  double low = 0, high = 0;  // four of five kernels of the captures lie between
  std::array<double, std::size(kTimeParts)> parts{};  // us of each by itself
  std::string_view longest() const;
};

// A sentence: what is not known.
using Time = std::variant<TimeEstimate, std::string>;

Time time_of(const Profile& profile, const Totals& totals, const gpu::Model& model,
             const gpu::Occupancy& occupancy);

// What the caches of this GPU did; null: they were not simulated.
const CacheCounts* caches_on(const Profile& profile, const gpu::Model& model);

}  // namespace heddle::profiler
