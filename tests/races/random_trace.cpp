// SPDX-License-Identifier: Apache-2.0
#include "random_trace.h"

#include <bit>
#include <map>

namespace heddle::checker::races {
namespace {

using probes::AccessKind;
using probes::Order;
using probes::Scope;

// Lanes of a warp that go their own way.
struct Agent {
  unsigned block, warp;
  std::uint32_t lanes;
  bool ended = false;
  std::vector<unsigned> before{};  // the next step comes after these
};

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  RandomProgram make() {
    auto& trace = program_.trace;
    trace.blocks = 1 + below(3);
    trace.threads = pick<unsigned>({4, 33, 36, 40});
    trace.cluster = trace.blocks == 2 && below(2) ? 2 : 1;
    style_ = below(3);  // 0: plain accesses only, 2: messages
    in_rows_ = style_ == 0 || (style_ == 1 && trace.blocks == 2);
    make_places();
    for (unsigned block = 0; block < trace.blocks; ++block) {
      for (unsigned warp = 0; warp * 32 < trace.threads; ++warp) {
        const auto lanes = std::min(trace.threads - 32 * warp, 32u);
        const auto all = lanes == 32 ? ~0u : (1u << lanes) - 1;
        // In clusters, hardly any end at once: their barrier is for all.
        const bool fewer = below(2) != 0 && (trace.cluster == 1 || below(8) == 0);
        const auto some = fewer ? 0x0000000f & all : all;
        const auto part = below(2) && lanes > 1 ? 0x00000005 & some : some;
        const auto part_or_all = some & part;
        agents_.push_back({block, warp, part_or_all});
        if (part_or_all != some) agents_.push_back({block, warp, some & ~part_or_all});
        // Lanes that do nothing have ended.
        if (some != all) {
          agents_.push_back({block, warp, all & ~some});
          end(agents_.back());
        }
      }
    }
    const unsigned steps = 8 + below(24);
    // Barriers of clusters take many steps of many lanes, of which the oracle holds only so many.
    for (unsigned i = 0; i < steps && (trace.cluster == 1 || done_ < kMostDone); ++i) act();
    return program_;
  }

 private:
  unsigned below(unsigned n) { return unsigned(random_() >> 16) % n; }
  template <class T>
  T pick(std::initializer_list<T> from) {
    return from.begin()[below(unsigned(from.size()))];
  }

  void make_places() {
    auto& places = program_.trace.places;
    const unsigned count = 4 + below(5);
    for (unsigned i = 0; i < count; ++i) {
      Place place;
      place.shared = below(3) == 0;
      place.scope = pick({Scope::kBlock, Scope::kCluster, Scope::kDevice, Scope::kDevice});
      if (style_ != 0 && below(2)) {
        place.strong = true;
        place.access = pick(
            {AccessKind::kLoad, AccessKind::kStore, AccessKind::kAtomic, AccessKind::kReduction});
        place.order =
            place.access == AccessKind::kLoad ? pick({Order::kRelaxed, Order::kAcquire})
            : place.access == AccessKind::kAtomic
                ? pick({Order::kRelaxed, Order::kAcquire, Order::kRelease, Order::kAcquireRelease})
                : pick({Order::kRelaxed, Order::kRelease});
        program_.chance = true;
      } else {
        place.access = pick({AccessKind::kLoad, AccessKind::kStore});
        place.bytes = pick<unsigned>({1, 2, 4, 4, 4, 8, 16});
      }
      places.push_back(place);
    }
    if (style_ == 2) {
      const auto far = [&](Place place) {
        place.strong = place.order != Order::kNone;
        place.scope = below(4) ? Scope::kDevice : places[0].scope;
        return place;
      };
      places[kData] = far({.access = AccessKind::kStore});
      places[kData + 1] = far({.access = AccessKind::kLoad});
      places[kFlag] = far({.access = AccessKind::kAtomic, .order = Order::kRelaxed});
      places.push_back(far({.access = AccessKind::kStore, .order = Order::kRelaxed}));
      places.push_back(far({.access = AccessKind::kLoad, .order = Order::kRelaxed}));
      program_.chance = true;
    }
    accesses_ = unsigned(places.size());
    for (unsigned i = 0; i < 3; ++i) {
      Place fence;
      fence.scope = pick({Scope::kBlock, Scope::kCluster, Scope::kDevice, Scope::kDevice});
      fence.order = pick({Order::kNone, Order::kSequential, Order::kAcquire, Order::kRelease,
                          Order::kAcquireRelease});
      places.push_back(fence);
    }
  }

  unsigned add(Step step, Agent& agent) {
    const auto number = unsigned(program_.trace.steps.size());
    step.block = agent.block;
    step.warp = agent.warp;
    program_.trace.steps.push_back(step);
    done_ += unsigned(std::popcount(step.lanes)) * (step.kind == Step::kAccess ? 1 : 2);
    program_.after.push_back(agent.before);
    agent.before = {number};
    return number;
  }
  void end(Agent& agent) {
    add({.kind = Step::kExit, .lanes = agent.lanes}, agent);
    agent.ended = true;
  }
  std::uint32_t some_of(std::uint32_t lanes) {
    if (below(2)) return lanes;
    const auto some = lanes & std::uint32_t(random_() >> 8);
    return some == 0 ? lanes & -lanes : some;
  }

  void act() {
    auto& agent = agents_[below(unsigned(agents_.size()))];
    if (agent.ended) return;
    if (program_.trace.cluster > 1 && below(8) == 0) return cluster_barrier();
    if (style_ == 2 && below(3) != 0) return message(agent);
    switch (below(12)) {
      case 0:
        barrier(agent.block, true);
        break;
      case 1:
        barrier(agent.block, false);
        break;
      case 2:
      case 3:
        meet(agent.block, agent.warp);
        break;
      case 4:
        if (below(6) == 0) end(agent);
        break;
      case 5:
      case 6:
        if (style_ == 0) break;
        add({.kind = Step::kFence, .lanes = some_of(agent.lanes), .place = accesses_ + below(3)},
            agent);
        break;
      default:
        access(agent);
        break;
    }
  }

  // Sends or receives one, with most of what it takes.
  void message(Agent& agent) {
    const auto lane = agent.lanes & -agent.lanes;
    const bool sends = below(2) != 0;
    const auto touch = [&](unsigned place, std::uint64_t at) {
      Step step{.kind = Step::kAccess, .lanes = lane, .place = place};
      step.offsets.fill(at);
      add(step, agent);
    };
    const auto data = [&] { touch(kData + below(2), 640); };
    const auto flag = [&] { touch(below(2) ? kFlag : accesses_ - (sends ? 2 : 1), 768); };
    const auto order = [&] {
      if (below(4) != 0) {
        add({.kind = Step::kFence, .lanes = lane, .place = accesses_ + below(3)}, agent);
      }
      if (below(8) == 0) barrier(agent.block, below(2) != 0);
      if (below(8) == 0) meet(agent.block, agent.warp);
    };
    if (sends) {
      data();
      order();
      flag();
    } else {
      flag();
      order();
      data();
    }
  }

  void access(Agent& agent) {
    Step step{.kind = Step::kAccess, .lanes = some_of(agent.lanes), .place = below(accesses_)};
    if (below(2)) step.lanes &= 0x3f;
    if (step.lanes == 0) return;
    const auto& place = program_.trace.places[step.place];
    const unsigned size = place.bytes;
    // Around the border of two lines.
    const std::uint64_t base = place.strong ? 56 + 4 * below(4) : 52 + below(24);
    const unsigned shape = below(in_rows_ ? 5 : 4);
    if (shape == 4 && below(4) != 0) step.lanes = agent.lanes;
    for (unsigned lane = 0; lane < 32; ++lane) {
      step.offsets[lane] = shape == 0   ? base
                           : shape == 1 ? base + lane * size
                           : shape == 2 ? base + (31 - lane) * size
                           : shape == 4 ? lane * size + 128 * (agent.warp & below(8))
                                        : base + below(4) * size;
    }
    if (place.shared && program_.trace.cluster > 1 && below(3) == 0) step.of_block = below(2);
    add(step, agent);
  }

  // Of both blocks. Some do something between arriving and waiting.
  void cluster_barrier() {
    constexpr auto kId = abi::kClusterBarrier;
    std::vector<unsigned> before;
    const bool split = below(4) == 0;
    std::vector<Agent*> there;
    for (auto& agent : agents_) {
      if (!agent.ended) there.push_back(&agent);
    }
    for (auto* agent : there) {
      agent->before.insert(agent->before.end(), opened_all_.begin(), opened_all_.end());
      const bool early = split && below(2) != 0;
      if (early) {
        before.push_back(
            add({.kind = Step::kArrive, .lanes = agent->lanes, .barrier = kId, .waits = false},
                *agent));
        access(*agent);
      }
      before.push_back(add({.kind = Step::kArrive, .lanes = agent->lanes, .barrier = kId}, *agent));
    }
    opened_all_.clear();
    for (unsigned block = 0; block < 2; ++block) {
      Agent all{block, 0, 0, false, before};
      const auto open = add({.kind = Step::kOpen, .barrier = kId, .counted = 1}, all);
      opened_all_.push_back(open);
      for (auto* agent : there) {
        if (agent->block == block) agent->before = {open};
      }
    }
  }

  void barrier(unsigned block, bool whole) {
    const unsigned id = whole ? 0 : 1 + below(2);
    std::vector<Agent*> there;
    std::vector<bool> waits;
    bool some_wait = false;
    for (auto& agent : agents_) {
      if (agent.block != block || agent.ended || (!whole && below(3) == 0)) continue;
      there.push_back(&agent);
      waits.push_back(whole || below(3) != 0);
      some_wait |= waits.back();
    }
    if (!some_wait) return;
    std::vector<unsigned> before;
    for (std::size_t i = 0; i < there.size(); ++i) {
      auto& last = opened_[{block, id}];
      auto& agent = *there[i];
      agent.before.insert(agent.before.end(), last.begin(), last.end());
      before.push_back(add(
          {.kind = Step::kArrive, .lanes = agent.lanes, .barrier = id, .waits = waits[i]}, agent));
    }
    for (auto& agent : agents_) {
      if (whole && agent.block == block && agent.ended) before.push_back(agent.before.front());
    }
    Agent all{block, 0, 0, false, before};
    const auto open = add({.kind = Step::kOpen, .barrier = id, .counted = whole ? 0u : 1u}, all);
    opened_[{block, id}] = {open};
    for (std::size_t i = 0; i < there.size(); ++i) {
      if (waits[i]) there[i]->before = {open};
    }
  }

  void meet(unsigned block, unsigned warp) {
    std::uint32_t members = 0;
    std::vector<Agent*> there;
    std::vector<unsigned> before;
    for (auto& agent : agents_) {
      if (agent.block != block || agent.warp != warp || below(4) == 0) continue;
      if (agent.ended) {
        members |= agent.lanes;
        before.push_back(agent.before.front());
      } else {
        members |= some_of(agent.lanes);
        there.push_back(&agent);
      }
    }
    const auto operation = below(3) == 0 ? abi::WarpOp::kBallot : abi::WarpOp::kSync;
    std::vector<unsigned> arrived;
    for (auto* agent : there) {
      agent->before.insert(agent->before.end(), before.begin(), before.end());
      arrived.push_back(add({.kind = Step::kWarp,
                             .lanes = agent->lanes & members,
                             .members = members,
                             .operation = operation},
                            *agent));
    }
    for (auto* agent : there) agent->before = arrived;
  }

  static constexpr unsigned kData = 0, kFlag = 2;  // places of style 2
  std::mt19937_64 random_;
  RandomProgram program_;
  std::vector<Agent> agents_;
  std::map<std::pair<unsigned, unsigned>, std::vector<unsigned>> opened_;
  std::vector<unsigned> opened_all_;  // the last openings of the cluster's barrier
  unsigned accesses_ = 0;
  static constexpr unsigned kMostDone = 1000;
  unsigned done_ = 0;  // steps of lanes, about
  unsigned style_ = 0;
  bool in_rows_ = false;  // some accesses are whole rows of a warp
};

}  // namespace

RandomProgram random_program(std::uint64_t seed) {
  return Maker(seed).make();
}

Trace reordered(const RandomProgram& program, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Trace result = program.trace;
  const auto count = program.trace.steps.size();
  result.steps.clear();
  std::vector<bool> done(count);
  std::vector<unsigned> ready;
  while (result.steps.size() < count) {
    ready.clear();
    for (unsigned i = 0; i < count; ++i) {
      if (done[i]) continue;
      bool all = true;
      for (const auto before : program.after[i]) all &= done[before];
      if (all) ready.push_back(i);
    }
    const auto next = ready[(random() >> 16) % ready.size()];
    done[next] = true;
    result.steps.push_back(program.trace.steps[next]);
  }
  return result;
}

}  // namespace heddle::checker::races
