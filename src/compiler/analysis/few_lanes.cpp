// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/few_lanes.h"

#include "llvm/IR/DataLayout.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Prices, in simple instructions of which a CPU does four in a cycle: what bench-lanes and programs
// with rows of a few elements say.
constexpr unsigned kGather = 220;       // of words; all lanes are paid, active or not
constexpr unsigned kWideGather = 130;   // the same, of 512 bits
constexpr unsigned kPartOfWord = 30;    // to cut a byte out of the word that was gathered
constexpr unsigned kApart = 50;         // lanes at a known distance from each other
constexpr unsigned kLaneByLane = 30;    // what a loop over lanes costs beside its accesses
constexpr unsigned kRow = 4;            // lanes side by side
constexpr unsigned kMispredicted = 16;  // of a branch that differs by lane, on average
constexpr unsigned kTurn = 100;         // one lane's arguments, and the way round
constexpr unsigned kBeginning = 300;  // to store vectors and load lanes, and branches mispredicted
constexpr unsigned kRounds = 4;       // of a loop
constexpr unsigned kUneven = 2;       // rounds of the longest lane, over those of the mean
// Where lanes are in a loop already, few rounds are left.
constexpr unsigned kRoundsLeft = 1;

// Beyond, arithmetic that was left out of the whole warp's price would count.
constexpr unsigned kMostLanes = 24;

struct Price {
  unsigned warp = 0, lane = 0;
};

class Prices {
 public:
  Prices(const ShapeAnalysis& shapes, const Isa& isa) : shapes_(shapes), isa_(isa) {}

  Price of(const Instruction& i) const {
    if (isa<PHINode>(i)) return {0, 0};
    if (auto* load = dyn_cast<LoadInst>(&i)) {
      return {access(*load, load->getPointerOperand(), load->getType(), kGathers), 2};
    }
    if (auto* store = dyn_cast<StoreInst>(&i)) {
      auto* type = store->getValueOperand()->getType();
      return {access(*store, store->getPointerOperand(), type, kScatters), 2};
    }
    if (i.isTerminator()) {
      return {0, shapes_.is_divergent(i.getParent()) ? kMispredicted : 1};
    }
    return {0, 1};
  }

 private:
  enum Way { kGathers, kScatters };

  unsigned access(const Instruction& i, const Value* pointer, Type* type, Way way) const {
    const auto bytes = i.getDataLayout().getTypeStoreSize(type).getFixedValue();
    const auto shape = shapes_.shape(pointer);
    if (shape.is_uniform()) return 1;
    if (shape.is_affine()) {
      for (unsigned lane = 1; lane < kLanes; ++lane) {
        const auto distance = shape.offset(lane) - shape.offset(lane - 1);
        if (distance != 0 && distance != static_cast<std::int64_t>(bytes)) return kApart;
      }
      return kRow;
    }
    const bool vectors = isa_.vector_bits >= (way == kGathers ? 256 : 512);
    if (!vectors || (way == kScatters && bytes < 4)) return kLaneByLane;
    const auto gather = isa_.vector_bits >= 512 ? kWideGather : kGather;
    return gather * unsigned(divideCeil(bytes, 8)) + (bytes < 4 ? kPartOfWord : 0);
  }

  const ShapeAnalysis& shapes_;
  const Isa& isa_;
};

}  // namespace

unsigned lanes_worth_a_walk(const Region& region, const ShapeAnalysis& shapes,
                            const LoopInfo& loops, const Isa& isa, const Loop* around) {
  const Prices prices(shapes, isa);
  Price sum{0, kTurn};
  for (const auto* block : region) {
    Price rounds{1, 1};
    for (const auto* loop = loops.getLoopFor(block); loop && region.contains(loop->getHeader());
         loop = loop->getParentLoop()) {
      const auto count = loop == around ? kRoundsLeft : kRounds;
      rounds.lane *= count;
      rounds.warp *= count * (shapes.is_divergent(loop) ? kUneven : 1);
    }
    for (const auto& instruction : *block) {
      const auto price = prices.of(instruction);
      sum.warp += rounds.warp * price.warp;
      sum.lane += rounds.lane * price.lane;
    }
  }
  return sum.warp < kBeginning ? 0 : std::min((sum.warp - kBeginning) / sum.lane, kMostLanes);
}

}  // namespace heddle::compiler
