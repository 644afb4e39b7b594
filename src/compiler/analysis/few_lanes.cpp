// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/few_lanes.h"

#include "compiler/analysis/chased_loads.h"
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
// Of a loop that lanes leave when they have found something.
constexpr unsigned kRoundsToEnd = 8;
constexpr unsigned kLeave = 60;     // the branch by which one leaves is mispredicted
constexpr unsigned kHandOver = 30;  // one lane's arguments and results, where all lanes go
constexpr unsigned kMasks = 12;     // of a branch that differs by lane, for the warp
constexpr unsigned kLatency = 3;    // of a product, for one lane
constexpr unsigned kMargin = 5;     // quarters: below its price a walk is always faster still
constexpr unsigned kEndsOfChain =
    4;  // branches to the end that make a chain of them one that was a loop

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

  // The same with arithmetic, for lanes of which some are done. `leaves`: by a branch that is
  // nearly always foreseen.
  Price for_all(const Instruction& i, bool leaves) const {
    auto price = of(i);
    if (i.isTerminator()) {
      return {shapes_.is_divergent(i.getParent()) ? kMasks : 1, leaves ? 1 : price.lane};
    }
    if (price.warp == kApart && isa<LoadInst>(i) && !i.getType()->isVectorTy()) {
      price.warp =
          gather(unsigned(i.getDataLayout().getTypeStoreSize(i.getType()).getFixedValue()));
    }
    if (i.getOpcode() == Instruction::Mul) price.lane = kLatency;
    if (price.warp > 0 || isa<PHINode>(i) || !i.getType()->isSized()) return price;
    const auto shape = shapes_.shape(&i);
    const auto bits = i.getDataLayout().getTypeSizeInBits(i.getType()).getFixedValue();
    const bool vectors = !shape.is_uniform() && !shape.is_affine();
    price.warp =
        vectors ? unsigned(divideCeil(kLanes * bits, std::max(128u, isa_.vector_bits))) : 1;
    return price;
  }

 private:
  enum Way { kGathers, kScatters };

  unsigned access(const Instruction& i, const Value* pointer, Type* type, Way way) const {
    const unsigned bytes = unsigned(i.getDataLayout().getTypeStoreSize(type).getFixedValue());
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
    return gather(bytes);
  }

  unsigned gather(unsigned bytes) const {
    if (isa_.vector_bits < 256) return kLaneByLane;
    const auto words = isa_.vector_bits >= 512 ? kWideGather : kGather;
    return words * unsigned(divideCeil(bytes, 8)) + (bytes < 4 ? kPartOfWord : 0);
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

unsigned gain_lane_by_lane(const Region& region, const BasicBlock* join,
                           const ShapeAnalysis& shapes, const LoopInfo& loops, const Isa& isa) {
  const Prices prices(shapes, isa);
  const auto loaded = computed_from_loads(region, loops);
  Price sum{0, kHandOver};
  unsigned ends = 0;      // where a lane goes to the end by what it loaded, outside of loops
  bool searches = false;  // so ends a loop
  for (const auto* block : region) {
    Price rounds{1, 1};
    const auto* inner = loops.getLoopFor(block);
    for (const auto* loop = inner; loop && region.contains(loop->getHeader());
         loop = loop->getParentLoop()) {
      rounds.lane *= kRoundsToEnd;
      rounds.warp *= kRoundsToEnd * (shapes.is_divergent(loop) ? kUneven : 1);
    }
    if (inner && inner->getHeader() == block && shapes.is_divergent(inner)) {
      sum.lane += kLeave * rounds.lane / kRoundsToEnd;
    }
    const bool by_load = shapes.is_divergent(block) && loaded.contains(block->getTerminator());
    const bool leaves = inner && region.contains(inner->getHeader()) && inner->isLoopExiting(block);
    const bool ends_here =
        rounds.lane == 1 && any_of(successors(block), [&](const BasicBlock* next) {
          return next == join || next->getSingleSuccessor() == join;
        });
    searches |= leaves && by_load;
    ends += ends_here && by_load;
    for (const auto& instruction : *block) {
      const auto price = prices.for_all(instruction, leaves || ends_here);
      sum.warp += rounds.warp * price.warp;
      sum.lane += rounds.lane * price.lane;
    }
  }
  if (ends >= kEndsOfChain) {
    searches = true;
    sum.warp *= kUneven;
    sum.lane += kLeave;
  }
  if (!searches) return 0;
  const auto most = sum.warp / 4 * kMargin, lanes = kLanes * sum.lane;
  return most > lanes ? most - lanes : 0;
}

}  // namespace heddle::compiler
