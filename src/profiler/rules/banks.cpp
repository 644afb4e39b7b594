// SPDX-License-Identifier: Apache-2.0
// Shared and constant memory: passes for one access.
#include <fmt/format.h>

#include "profiler/rules/lane_pattern.h"
#include "profiler/rules/rules.h"

namespace heddle::profiler {
namespace {

constexpr double kLeastOfKernel = 0.1;   // NVIDIA's triage guide: conflicts over wavefronts
constexpr std::int64_t kAllBanks = 128;  // bytes

}  // namespace

void advise_on_banks(const Seen& seen, AdviceList& list) {
  const auto all = seen.totals.all_accesses();
  if (all.shared_wavefronts == 0) return;
  for (const auto& access : seen.profile.accesses) {
    const auto& sums = access.sums;
    const auto saved = sums.shared_wavefronts - sums.shared_ideal_wavefronts;
    const auto gain = static_cast<double>(saved) / static_cast<double>(all.shared_wavefronts);
    const bool is_atomic =
        access.kind == probes::AccessKind::kAtomic || access.kind == probes::AccessKind::kReduction;
    if (gain < kLeastOfKernel || is_atomic) continue;  // atomics: advise_on_atomics
    Advice advice;
    advice.rule = "bank-conflicts";
    advice.places = access.places;
    advice.gain = gain;
    advice.gain_of = "passes through shared memory";
    advice.gain_how =
        fmt::format("{} of the kernel's {} are above the ideal here", saved, all.shared_wavefronts);
    advice.what =
        fmt::format("The {} {} has bank conflicts.", kind_in_words(access), expression_of(access));
    advice.reason = fmt::format(
        "{} take {} passes, {:.1f} each, where {} would do; the most costly one has {}.",
        counted(sums.shared_requests, "request"), sums.shared_wavefronts,
        static_cast<double>(sums.shared_wavefronts) / static_cast<double>(sums.shared_requests),
        sums.shared_ideal_wavefronts, lanes_in_words(access.costly));
    const auto stride = stride_of(access.costly);
    if (stride && *stride % kAllBanks == 0 && *stride != 0) {
      advice.reason += " Lanes a multiple of 128 bytes apart are all in one bank.";
      advice.change = fmt::format(
          "Pad the rows by one element ([{0}] becomes [{0} + 1]), so that they begin in different "
          "banks; or swizzle the column index with the row (column ^ row).",
          std::abs(*stride) / std::max<std::int64_t>(access.bytes, 1));
    } else if (stride) {
      advice.change =
          "Make the distance between lanes an odd number of 4-byte words: pad rows, or let "
          "neighbouring lanes take neighbouring elements.";
    } else {
      advice.change =
          "Let the lanes of a warp take neighbouring words, or words at an odd distance: pad "
          "rows by one element, or swizzle the column index with the row.";
    }
    list.push_back(std::move(advice));
  }
}

void advise_on_constants(const Seen& seen, AdviceList& list) {
  constexpr double kMostWords = 2;
  for (const auto& access : seen.profile.accesses) {
    const auto& sums = access.sums;
    if (sums.constant_requests == 0) continue;
    const auto words_of_lane = std::max<std::uint64_t>(access.bytes / 4, 1);
    const auto words = static_cast<double>(sums.constant_words) /
                       static_cast<double>(sums.constant_requests * words_of_lane);
    if (words < kMostWords) continue;
    Advice advice;
    advice.rule = "serialised-constant";
    advice.places = access.places;
    advice.gain = 1 - 1 / words;
    advice.gain_of = "accesses to constant memory";
    advice.gain_how = "one word at a time, if all lanes asked for the same one";
    advice.what = fmt::format("Lanes of a warp load different words of the constant {}.",
                              expression_of(access));
    advice.reason = fmt::format(
        "Constant memory gives a warp one word at a time: {} ask for {:.1f} words each.",
        counted(sums.constant_requests, "request"), words);
    advice.change =
        "Index constant memory with what is the same for the whole warp (a loop counter, "
        "blockIdx); keep what lanes index for themselves in global memory (const "
        "__restrict__, __ldg) or shared memory.";
    list.push_back(std::move(advice));
  }
}

}  // namespace heddle::profiler
