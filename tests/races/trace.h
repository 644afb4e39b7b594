// SPDX-License-Identifier: Apache-2.0
// Traces of kernels: what threads do, in one order. The detector hears them as probe events, the
// oracle reads them as they are.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "checker/races/detector.h"

namespace heddle::checker::races {

// A place in the program.
struct Place {
  probes::AccessKind access = probes::AccessKind::kNone;
  unsigned bytes = 4;
  bool strong = false;  // an atomic operation, load or store
  probes::Order order = probes::Order::kNone;
  probes::Scope scope = probes::Scope::kDevice;
  bool is_volatile = false;
  bool shared = false;
  bool swaps = false;  // atomicCAS

  bool writes() const { return access != probes::AccessKind::kLoad; }
  bool reads() const {
    return access == probes::AccessKind::kLoad || access == probes::AccessKind::kAtomic;
  }
  bool is_rmw() const {
    return access == probes::AccessKind::kAtomic || access == probes::AccessKind::kReduction;
  }
};

struct Step {
  enum Kind { kAccess, kArrive, kOpen, kWarp, kFence, kExit } kind;
  unsigned block = 0, warp = 0;
  std::uint32_t lanes = 0;
  unsigned place = 0;                       // kAccess, kFence: of Trace::places
  std::array<std::uint64_t, 32> offsets{};  // kAccess
  std::optional<unsigned> of_block{};       // kAccess: whose shared memory, if not the own one
  unsigned barrier = 0;                     // kArrive, kOpen
  unsigned counted = 0;                     // kOpen: threads that it waited for, 0: the whole block
  bool waits = true;                        // kArrive
  std::uint32_t members = 0;                // kWarp
  abi::WarpOp operation = abi::WarpOp::kSync;

  unsigned target() const { return of_block.value_or(block); }
};

struct Trace {
  unsigned blocks = 1, threads = 32, cluster = 1;
  bool lanes_wait = false;  // for each other, in a loop
  std::vector<Place> places;
  std::vector<Step> steps;
};

// Two places that race, the smaller first.
struct Pair {
  unsigned a, b;
  bool wrong_scope;
  auto operator<=>(const Pair&) const = default;
};
using Pairs = std::set<Pair>;

struct Played {
  Pairs pairs;
  std::vector<RaceReport> reports;
};

// Memory that traces touch: global offsets below kShared, shared ones of each block from there on.
inline constexpr std::uint64_t kGlobalBase = 0x7f0000000000;
inline constexpr std::uint64_t kSharedBase = 0x7e0000000000;
inline constexpr unsigned kSharedShift = 16;  // from one block's to the next one's

class Player {
 public:
  Player(const Trace& trace, RaceDetector& detector);
  void begin();
  void step(const Step& step);
  void end();
  void fail();  // in place of end(): the blocks do not come to their ends
  // A launch that does this: the same places and shapes as the trace that was given.
  void play(const Trace& trace);

 private:
  bool passes(const probes::Access& event);
  // As compiled code does by itself, where the detector leaves it to it.
  void make_cells();
  bool notes_row(const probes::Access& event);
  std::uint32_t left_by_cells(const probes::Access& event,
                              const std::array<std::uint64_t, 32>& addresses);
  bool notes_shared(const probes::Access& event);
  bool counts(const Step& step);
  void arrive(const probes::At& at, unsigned barrier, bool waits);
  void open(const Step& step);
  probes::Site make_site(const Place& place, unsigned number);
  const Trace& trace_;
  RaceDetector& detector_;
  image::KernelRecord record_;
  std::vector<probes::Site> sites_;
  std::deque<probes::Site> fences_;
  probes::Site waits_{}, arrives_{}, exit_{}, cells_{};
  std::array<probes::Site, 20> warp_sites_{};
  probes::Launch launch_;
  std::optional<std::uint32_t> first_worker_;
  std::deque<probes::Block> blocks_;
  std::deque<abi::CodeNotes> notes_;        // by block
  std::vector<std::vector<bool>> in_step_;  // by block: whole warps at barrier 0, not told yet
  std::vector<std::vector<std::uint32_t>> arrived_;  // by block: by barrier and warp
};

Played play(const Trace& trace, RaceOptions options);
void add(Pairs& pairs, const RaceReport& report);

std::string describe(const Trace& trace);
std::string text(const Pairs& pairs);

// By comparing all pairs of accesses over the graph of what orders what.
Pairs oracle(const Trace& trace);

}  // namespace heddle::checker::races
