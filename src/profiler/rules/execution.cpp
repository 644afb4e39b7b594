// SPDX-License-Identifier: Apache-2.0
// What instructions do, and how many threads take part in them.
#include <fmt/format.h>

#include <numeric>

#include "profiler/rules/lane_pattern.h"
#include "profiler/rules/rules.h"
#include "support/source_lines.h"

namespace heddle::profiler {
namespace {

using Class = probes::InstructionClass;

constexpr double kFewThreads = 24;  // NVIDIA's triage guide: threads per instruction
// A GPU has no instruction for it: about so many others.
constexpr double kInstructionsOfDivision = 20;

double as_number(std::uint64_t n) {
  return static_cast<double>(n);
}

std::uint64_t of_class(const ClassCounts& counts, Class id) {
  return counts[static_cast<unsigned>(id)];
}

std::string line_text(const Places& places) {
  if (places.empty()) return "";
  const auto line = support::source_line(places[0].file, places[0].line);
  if (!line) return "";
  const auto begin = line->find_first_not_of(" \t");
  if (begin == std::string::npos) return "";
  constexpr std::size_t kMost = 100;
  const auto text = line->substr(begin);
  return text.size() <= kMost ? text : text.substr(0, kMost) + " ...";
}

}  // namespace

void advise_on_divergence(const Seen& seen, AdviceList& list) {
  const auto warps = seen.totals.all_warp_instructions();
  if (warps == 0) return;
  const auto threads = as_number(seen.totals.all_thread_instructions()) / as_number(warps);
  if (threads >= kFewThreads) return;
  // Small blocks leave lanes empty whatever their branches do.
  const auto filled =
      as_number(seen.profile.threads_of_block()) / as_number(seen.profile.warps_of_block());
  if (filled < kFewThreads) {
    Advice advice;
    advice.rule = "partial-warps";
    advice.gain = 1 - filled / abi::kWarpSize;
    advice.gain_of = "lanes";
    advice.gain_how = "32 lanes of each warp with a thread";
    advice.what = "The warps of a block are not full.";
    advice.reason = fmt::format("A block of {} has {} of 32 lanes: {:.1f} threads each.",
                                counted(seen.profile.threads_of_block(), "thread"),
                                counted(seen.profile.warps_of_block(), "warp"), filled);
    advice.change = "Make the number of threads of a block a multiple of 32.";
    list.push_back(std::move(advice));
    return;
  }
  const Branch* worst = nullptr;
  for (const auto& branch : seen.profile.branches) {
    if (branch.divergent != 0 && (!worst || branch.divergent > worst->divergent)) worst = &branch;
  }
  if (!worst) return;
  Advice advice;
  advice.rule = "divergence";
  advice.places = worst->places;
  advice.gain = 1 - threads / abi::kWarpSize;
  advice.gain_of = "lanes";
  advice.gain_how = "32 threads in each instruction";
  advice.what = fmt::format("Threads of a warp go different ways: {}", line_text(worst->places));
  advice.reason = fmt::format(
      "{:.1f} of 32 threads take part in an instruction on average. The branch here diverges in {} "
      "of "
      "{} times, the most of all.",
      threads, worst->divergent, worst->warps);
  advice.change =
      "Let the condition be the same for 32 neighbouring threads (sort the work, give each "
      "warp one kind of it), or compute both ways and select.";
  list.push_back(std::move(advice));
}

void advise_on_doubles(const Seen& seen, AdviceList& list) {
  const auto& sm = seen.model.sm;
  constexpr std::int64_t kFew = 8;  // a data centre's GPU has half as many as float lanes
  if (sm.fp64_lanes * kFew > sm.fp32_lanes) return;
  const auto doubles = [](const ClassCounts& counts) {
    return of_class(counts, Class::kDoubleAdd) + of_class(counts, Class::kDoubleMultiply) +
           of_class(counts, Class::kDoubleFma);
  };
  const auto count = doubles(seen.totals.warp_instructions);
  if (count == 0) return;
  const Code* worst = nullptr;
  for (const auto& code : seen.profile.code) {
    const auto here = doubles(code.warp_instructions);
    if (here != 0 && (!worst || here > doubles(worst->warp_instructions))) worst = &code;
  }
  Advice advice;
  advice.rule = "double-precision";
  if (worst) advice.places = worst->places;
  const auto slower =
      as_number(static_cast<std::uint64_t>(sm.fp32_lanes)) / static_cast<double>(sm.fp64_lanes);
  advice.gain = 1 - 1 / slower;
  advice.gain_of = "time of these operations at peak";
  advice.gain_how =
      fmt::format("{} float lanes of an SM against {} double ones", sm.fp32_lanes, sm.fp64_lanes);
  advice.what = fmt::format(
      "The kernel computes in double, which this GPU does {:.0f} times as slowly.", slower);
  advice.reason =
      fmt::format("{} instructions of warps are additions and multiplications of double.", count);
  advice.change =
      "Use float where its precision is enough; a constant without an f (0.5) makes a "
      "product with a float a double one.";
  list.push_back(std::move(advice));
}

void advise_on_divisions(const Seen& seen, AdviceList& list) {
  const auto all = as_number(seen.totals.all_warp_instructions());
  const auto divisions = [](const Code& code) {
    return of_class(code.warp_instructions, Class::kIntegerDivide);
  };
  const Code* worst = nullptr;
  for (const auto& code : seen.profile.code) {
    if (divisions(code) != 0 && (!worst || divisions(code) > divisions(*worst))) worst = &code;
  }
  if (!worst) return;
  const auto count = as_number(seen.totals.warps_of(Class::kIntegerDivide));
  const auto part = kInstructionsOfDivision * count / (all + (kInstructionsOfDivision - 1) * count);
  if (part < 0.1) return;
  Advice advice;
  advice.rule = "integer-division";
  advice.places = worst->places;
  advice.gain = part;
  advice.gain_of = "instructions";
  advice.gain_how = fmt::format("{:.0f} instructions for a division", kInstructionsOfDivision);
  advice.what =
      fmt::format("Integers are divided by what is not constant: {}", line_text(worst->places));
  advice.reason = fmt::format(
      "A GPU has no instruction for it. {:.0f} of {:.0f} instructions of warps are divisions.",
      count, all);
  advice.change =
      "Take the division out of the loop, count quotient and remainder along instead, or "
      "make the divisor a constant (a template argument) or a power of two.";
  list.push_back(std::move(advice));
}

}  // namespace heddle::profiler
