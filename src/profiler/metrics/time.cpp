// SPDX-License-Identifier: Apache-2.0
// Section "GPU Speed Of Light Throughput": the kernel's time, and what it is made of.
#include "profiler/metrics/sections.h"
#include "profiler/time/time_model.h"

namespace heddle::profiler {
namespace {

template <double (*value)(const TimeEstimate&)>
Value of_time(const Seen& s) {
  const auto time = time_of(s.profile, s.totals, s.model, s.occupancy);
  if (const auto* why = std::get_if<std::string>(&time)) return Value::none(*why);
  return Value::of(value(std::get<TimeEstimate>(time)));
}

double middle(const TimeEstimate& t) {
  return t.us;
}
double low(const TimeEstimate& t) {
  return t.low;
}
double high(const TimeEstimate& t) {
  return t.high;
}
template <TimePart part>
double part_of(const TimeEstimate& t) {
  return t.parts[static_cast<unsigned>(part)];
}

Value longest(const Seen& s) {
  const auto time = time_of(s.profile, s.totals, s.model, s.occupancy);
  if (const auto* why = std::get_if<std::string>(&time)) return Value::none(*why);
  return Value::of_text(std::string(std::get<TimeEstimate>(time).longest()));
}

constexpr auto kEstimate = Kind::kEstimate;
constexpr std::string_view kHow = "docs/profile.md, Time";

constexpr Metric kRows[] = {
    {"gpu__time_duration.sum", "Duration", "us", kEstimate,
     "How long the kernel takes, at the highest clock and with caches that are empty when it "
     "begins (L2 not with --cache-control none).",
     kHow, of_time<middle>, true},
    {"heddle__time_duration_low", "Duration, Low", "us", kEstimate,
     "The lower end of its band: docs/fidelity.md says how many kernels lie in it.", kHow,
     of_time<low>, true},
    {"heddle__time_duration_high", "Duration, High", "us", kEstimate, "The upper end.", kHow,
     of_time<high>, true},
    {"heddle__time_longest_part", "Longest Part", "", kEstimate,
     "The part of the GPU that takes longest of all.", kHow, longest, true},
    {"heddle__time_issue", "Time Of Issue Slots", "us", kEstimate,
     "How long the schedulers take to issue the instructions of the SM with most blocks.", kHow,
     of_time<part_of<TimePart::kIssue>>, true},
    {"heddle__time_arithmetic", "Time Of Arithmetic", "us", kEstimate,
     "How long its float, double and integer lanes take.", kHow, of_time<part_of<TimePart::kPipes>>,
     true},
    {"heddle__time_functions", "Time Of Functions", "us", kEstimate,
     "How long its divisions, conversions and functions of mathematics take.", kHow,
     of_time<part_of<TimePart::kFunctions>>, true},
    {"heddle__time_l1", "Time Of L1 And Shared Memory", "us", kEstimate,
     "How long its L1 takes for lines, sectors and passes.", kHow, of_time<part_of<TimePart::kL1>>,
     true},
    {"heddle__time_l2", "Time Of L2", "us", kEstimate, "How long L2 takes for sectors and lines.",
     kHow, of_time<part_of<TimePart::kL2>>, true},
    {"heddle__time_memory", "Time Of Memory", "us", kEstimate,
     "How long the GPU's memory takes for its bytes.", kHow, of_time<part_of<TimePart::kMemory>>,
     true},
    {"heddle__time_atomics", "Time Of Atomics", "us", kEstimate,
     "How long L2 takes for atomic operations.", kHow, of_time<part_of<TimePart::kAtomics>>, true},
    {"heddle__time_link", "Time Of Host Link", "us", kEstimate,
     "How long the link to the host takes for bytes of the host's memory.", kHow,
     of_time<part_of<TimePart::kLink>>, true},
    {"heddle__time_blocks", "Time Of Block Launches", "us", kEstimate,
     "How long it takes to hand the blocks to SMs.", kHow, of_time<part_of<TimePart::kBlocks>>,
     true},
    {"heddle__time_latency", "Time Of Latency", "us", kEstimate,
     "How long the resident warps wait for what they need next, one wave of blocks after the "
     "other.",
     kHow, of_time<part_of<TimePart::kLatency>>, true},
    {"heddle__time_grid", "Time Of Grid Barriers", "us", kEstimate,
     "How long the blocks wait for all others at barriers of the grid, or for the block before.",
     kHow, of_time<part_of<TimePart::kGrid>>, true},
    {"heddle__time_services", "Time Of Heap And Printf", "us", kEstimate,
     "How long the device's heap and printf take for all calls, one after the other.", kHow,
     of_time<part_of<TimePart::kServices>>, true},
    {"heddle__time_pages", "Time Of Managed Memory", "us", kEstimate,
     "How long managed memory takes to move to the GPU, where a kernel is the first to touch it.",
     kHow, of_time<part_of<TimePart::kPages>>, true},
};

}  // namespace

std::span<const Metric> time_metrics() {
  return kRows;
}

}  // namespace heddle::profiler
