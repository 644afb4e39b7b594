// SPDX-License-Identifier: Apache-2.0
#include "profiler/kernel_code.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <tuple>

#include "probes/operand.h"
#include "probes/pace.h"
#include "profiler/access_counter.h"
#include "profiler/block_times.h"
#include "profiler/place.h"
#include "support/demangle.h"

namespace heddle::profiler {

using probes::Counted;
using probes::CountedKind;
using probes::Site;

namespace {

// What a reader takes for one instruction: the key of a site says place and kind.
auto identity(const Counted& counted) {
  const auto& site = *counted.site;
  return std::tuple(counted.kind, site.key, site.space, site.variable);
}

Access access_of(const Site& site) {
  Access access;
  access.places = places_of(site);
  access.kind = site.access;
  access.space = site.space;
  access.bytes = site.bytes;
  access.used_bytes = site.bytes <= 32 && site.touched != 0
                          ? static_cast<std::uint32_t>(std::popcount(site.touched))
                          : site.bytes;
  access.align = site.align;
  access.float_operation =
      site.event == probes::Event::kAtomic && (site.atomic() == probes::AtomicOp::kAddFloat ||
                                               site.atomic() == probes::AtomicOp::kMinFloat ||
                                               site.atomic() == probes::AtomicOp::kMaxFloat);
  const auto operation =
      site.event == probes::Event::kAtomic ? site.atomic() : probes::AtomicOp::kNone;
  access.unjoined_operation =
      operation == probes::AtomicOp::kExchange || operation == probes::AtomicOp::kIncrement ||
      operation == probes::AtomicOp::kDecrement || operation == probes::AtomicOp::kCompareAndSwap;
  access.swap = operation == probes::AtomicOp::kCompareAndSwap;
  if (site.variable) access.variable = support::demangle(site.variable->name);
  return access;
}

// What the tool's words of the clocks say when a launch has ended (collector.cpp).
void add_clocks(const probes::WarpClocks& clocks, Rounds& rounds) {
  const auto own = BlockTimes::of(clocks);
  rounds.warp_cycles += own.all;
  rounds.block_cycles += own.longest_of_blocks;
  rounds.longest_warp = std::max(rounds.longest_warp, own.longest);
  rounds.longest_block = std::max(rounds.longest_block, own.longest_block);
}

template <class T>
void add_numbers(support::FieldHash& hash, const std::vector<T>& values) {
  static_assert(std::has_unique_object_representations_v<T>);
  const auto digest = support::hash128(values.data(), values.size() * sizeof(T));
  hash.add(digest);
}

// Of `trips` rounds of a loop, how many begin when the others are at an end: a GPU's compiler makes
// one of 16 while there are as many, then of 8 and of 4, and runs those that are left one by one.
std::uint64_t one_after_the_other(std::uint64_t trips, std::uint32_t together_log2) {
  std::uint64_t rounds = 0;
  for (auto log2 = together_log2;; log2 = log2 > 2 ? log2 - 1 : 0) {
    rounds += trips >> log2;
    trips &= (std::uint64_t{1} << log2) - 1;
    if (log2 == 0) return rounds;
  }
}
// In the mean; where warps have different ones, what is left may be any number.
double mean_one_after_the_other(double trips, std::uint32_t together_log2) {
  const auto whole = static_cast<std::uint64_t>(trips);
  if (static_cast<double>(whole) == trips) {
    return static_cast<double>(one_after_the_other(whole, together_log2));
  }
  const auto together = std::uint64_t{1} << together_log2;
  double left = 0;
  for (std::uint64_t rest = 0; rest < together; ++rest) {
    left += static_cast<double>(one_after_the_other(rest, together_log2)) -
            static_cast<double>(rest) / static_cast<double>(together);
  }
  return std::min(trips, (trips + left) / static_cast<double>(together));
}

// Functions that this kernel never calls, maybe.
bool is_of_others(const Counted& row) {
  return row.first_word != nullptr;
}

double share_of_firsts(const probes::Pace& pace, std::uint64_t warps,
                       const probes::Counts& counts) {
  if (pace.together_log2 == 0 || warps == 0) return 1;
  const auto begun = pace.entry == 0 ? 0 : counts.words[pace.entry];
  if (begun == 0) return std::exp2(-double(pace.together_log2));
  const auto trips = static_cast<double>(warps) / static_cast<double>(begun);
  return std::min(mean_one_after_the_other(trips, pace.together_log2) / trips, 1.0);
}

}  // namespace

void LaunchNumbers::add_to(support::FieldHash& hash) const {
  add_numbers(hash, code);
  add_numbers(hash, branches);
  add_numbers(hash, accesses);
  // How long it is to the end of a wait differs a little each time.
  constexpr int kKeptBits = 4;
  for (const auto wait : rounds.waits) {
    const auto low = std::max(static_cast<int>(std::bit_width(wait)) - kKeptBits, 0);
    hash.add(wait >> low << low);
  }
}

KernelCode::KernelCode(std::span<const Counted> table,
                       std::span<const probes::CountedFunctions> functions)
    : table_(table.begin(), table.end()) {
  for (const auto& object : functions) {
    for (const auto& row : object.counted) {
      table_.push_back(probes::Pace::behind(row, static_cast<std::uint32_t>(object.first)));
    }
  }
  std::map<decltype(identity(table[0])), std::uint32_t> known;
  for (const auto& row : table_) {
    if (row.kind == CountedKind::kWait) {
      slot_.push_back(0);
      continue;
    }
    auto& all = row.kind == CountedKind::kInstructions ? code_
                : row.kind == CountedKind::kBranch     ? branches_
                                                       : accesses_;
    const auto [it, is_new] = known.emplace(identity(row), static_cast<std::uint32_t>(all.size()));
    if (is_new) all.push_back(&row);
    slot_.push_back(it->second);
    // Of a loop that was unrolled, one copy or another.
    if (row.kind != CountedKind::kAccess) continue;
    if (is_new) again_.push_back(false);
    if (is_new) operand_.push_back(true);
    again_[it->second] = again_[it->second] || (row.round & Counted::kAgain) != 0;
    operand_[it->second] = operand_[it->second] && (row.round & probes::kOperand) != 0;
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> known_waits;  // block, round
  for (const auto& row : table_) {
    wait_.push_back(kNoWait);
    const auto round = row.round & ~probes::kMarksOfLoads;
    if (row.kind != CountedKind::kAccess || round == 0) continue;
    const auto next = static_cast<std::uint32_t>(waits_.size());
    wait_.back() = known_waits.try_emplace({row.block, round}, next).first->second;
    if (wait_.back() == next) waits_.emplace_back();
    waits_[wait_.back()].push_back(row.site->key);
  }
}

LaunchNumbers KernelCode::zeros() const {
  LaunchNumbers numbers;
  numbers.code.resize(code_.size());
  numbers.branches.resize(branches_.size());
  numbers.accesses.resize(accesses_.size());
  numbers.waits.resize(waits_.size());
  numbers.begun.resize(waits_.size());
  return numbers;
}

void KernelCode::add(const probes::Counts& counts, PatternCosts& costs,
                     LaunchNumbers& numbers) const {
  add_rounds(counts, numbers);
  add_clocks(counts.clocks(), numbers.rounds);
  for (std::size_t k = 0; k < table_.size(); ++k) {
    const auto& row = table_[k];
    const auto warps = counts.warps(row);
    if (warps == 0) continue;
    const auto lanes = counts.lanes(row);
    switch (row.kind) {
      case CountedKind::kInstructions: {
        auto& own = numbers.code[slot_[k]];
        own.warps += warps;
        own.threads += lanes;
        const auto function = probes::Pace::function_of(row) % probes::kFunctionCount;
        for (unsigned i = 0; i < probes::kInstructionClassCount; ++i) {
          if (function != 0) {
            numbers.rounds.functions[function] += warps * row.instructions[i];
            numbers.rounds.function_threads[function] += lanes * row.instructions[i];
          }
          own.warp_instructions[i] += warps * row.instructions[i];
          own.thread_instructions[i] += lanes * row.instructions[i];
        }
        for (unsigned i = 0; i < probes::kMatrixPathCount; ++i) {
          own.matrix_operations[i] += warps * row.matrix_work[i] * probes::kMatrixUnit;
        }
        break;
      }
      case CountedKind::kBranch: {
        auto& own = numbers.branches[slot_[k]];
        own.warps += warps;
        own.divergent += counts.divergent(row);
        break;
      }
      case CountedKind::kAccess: {
        take_total(row, counts.access(row), costs, numbers.accesses[slot_[k]]);
        break;
      }
      case CountedKind::kWait: {
        const auto kind = static_cast<probes::WaitKind>(row.phases);
        numbers.rounds.waits[row.phases % probes::kWaitKindCount] +=
            row.word != 0                     ? counts.words[row.word]
            : kind == probes::WaitKind::kLock ? lanes
                                              : warps;
        // A block's wait for others is a function, too.
        if (row.round != 0) numbers.rounds.functions[row.round % probes::kFunctionCount] += warps;
        break;
      }
    }
  }
}

void KernelCode::add_rounds(const probes::Counts& counts, LaunchNumbers& numbers) const {
  auto& rounds = numbers.rounds;
  // Rows of one block of code follow each other.
  for (std::size_t k = 0; k < table_.size();) {
    const auto begin = k;
    const auto& first = table_[k];
    bool atomic = false;
    std::uint64_t integers = 0;
    for (; k < table_.size() && table_[k].block == first.block; ++k) {
      if (table_[k].kind == CountedKind::kInstructions) {
        const auto of = [&](probes::InstructionClass id) {
          return std::uint64_t{table_[k].instructions[static_cast<unsigned>(id)]};
        };
        integers += of(probes::InstructionClass::kInteger) +
                    of(probes::InstructionClass::kAddress) +
                    of(probes::InstructionClass::kFloatOther);
      }
      if (table_[k].kind != CountedKind::kAccess) continue;
      const auto& site = *table_[k].site;
      const bool is_global =
          site.space == probes::Space::kGlobal || site.space == probes::Space::kGeneric;
      atomic |= is_global && site.access == probes::AccessKind::kAtomic;
    }
    const auto warps = counts.warps(first);
    const auto pace =
        first.kind == CountedKind::kInstructions ? probes::Pace::of(first) : probes::Pace{};
    const auto part = [&](std::uint64_t all, float share) {
      return warps * static_cast<std::uint64_t>(std::lround(static_cast<double>(all) * share));
    };
    const auto global = warps * pace.global_rounds, shared = warps * pace.shared_rounds;
    rounds.global += global;
    rounds.shared += shared;
    rounds.chain += warps * pace.cycles;
    rounds.alu_only += part(integers, pace.alu_only);
    // Of rounds that run together, all but the first are with it.
    const auto firsts = share_of_firsts(pace, warps, counts);
    const auto with_first = [&](std::uint64_t all) {
      return all - static_cast<std::uint64_t>(std::llround(static_cast<double>(all) * firsts));
    };
    rounds.loop_overhead += with_first(warps * pace.overhead);
    // Copies that are waited for some rounds later are under way with those of these rounds.
    const auto of_loads = (pace.apart ? 1 : firsts) / (1.0 + pace.ahead);
    const auto loads_with_first = [&](std::uint64_t all) {
      return all - static_cast<std::uint64_t>(std::llround(static_cast<double>(all) * of_loads));
    };
    rounds.global_unrolled += loads_with_first(global);
    if (!pace.apart) {
      rounds.shared_unrolled += with_first(shared);
      rounds.chain_unrolled += with_first(part(pace.cycles, pace.of_round));
    }
    if (atomic) rounds.atomic += warps;
    // Each once, however many loads it is of.
    std::uint32_t last = 0;
    for (auto row = begin; row < k; ++row) {
      if (wait_[row] == kNoWait || wait_[row] < last) continue;
      last = wait_[row] + 1;
      numbers.waits[wait_[row]] += warps - loads_with_first(warps);
      numbers.begun[wait_[row]] += pace.apart ? warps : warps - with_first(warps);
    }
  }
}

void KernelCode::drop(const probes::Counts& counts) const {
  for (const auto& row : table_) {
    if (row.kind == CountedKind::kAccess) delete own_words(counts.access(row)).total;
  }
}

void KernelCode::describe(const LaunchNumbers& numbers, Profile& profile) const {
  profile.rounds = numbers.rounds;
  for (std::size_t k = 0; k < code_.size(); ++k) {
    const auto& own = numbers.code[k];
    if (own.warps == 0 && is_of_others(*code_[k])) continue;
    profile.code.push_back({places_of(*code_[k]->site), own.warps, own.threads,
                            own.warp_instructions, own.thread_instructions, own.matrix_operations});
  }
  for (std::size_t k = 0; k < branches_.size(); ++k) {
    const auto& own = numbers.branches[k];
    if (own.warps == 0 && is_of_others(*branches_[k])) continue;
    profile.branches.push_back({places_of(*branches_[k]->site), own.warps, own.divergent});
  }
  for (std::size_t k = 0; k < accesses_.size(); ++k) {
    auto access = access_of(*accesses_[k]->site);
    access.again = again_[k];
    access.operand = operand_[k];
    const auto& own = numbers.accesses[k];
    access.sums = own.all_sums();
    access.costly = own.most_costly();
    access.inferred = own.left_accesses;
    if (access.sums == AccessSums{} && is_of_others(*accesses_[k])) continue;
    profile.accesses.push_back(std::move(access));
  }
}

}  // namespace heddle::profiler
