// SPDX-License-Identifier: Apache-2.0
// Happens-before by the book: a node for each thing that a thread does, edges by the rules, and all
// that is reachable. Slow, and made of nothing that the detector is made of.
#include <bitset>
#include <map>
#include <utility>

#include "trace.h"

namespace heddle::checker::races {
namespace {

constexpr unsigned kMostNodes = 1536;
using Reached = std::bitset<kMostNodes>;

int reach(probes::Scope scope) {
  switch (scope) {
    case probes::Scope::kBlock:
      return 0;
    case probes::Scope::kCluster:
      return 1;
    default:
      return 2;
  }
}

struct Node {
  const Step* step;
  unsigned block, warp, lane;
  std::uint64_t offset = 0;
  bool met_at_own = false;  // a lone store where the thread's last atomic operation was
};

class Graph {
 public:
  explicit Graph(const Trace& trace) : trace_(trace) {
    for (const auto& step : trace.steps) add(step);
  }

  Pairs races() const {
    Pairs result;
    for (unsigned y = 0; y < nodes_.size(); ++y) {
      if (nodes_[y].step->kind != Step::kAccess) continue;
      for (unsigned x = 0; x < y; ++x) {
        if (nodes_[x].step->kind != Step::kAccess || before_[y][x] || !overlap(x, y)) continue;
        const auto& p = place(x);
        const auto& q = place(y);
        if (!p.writes() && !q.writes()) continue;
        if (nodes_[x].block == nodes_[y].block && nodes_[x].warp == nodes_[y].warp &&
            nodes_[x].lane == nodes_[y].lane) {
          continue;
        }
        const bool strong = p.strong && q.strong;
        const bool reaches = distance(x, y) <= std::min(reach(p.scope), reach(q.scope));
        if (strong && reaches) continue;
        if (p.strong && p.writes() && !q.strong && q.writes() && nodes_[y].met_at_own) continue;
        const auto a = nodes_[x].step->place;
        const auto b = nodes_[y].step->place;
        result.insert({std::min(a, b), std::max(a, b), strong});
      }
    }
    return result;
  }

 private:
  using Thread = std::tuple<unsigned, unsigned, unsigned>;

  const Place& place(unsigned node) const { return trace_.places[nodes_[node].step->place]; }
  unsigned target(unsigned node) const { return nodes_[node].step->target(); }
  // How far apart two threads are, as a scope.
  int distance(unsigned x, unsigned y) const {
    const auto a = nodes_[x].block;
    const auto b = nodes_[y].block;
    return a == b ? 0 : a / trace_.cluster == b / trace_.cluster ? 1 : 2;
  }
  bool overlap(unsigned x, unsigned y) const {
    const auto& p = place(x);
    const auto& q = place(y);
    if (p.shared != q.shared || (p.shared && target(x) != target(y))) return false;
    return nodes_[x].offset < nodes_[y].offset + q.bytes &&
           nodes_[y].offset < nodes_[x].offset + p.bytes;
  }

  unsigned node(const Step& step, unsigned warp, unsigned lane) {
    const auto id = unsigned(nodes_.size());
    nodes_.push_back(
        {&step, step.block, warp, lane, step.kind == Step::kAccess ? step.offsets[lane] : 0});
    before_.emplace_back();
    carried_.emplace_back();
    auto& last = last_[{step.block, warp, lane}];
    if (last != 0) edge(last - 1, id, true);
    last = id + 1;
    return id;
  }
  // `carries`: program order or a barrier.
  void edge(unsigned from, unsigned to, bool carries) {
    before_[to] |= before_[from];
    before_[to].set(from);
    if (!carries) return;
    carried_[to] |= carried_[from];
    carried_[to].set(from);
  }
  std::uint32_t all_lanes(unsigned warp) const {
    const auto left = trace_.threads - 32 * warp;
    return left >= 32 ? ~0u : (1u << left) - 1;
  }
  template <class F>
  static void each_lane(std::uint32_t lanes, F&& f) {
    for (unsigned lane = 0; lane < 32; ++lane) {
      if (lanes >> lane & 1) f(lane);
    }
  }

  // Synchronisation through memory is added as the trace goes: edges only lead forward in it.
  void add(const Step& step) {
    std::vector<unsigned> made;
    switch (step.kind) {
      case Step::kAccess:
        each_lane(step.lanes, [&](unsigned lane) { made.push_back(node(step, step.warp, lane)); });
        for (const auto id : made) {
          if (place(id).strong && place(id).reads()) read(id);
        }
        for (const auto id : made) {
          auto& n = nodes_[id];
          const Thread thread{n.block, n.warp, n.lane};
          const std::pair where{place(id).shared ? target(id) + 1 : 0, n.offset};
          n.met_at_own = made.size() == 1 && own_.contains(thread) && own_[thread] == where;
          if (place(id).access == probes::AccessKind::kAtomic) own_[thread] = where;
        }
        for (const auto id : made) {
          if (place(id).writes()) write(id);
        }
        break;
      case Step::kArrive:
        if (step.barrier == abi::kClusterBarrier) return arrive_at_cluster(step);
        each_lane(step.lanes, [&](unsigned lane) {
          const auto id = node(step, step.warp, lane);
          learn(id, 2);
          arrived_[{step.block, step.barrier}].push_back(id);
        });
        break;
      case Step::kOpen:
        open(step);
        break;
      case Step::kWarp:
        meet(step);
        break;
      case Step::kFence:
        each_lane(step.lanes, [&](unsigned lane) {
          const auto id = node(step, step.warp, lane);
          if (place(id).order != probes::Order::kRelease) learn(id, reach(place(id).scope));
        });
        break;
      case Step::kExit:
        each_lane(step.lanes, [&](unsigned lane) {
          ended_[{step.block, step.warp, lane}] = node(step, step.warp, lane);
        });
        complete_meetings(step);
        break;
    }
  }

  // What all brought to a phase of a cluster's barrier, and who waits there.
  struct Wide {
    std::vector<unsigned> from, waiting;
  };
  Wide& wide(const Step& step) { return wide_[{step.block / trace_.cluster, phases_[step.block]}]; }
  void arrive_at_cluster(const Step& step) {
    each_lane(step.lanes, [&](unsigned lane) {
      const auto id = node(step, step.warp, lane);
      if (step.waits) wide(step).waiting.push_back(id);
      const Thread thread{step.block, step.warp, lane};
      if (step.waits && early_.erase(thread) != 0) return;
      learn(id, 2);
      wide(step).from.push_back(id);
      if (!step.waits) early_.insert(thread);
    });
  }
  void open_cluster(const Step& step) {
    auto& all = wide(step);
    for (const auto id : all.waiting) {
      if (nodes_[id].block != step.block) continue;
      const auto go = node(step, nodes_[id].warp, nodes_[id].lane);
      for (const auto other : all.from) edge(other, go, true);
    }
    ++phases_[step.block];
  }

  void open(const Step& step) {
    if (step.barrier == abi::kClusterBarrier) return open_cluster(step);
    auto& arrived = arrived_[{step.block, step.barrier}];
    std::set<Thread> there;
    bool early = false;
    for (const auto id : arrived) {
      there.insert({nodes_[id].block, nodes_[id].warp, nodes_[id].lane});
      early |= !nodes_[id].step->waits;
    }
    auto from = arrived;
    std::vector<unsigned> ended;
    bool whole = !early && step.counted == 0;
    for (unsigned thread = 0; thread < trace_.threads; ++thread) {
      const Thread t{step.block, thread / 32, thread % 32};
      if (const auto at = ended_.find(t); at != ended_.end()) {
        ended.push_back(at->second);
      } else {
        whole &= there.contains(t);
      }
    }
    if (whole) from.insert(from.end(), ended.begin(), ended.end());
    for (const auto id : arrived) {
      if (!nodes_[id].step->waits) continue;
      const auto go = node(step, nodes_[id].warp, nodes_[id].lane);
      for (const auto other : from) edge(other, go, true);
    }
    arrived.clear();
  }

  void meet(const Step& step) {
    auto& arrived = meetings_[{step.block, step.warp, step.members}];
    each_lane(step.lanes, [&](unsigned lane) {
      const auto id = node(step, step.warp, lane);
      learn(id, 2);
      arrived.push_back(id);
    });
    complete_meetings(step);
  }
  void complete_meetings(const Step& step) {
    for (auto& [key, arrived] : meetings_) {
      const auto& [block, warp, members] = key;
      if (block != step.block || warp != step.warp || arrived.empty()) continue;
      std::uint32_t missing = members & all_lanes(warp);
      auto from = arrived;
      for (const auto id : arrived) missing &= ~(1u << nodes_[id].lane);
      for (const auto& [thread, id] : ended_) {
        const auto& [b, w, lane] = thread;
        if (b != block || w != warp || (members >> lane & 1) == 0) continue;
        missing &= ~(1u << lane);
        from.push_back(id);
      }
      if (missing != 0) continue;
      const auto waiting = std::exchange(arrived, {});
      for (const auto id : waiting) {
        const auto go = node(step, warp, nodes_[id].lane);
        for (const auto other : from) edge(other, go, true);
      }
    }
  }

  // What a word holds of publications: the writes that a read of it may learn from.
  std::vector<unsigned>& word(unsigned id) {
    const auto& p = place(id);
    return words_[{p.shared ? target(id) + 1 : 0, nodes_[id].offset / 4}];
  }
  void write(unsigned id) {
    if (!place(id).strong) {
      for (auto at = nodes_[id].offset / 4; at <= (nodes_[id].offset + place(id).bytes - 1) / 4;
           ++at) {
        words_.erase({place(id).shared ? target(id) + 1 : 0, at});
      }
      return;
    }
    auto& writes = word(id);
    if (!place(id).is_rmw()) writes.clear();
    writes.push_back(id);
  }
  static bool is_release(const Place& p) {
    return p.order == probes::Order::kRelease || p.order == probes::Order::kAcquireRelease ||
           p.order == probes::Order::kSequential;
  }
  static bool is_acquire(const Place& p) {
    return p.order == probes::Order::kAcquire || p.order == probes::Order::kAcquireRelease ||
           p.order == probes::Order::kSequential;
  }
  void read(unsigned id) {
    for (const auto w : word(id)) {
      const int apart = distance(w, id);
      if (apart > std::min(reach(place(w).scope), reach(place(id).scope))) continue;
      std::vector<unsigned> heads;
      if (is_release(place(w))) {
        heads.push_back(w);
      } else {
        for (unsigned f = 0; f < w; ++f) {
          if (nodes_[f].step->kind == Step::kFence && carried_[w][f] &&
              place(f).order != probes::Order::kAcquire && reach(place(f).scope) >= apart) {
            heads.push_back(f);
          }
        }
      }
      for (const auto head : heads) {
        if (is_acquire(place(id))) {
          edge(head, id, false);
        } else {
          seen_[{nodes_[id].block, nodes_[id].warp, nodes_[id].lane}].push_back({head, apart});
        }
      }
    }
  }
  // A fence or barrier of the thread behind strong reads.
  void learn(unsigned id, int reach) {
    auto& seen = seen_[{nodes_[id].block, nodes_[id].warp, nodes_[id].lane}];
    std::erase_if(seen, [&](const std::pair<unsigned, int>& one) {
      if (one.second > reach) return false;
      edge(one.first, id, false);
      return true;
    });
  }

  const Trace& trace_;
  std::vector<Node> nodes_;
  std::vector<Reached> before_, carried_;  // by node
  std::map<Thread, unsigned> last_;        // node + 1
  std::map<Thread, unsigned> ended_;
  std::map<Thread, std::pair<unsigned, std::uint64_t>> own_;
  std::map<std::pair<unsigned, unsigned>, Wide> wide_;  // by cluster and phase
  std::map<unsigned, unsigned> phases_;                 // by block
  std::set<Thread> early_;
  std::map<std::pair<unsigned, unsigned>, std::vector<unsigned>> arrived_;
  std::map<std::tuple<unsigned, unsigned, std::uint32_t>, std::vector<unsigned>> meetings_;
  std::map<std::pair<unsigned, std::uint64_t>, std::vector<unsigned>> words_;
  std::map<Thread, std::vector<std::pair<unsigned, int>>> seen_;
};

}  // namespace

Pairs oracle(const Trace& trace) {
  return Graph(trace).races();
}

}  // namespace heddle::checker::races
