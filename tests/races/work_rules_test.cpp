// SPDX-License-Identifier: Apache-2.0
// The order of works: each rule both ways, and what breaks when it is left out.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "checker/races/footprints.h"
#include "checker/races/work_races.h"

namespace heddle::checker::races {
namespace {

using probes::NodeOrder;
using probes::OrderChange;
using probes::StreamKind;

constexpr std::uint64_t kDefault = 1, kA = 2, kB = 3, kApart = 4, kOtherDefault = 5, kOther = 6;

// A program that gives work, and works that all write the same bytes where nothing else is said.
class Program {
 public:
  explicit Program(WorkRules rules)
      : order_(rules), races_(order_, rules, [this](const WorkRace&) { ++found_; }) {
    for (const auto stream : {kDefault, kA, kB, kApart, kOtherDefault, kOther}) {
      tell(OrderChange::kStreamMade, stream);
    }
  }

  void tell(OrderChange change, std::uint64_t stream, std::uint64_t work = 0,
            std::uint64_t after = 0) {
    const auto kind = stream == kDefault || stream == kOtherDefault ? StreamKind::kLegacyDefault
                      : stream == kApart                            ? StreamKind::kNonBlocking
                                                                    : StreamKind::kBlocking;
    order_.tell({change, stream >= kOtherDefault ? 1 : 0, stream, kind, work, after});
  }
  std::uint64_t give(std::uint64_t stream, std::uint64_t after = 0) {
    tell(OrderChange::kGiven, stream, ++last_, after);
    return last_;
  }
  void follow(std::uint64_t stream, std::uint64_t event) {
    tell(OrderChange::kFollows, stream, 0, event);
  }
  void wait(std::uint64_t stream) { tell(OrderChange::kWaitedStream, stream); }
  void wait_for(std::uint64_t work) { tell(OrderChange::kWaitedWork, 0, work); }
  void wait_for_device(int device) {
    order_.tell({.change = OrderChange::kWaitedDevice, .device = device});
  }
  std::uint64_t give_graph(std::uint64_t stream, std::uint32_t nodes,
                           std::initializer_list<NodeOrder> edges, std::uint64_t after = 0) {
    const std::uint64_t launch = last_ + 1;
    order_.tell({OrderChange::kGraph, -1, 0, StreamKind::kBlocking, launch, 0, nodes,
                 std::span(edges.begin(), edges.size())});
    tell(OrderChange::kGiven, stream, launch, after);
    last_ += nodes + 1;
    return launch;
  }

  void run(std::uint64_t work, WorkUse use = {}, std::uint64_t begin = 4096,
           std::uint64_t bytes = 64) {
    use.spans.add(begin, begin + bytes);
    run_all(work, {use});
  }
  void run_all(std::uint64_t work, std::vector<WorkUse> uses) {
    auto done = std::make_unique<DoneWork>();
    done->point = order_.find(work);
    ASSERT_TRUE(done->point) << work;
    done->footprint.uses = std::move(uses);
    done->footprint.tidy();
    races_.add(std::move(done));
  }
  void host_reads(std::uint64_t begin) {
    auto done = std::make_unique<DoneWork>();
    done->point = order_.host_acts();
    done->kind = WorkKind::kHost;
    done->footprint.uses.push_back(reads());
    done->footprint.uses.front().spans.add(begin, begin + 1);
    done->footprint.tidy();
    races_.add(std::move(done));
  }
  static WorkUse writes() { return {nullptr, true}; }
  static WorkUse reads() { return {}; }

  int found() const { return found_; }
  WorkOrder& order() { return order_; }
  WorkRaces& races() { return races_; }

 private:
  WorkOrder order_;
  WorkRaces races_;
  std::uint64_t last_ = 0;
  int found_ = 0;
};

struct Case {
  WorkRule rule;
  bool races;  // with all rules; without this one it is the other way
  void (*program)(Program&);
};

void run_both(Program& p, std::uint64_t a, std::uint64_t b) {
  p.run(a, Program::writes());
  p.run(b, Program::writes());
}

const Case kCases[] = {
    {WorkRule::kStreamOrder, false, [](Program& p) { run_both(p, p.give(kA), p.give(kA)); }},
    {WorkRule::kAfterBlocking, false,
     [](Program& p) { run_both(p, p.give(kA), p.give(kDefault)); }},
    {WorkRule::kAfterLegacy, false, [](Program& p) { run_both(p, p.give(kDefault), p.give(kA)); }},
    {WorkRule::kNonBlocking, true,
     [](Program& p) { run_both(p, p.give(kDefault), p.give(kApart)); }},
    {WorkRule::kNonBlocking, true,
     [](Program& p) { run_both(p, p.give(kApart), p.give(kDefault)); }},
    {WorkRule::kOwnDevice, true, [](Program& p) { run_both(p, p.give(kDefault), p.give(kOther)); }},
    {WorkRule::kOwnDevice, true,
     [](Program& p) {
       const auto a = p.give(kA);
       p.wait_for_device(1);
       run_both(p, a, p.give(kB));
     }},
    {WorkRule::kStreamWaits, false,
     [](Program& p) {
       const auto a = p.give(kA);
       p.follow(kB, p.give(kA));
       run_both(p, a, p.give(kB));
     }},
    {WorkRule::kRecordedThen, true,
     [](Program& p) {
       const auto event = p.give(kA);
       const auto a = p.give(kA);
       p.follow(kB, event);
       run_both(p, a, p.give(kB));
     }},
    {WorkRule::kAfterWork, false,
     [](Program& p) {
       const auto a = p.give_graph(kA, 1, {});
       const auto b = p.give_graph(kB, 1, {}, a);
       run_both(p, a + 1, b + 1);
     }},
    {WorkRule::kGraphEdges, false,
     [](Program& p) {
       // A node between them that does nothing.
       const auto graph = p.give_graph(kA, 3, {{0, 1}, {1, 2}});
       run_both(p, graph + 1, graph + 3);
     }},
    {WorkRule::kGraphBranches, true,
     [](Program& p) {
       const auto graph = p.give_graph(kA, 3, {{0, 1}, {0, 2}});
       run_both(p, graph + 2, graph + 3);
     }},
    {WorkRule::kHostGives, false,
     [](Program& p) {
       const auto a = p.give(kA);
       p.wait(kA);
       run_both(p, a, p.give(kB));
     }},
    {WorkRule::kHostWaitsWork, false,
     [](Program& p) {
       const auto a = p.give(kA);
       p.wait_for(p.give(kA));
       run_both(p, a, p.give(kB));
     }},
    {WorkRule::kHostWaitsStream, false,
     [](Program& p) {
       const auto a = p.give(kA);
       p.wait(kA);
       run_both(p, a, p.give(kApart));
     }},
    {WorkRule::kHostWaitsDevice, false,
     [](Program& p) {
       const auto a = p.give(kApart);
       p.wait_for_device(0);
       run_both(p, a, p.give(kB));
     }},
    {WorkRule::kHostFunction, false,
     [](Program& p) {
       const auto a = p.give(kA);
       p.tell(OrderChange::kHostFunction, kA, p.give(kA));
       run_both(p, a, p.give(kB));
     }},
    {WorkRule::kStrongWorks, false,
     [](Program& p) {
       const auto a = p.give(kA), b = p.give(kB);
       WorkUse use{nullptr, true, true};
       p.run(a, use);
       p.run(b, use);
     }},
    {WorkRule::kFlags, false,
     [](Program& p) {
       // The host reads a flag that a kernel sets, and then its data.
       const auto a = p.give(kA);
       auto data = Program::writes();
       WorkUse sets{nullptr, true, true, true, false};
       data.spans.add(0, 64);
       sets.spans.add(128, 132);
       p.run_all(a, {data, sets});
       p.host_reads(128);
       p.host_reads(0);
     }},
    {WorkRule::kFlags, false,
     [](Program& p) {
       // Data that one writes and the other reads, and a flag between them.
       const auto a = p.give(kA), b = p.give(kB);
       auto data = Program::writes(), copy = Program::reads();
       WorkUse sets{nullptr, true, true, true, false}, sees{nullptr, false, true, false, true};
       for (auto* use : {&data, &copy}) use->spans.add(0, 64);
       for (auto* use : {&sets, &sees}) use->spans.add(128, 132);
       p.run_all(a, {data, sets});
       p.run_all(b, {copy, sees});
     }},
};

class EachWorkRule : public testing::TestWithParam<Case> {};

TEST_P(EachWorkRule, Counts) {
  Program all({});
  GetParam().program(all);
  EXPECT_EQ(all.found() > 0, GetParam().races);
  WorkRules rules;
  rules.leave_out(GetParam().rule);
  Program without(rules);
  GetParam().program(without);
  EXPECT_EQ(without.found() > 0, !GetParam().races) << "nothing notices that the rule is broken";
}

INSTANTIATE_TEST_SUITE_P(WorkRules, EachWorkRule, testing::ValuesIn(kCases), [](const auto& info) {
  return std::string(kWorkRules[unsigned(info.param.rule)].name) + std::to_string(info.index);
});

TEST(WorkRules, AllHaveACase) {
  std::set<WorkRule> tested;
  for (const auto& one : kCases) tested.insert(one.rule);
  for (const auto& row : kWorkRules) EXPECT_TRUE(tested.contains(row.rule)) << row.name;
}

TEST(WorkRaces, TheOrderOfRunningMakesNoDifference) {
  for (const bool swapped : {false, true}) {
    Program p({});
    auto a = p.give(kA), b = p.give(kB), c = p.give(kA);
    if (swapped) std::swap(a, b);
    run_both(p, a, b);
    p.run(c, Program::writes());
    EXPECT_EQ(p.found(), 2);
  }
}

TEST(WorkRaces, TheHostKnowsWhatItWaitedForAndWhatItGivesKnowsTheHost) {
  Program p({});
  const auto a = p.give(kA);
  p.run(a, Program::writes(), 0);
  p.host_reads(0);
  EXPECT_EQ(p.found(), 1);
  p.wait(kA);
  p.host_reads(0);
  EXPECT_EQ(p.found(), 1);
  p.run(p.give(kB), Program::writes(), 0);
  EXPECT_EQ(p.found(), 1);
}

TEST(WorkRaces, ReadersAreSilentAndBytesCount) {
  Program p({});
  const auto a = p.give(kA), b = p.give(kB), c = p.give(kApart);
  p.run(a, Program::reads());
  p.run(b, Program::reads());
  p.run(c, Program::writes(), 4096 + 64);
  EXPECT_EQ(p.found(), 0);
  p.run(p.give(kB), Program::writes(), 4096 + 63, 1);
  EXPECT_EQ(p.found(), 1);  // with the reader of the other stream
}

// What the host knows is forgotten, but not while something is under way that does not.
TEST(WorkRaces, ForgetsNothingThatCounts) {
  Program p({});
  const auto late = p.give(kB);
  for (int i = 0; i < 1000; ++i) {
    p.run(p.give(kA), Program::writes());
    p.wait(kA);
  }
  p.run(late, Program::writes());
  EXPECT_EQ(p.found(), 1000);
}

TEST(WorkRaces, NewMemoryHasNoPast) {
  Program p({});
  p.run(p.give(kA), Program::writes());
  p.races().forget(4096, 4096 + 64);
  p.run(p.give(kB), Program::writes());
  EXPECT_EQ(p.found(), 0);
}

TEST(WorkOrder, StreamsThatAreGoneCostNothing) {
  Program p({});
  for (std::uint64_t stream = 100; stream < 5100; ++stream) {
    p.tell(OrderChange::kStreamMade, stream);
    p.run(p.give(stream), Program::writes());
    p.wait(stream);
    p.tell(OrderChange::kStreamGone, stream);
  }
  EXPECT_EQ(p.found(), 0);
  EXPECT_LT(p.order().find(p.give(kA))->slot, 8u);
  // The place of a stream that is gone, in clocks, is a new stream's.
  p.tell(OrderChange::kStreamMade, 6000);
  EXPECT_LT(p.order().find(p.give(6000))->slot, 8u);
}

TEST(Spans, CommonBytes) {
  Spans a, b;
  for (unsigned i = 0; i < 100; ++i) a.add(8 * i, 8 * i + 4);
  for (unsigned i = 0; i < 100; ++i) b.add(8 * i + 4, 8 * i + 8);
  a.tidy();
  b.tidy();
  EXPECT_FALSE(a.common(b));
  b.add(401, 402);
  b.tidy();
  const auto common = a.common(b);
  ASSERT_TRUE(common);
  EXPECT_EQ(common->address, 401u);
  EXPECT_EQ(common->words, 1u);
  a.remove(400, 404);
  EXPECT_FALSE(a.common(b));
  EXPECT_EQ(a.size(), 99u);
}

// Against a set of bytes.
TEST(Spans, AsASetOfBytes) {
  std::uint64_t state = 7;
  const auto next = [&](std::uint64_t below) {
    state = state * 6364136223846793005 + 1442695040888963407;
    return (state >> 33) % below;
  };
  for (int round = 0; round < 200; ++round) {
    Spans spans[2];
    std::set<std::uint64_t> bytes[2];
    for (int side = 0; side < 2; ++side) {
      for (int i = 0; i < 12; ++i) {
        const auto begin = next(300), end = begin + 1 + next(9);
        spans[side].add(begin, end);
        for (auto at = begin; at < end; ++at) bytes[side].insert(at);
      }
      spans[side].tidy();
    }
    std::vector<std::uint64_t> common;
    std::ranges::set_intersection(bytes[0], bytes[1], std::back_inserter(common));
    std::set<std::uint64_t> words;
    for (const auto at : common) words.insert(at / 4);
    const auto found = spans[0].common(spans[1]);
    ASSERT_EQ(found.has_value(), !common.empty());
    if (!found) continue;
    EXPECT_EQ(found->address, common.front());
    EXPECT_EQ(found->words, words.size());
  }
}

}  // namespace
}  // namespace heddle::checker::races
