// SPDX-License-Identifier: Apache-2.0
// Global memory: sectors that are asked for and not needed.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "profiler/rules/lane_pattern.h"
#include "profiler/rules/rules.h"
#include "profiler/rules/structures.h"

namespace heddle::profiler {
namespace {

constexpr double kMostOfIdeal = 1.5;     // NVIDIA's triage guide: L2 sectors over their ideal
constexpr double kLeastOfKernel = 0.05;  // of the kernel's sectors: less is not worth a line
constexpr std::int64_t kWidestLoad = 16;
constexpr std::int64_t kLargestStructure = 64;  // lanes farther apart walk rows, not structures

// Lanes side by side whose first one lies in the middle of a sector.
bool is_misaligned(const Access& access) {
  const auto stride = stride_of(access.costly);
  return stride && std::abs(*stride) == access.bytes && access.costly.phase % 32 != 0;
}

// Lanes whose elements lie side by side, of which some take no part: what is between is asked for,
// too, and no other order of the data helps.
bool has_gaps(const Access& access) {
  const auto& costly = access.costly;
  const auto first = static_cast<unsigned>(std::countr_zero(costly.active));
  for (auto rest = costly.active & (costly.active - 1); rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const auto apart = std::uint64_t{lane - first} * access.bytes;
    if (costly.offsets[lane] != costly.offsets[first] + apart) return false;
  }
  return std::popcount(costly.active) > 1;
}

// Lanes lie so little apart that one wider instruction would take all that lies between.
bool could_be_wider(const Access& access) {
  const auto stride = stride_of(access.costly);
  return stride && !has_gaps(access) && std::abs(*stride) > access.bytes &&
         std::abs(*stride) <= kWidestLoad && access.bytes >= 4 &&
         std::has_single_bit(static_cast<std::uint64_t>(std::abs(*stride)));
}

// Calls `tell(group, all)` for accesses that ask for too many sectors and of which is(access) is
// true, members of a structure together.
template <class Is, class Tell>
void for_each_costly(const Seen& seen, double most_of_ideal, Is is, Tell tell) {
  std::vector<const Access*> costly;
  for (const auto& access : seen.profile.accesses) {
    const auto& sums = access.sums;
    const bool too_many = static_cast<double>(sums.global_sectors) >
                          most_of_ideal * static_cast<double>(sums.global_ideal_sectors);
    if (too_many && is(access)) costly.push_back(&access);
  }
  const auto all = seen.totals.all_accesses().global_sectors;
  for (const auto& group : by_structure(costly)) {
    if (part(group.saved(), all) >= kLeastOfKernel) tell(group, all);
  }
}

// "load p[i].x", or of several "members x, y and z of p[i]", "3 loads of p (p[i], ...)".
std::string named(const Accesses& group) {
  const auto& access = group.most_costly();
  if (group.is_of_array()) {
    const auto expression = expression_of(access);
    const auto all = fmt::format("Each of the {} {}s", group.all.size(), kind_in_words(access));
    return group.array == expression
               ? fmt::format("{} {}", all, expression)
               : fmt::format("{} of {} here, as {},", all, group.array, expression);
  }
  if (group.structure.empty()) {
    return fmt::format("The {} {}", kind_in_words(access), expression_of(access));
  }
  return fmt::format("Each access to {} {} of {}",
                     group.members.size() == 1 ? "member" : "the members", listed(group.members),
                     group.structure);
}

Advice made(std::string_view rule, const Accesses& group, std::uint64_t all) {
  Advice advice;
  const auto& access = group.most_costly();
  advice.rule = rule;
  advice.places = access.places;
  advice.gain = part(group.saved(), all);
  advice.gain_of = "sectors of global memory";
  advice.gain_how =
      fmt::format("{} of the kernel's {} are above the ideal here", group.saved(), all);
  advice.reason = fmt::format(
      "In {} of {} a warp touches {:.1f} sectors where {:.1f} would do; the most costly one has "
      "{}.",
      group.costly_requests == group.requests ? "each" : fmt::format("{}", group.costly_requests),
      counted(group.requests, "request"),
      static_cast<double>(group.sectors) / static_cast<double>(group.requests),
      static_cast<double>(group.ideal_sectors) / static_cast<double>(group.requests),
      lanes_in_words(access.costly));
  return advice;
}

std::string mend_of(const Accesses& group) {
  const auto& access = group.most_costly();
  const auto stride = stride_of(access.costly);
  if (!stride) {
    return "Let the lanes of a warp touch neighbouring elements: a wider block in x, another order "
           "of the data, or a tile in shared memory that is filled row by row.";
  }
  if (std::abs(*stride) <= kLargestStructure && group.members.empty()) {
    return fmt::format(
        "A lane's elements lie side by side, {} bytes from those of the next lane: let "
        "neighbouring "
        "lanes take neighbouring elements, and a lane's next one lie a whole block farther on; or "
        "copy what the block needs to shared memory, word by word, and take it from there.",
        std::abs(*stride));
  }
  if (std::abs(*stride) <= kLargestStructure) {
    return fmt::format(
        "The lanes' elements have {} bytes, of which {} are touched here: keep each member in an "
        "array of its own (a structure of arrays), or copy whole structures to shared memory, word "
        "by word, and take the members there.",
        std::abs(*stride), std::max(group.member_bytes, std::int64_t{access.bytes}));
  }
  return "Let threadIdx.x run along the index that is not multiplied, so that neighbouring lanes "
         "touch neighbouring elements; or copy a tile to shared memory row by row and read its "
         "columns there.";
}

}  // namespace

void advise_on_uncoalesced(const Seen& seen, AdviceList& list) {
  const auto is = [](const Access& access) {
    return !is_misaligned(access) && !could_be_wider(access) && !has_gaps(access);
  };
  for_each_costly(seen, kMostOfIdeal, is, [&](const Accesses& group, auto all) {
    auto advice = made("uncoalesced-access", group, all);
    advice.what = named(group) + " is uncoalesced.";
    advice.change = mend_of(group);
    list.push_back(std::move(advice));
  });
}

void advise_on_misaligned(const Seen& seen, AdviceList& list) {
  for_each_costly(seen, 1.0, is_misaligned, [&](const Accesses& group, auto all) {
    const auto& access = group.most_costly();
    auto advice = made("misaligned-access", group, all);
    advice.what = named(group) + " begins in the middle of a sector.";
    advice.reason += fmt::format(" Lane 0 lies {} bytes behind the beginning of a sector.",
                                 access.costly.phase % 32);
    advice.change =
        "Let rows begin at multiples of 32 bytes (cudaMallocPitch, a padded leading dimension), or "
        "shift the index so that the first lane of a warp does.";
    list.push_back(std::move(advice));
  });
}

void advise_on_vectors(const Seen& seen, AdviceList& list) {
  for_each_costly(seen, kMostOfIdeal, could_be_wider, [&](const Accesses& group, auto all) {
    const auto& access = group.most_costly();
    auto advice = made("missing-vector-access", group, all);
    const auto stride = std::abs(*stride_of(access.costly));
    advice.what = fmt::format("{} takes {} of each {} bytes.", named(group), access.bytes, stride);
    advice.change = fmt::format(
        "Access the {} bytes of a lane at once, as {} or a structure with __align__({}); or keep "
        "the "
        "members in arrays of their own.",
        stride, stride == 8 ? "float2" : "float4", stride);
    list.push_back(std::move(advice));
  });
}

}  // namespace heddle::profiler
