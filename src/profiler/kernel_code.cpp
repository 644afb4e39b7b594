// SPDX-License-Identifier: Apache-2.0
#include "profiler/kernel_code.h"

#include <bit>
#include <cmath>
#include <map>
#include <tuple>

#include "probes/pace.h"
#include "profiler/access_counter.h"
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
  if (site.variable) access.variable = support::demangle(site.variable->name);
  return access;
}

template <class T>
void add_numbers(support::FieldHash& hash, const std::vector<T>& values) {
  static_assert(std::has_unique_object_representations_v<T>);
  const auto digest = support::hash128(values.data(), values.size() * sizeof(T));
  hash.add(digest);
}

}  // namespace

void LaunchNumbers::add_to(support::FieldHash& hash) const {
  add_numbers(hash, code);
  add_numbers(hash, branches);
  add_numbers(hash, accesses);
}

KernelCode::KernelCode(std::span<const Counted> table) : table_(table) {
  std::map<decltype(identity(table[0])), std::uint32_t> known;
  for (const auto& row : table) {
    auto& all = row.kind == CountedKind::kInstructions ? code_
                : row.kind == CountedKind::kBranch     ? branches_
                                                       : accesses_;
    const auto [it, is_new] = known.emplace(identity(row), static_cast<std::uint32_t>(all.size()));
    if (is_new) all.push_back(&row);
    slot_.push_back(it->second);
  }
}

LaunchNumbers KernelCode::zeros() const {
  LaunchNumbers numbers;
  numbers.code.resize(code_.size());
  numbers.branches.resize(branches_.size());
  numbers.accesses.resize(accesses_.size());
  return numbers;
}

void KernelCode::add(const probes::Counts& counts, PatternCosts& costs,
                     LaunchNumbers& numbers) const {
  add_rounds(counts, numbers.rounds);
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
        for (unsigned i = 0; i < probes::kInstructionClassCount; ++i) {
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
    }
  }
}

void KernelCode::add_rounds(const probes::Counts& counts, Rounds& rounds) const {
  // Rows of one block of code follow each other.
  for (std::size_t k = 0; k < table_.size();) {
    const auto& first = table_[k];
    bool stores = false, atomic = false;
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
      stores |= is_global && site.access == probes::AccessKind::kStore;
      atomic |= is_global && site.access == probes::AccessKind::kAtomic;
    }
    const auto warps = counts.warps(first);
    const auto pace = probes::Pace::of(first);
    const auto part = [&](std::uint64_t all, float share) {
      return warps * static_cast<std::uint64_t>(std::lround(static_cast<double>(all) * share));
    };
    const auto global = warps * pace.global_rounds, shared = warps * pace.shared_rounds;
    rounds.global += global;
    rounds.shared += shared;
    rounds.chain += warps * pace.cycles;
    rounds.alu_only += part(integers, pace.alu_only);
    // Of rounds that run together, all but the first are with it.
    const auto with_first = [&](std::uint64_t all) { return all - (all >> pace.together_log2); };
    rounds.loop_overhead += with_first(warps * pace.overhead);
    if (!stores) {
      rounds.global_unrolled += with_first(global);
      rounds.shared_unrolled += with_first(shared);
      rounds.chain_unrolled += with_first(part(pace.cycles, pace.of_round));
    }
    if (atomic) rounds.atomic += warps;
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
    profile.code.push_back({places_of(*code_[k]->site), own.warps, own.threads,
                            own.warp_instructions, own.thread_instructions, own.matrix_operations});
  }
  for (std::size_t k = 0; k < branches_.size(); ++k) {
    const auto& own = numbers.branches[k];
    profile.branches.push_back({places_of(*branches_[k]->site), own.warps, own.divergent});
  }
  for (std::size_t k = 0; k < accesses_.size(); ++k) {
    auto access = access_of(*accesses_[k]->site);
    const auto& own = numbers.accesses[k];
    access.sums = own.all_sums();
    access.costly = own.most_costly();
    access.inferred = own.left_accesses;
    profile.accesses.push_back(std::move(access));
  }
}

}  // namespace heddle::profiler
