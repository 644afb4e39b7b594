// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/linearise/split_wide_loops.h"

#include "compiler/analysis/shape_analysis.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

using Slice = SmallSetVector<Instruction*, 16>;

// Sums that are computed together, and what their computation needs.
struct Part {
  SmallVector<PHINode*, 8> sums;
  Slice needs;
  unsigned registers = 0;
};

class Fission {
 public:
  Fission(Loop& loop, const ShapeAnalysis& shapes, const Isa& isa)
      : loop_(loop), shapes_(shapes), vector_bytes_(isa.vector_bits / 8), isa_(isa) {}

  bool run() {
    if (!is_simple()) return false;
    find_control();
    auto parts = join(independent_parts());
    if (parts.size() < 2) return false;
    for (unsigned k = 0; k + 1 < parts.size(); ++k) move_before(parts[k]);
    drop_moved();
    return true;
  }

 private:
  bool is_simple() const {
    if (!loop_.isInnermost() || !loop_.getLoopPreheader() || !loop_.getLoopLatch() ||
        !loop_.getExitingBlock() || !loop_.getExitBlock() ||
        loop_.getExitBlock()->getSinglePredecessor() != loop_.getExitingBlock() ||
        shapes_.is_divergent(&loop_)) {
      return false;
    }
    for (auto* block : loop_.blocks()) {
      if (shapes_.is_divergent(block)) return false;
      for (auto& instruction : *block) {
        if (instruction.mayHaveSideEffects()) return false;
        if (instruction.mayReadFromMemory() && !isa<LoadInst>(instruction)) return false;
        if (const auto* call = dyn_cast<CallInst>(&instruction); call && call->isConvergent())
          return false;
      }
    }
    return true;
  }

  // Vector registers that a value of a warp fills.
  unsigned registers(const Value& value) const {
    if (shapes_.shape(&value).is_affine()) return 0;
    const auto bytes = loop_.getHeader()->getDataLayout().getTypeStoreSize(value.getType());
    return static_cast<unsigned>(divideCeil(bytes.getFixedValue() * kLanes, vector_bytes_));
  }

  // What a warp pays for the instruction: all that matters is that loads of scattered addresses,
  // and picking an element of each lane's vector, should be in one part only.
  unsigned cost(const Instruction& instruction) const {
    if (const auto* extract = dyn_cast<ExtractElementInst>(&instruction)) {
      const auto* source = dyn_cast<LoadInst>(extract->getVectorOperand());
      const auto* vector = cast<FixedVectorType>(extract->getVectorOperandType());
      if (!source) return 1;
      const auto scattered = load_cost(*source);
      return scattered <= 2 ? scattered : std::max(scattered, vector->getNumElements());
    }
    const auto* load = dyn_cast<LoadInst>(&instruction);
    if (load) return load_cost(*load);
    return shapes_.is_uniform(&instruction) ? 0 : 1;
  }

  unsigned load_cost(const LoadInst& load) const {
    const auto address = shapes_.shape(load.getPointerOperand());
    if (address.is_uniform()) return 1;
    if (!address.is_affine()) return kLanes;
    const auto bytes = static_cast<std::int64_t>(
        load.getDataLayout().getTypeStoreSize(load.getType()).getFixedValue());
    unsigned jumps = 1;
    for (unsigned lane = 1; lane < kLanes; ++lane) {
      const auto step = address.offset(lane) - address.offset(lane - 1);
      if (step != 0 && (step != bytes || load.getType()->isVectorTy())) ++jumps;
    }
    return jumps;
  }

  // What `value` is computed from inside the loop, phis of the header included.
  Slice slice(Value* value) const {
    Slice result;
    const auto add = [&](Value* operand) {
      auto* instruction = dyn_cast<Instruction>(operand);
      if (instruction && loop_.contains(instruction)) result.insert(instruction);
    };
    add(value);
    for (unsigned i = 0; i < result.size(); ++i) {
      for (auto& operand : result[i]->operands()) add(operand);
    }
    return result;
  }

  // What decides about branches is needed in every part.
  void find_control() {
    for (auto* block : loop_.blocks()) {
      const auto needs = slice(block->getTerminator());
      control_.insert_range(needs);
    }
  }

  std::vector<Part> independent_parts() {
    EquivalenceClasses<PHINode*> classes;
    SmallVector<PHINode*, 64> sums;
    for (auto& phi : loop_.getHeader()->phis()) {
      if (!control_.contains(&phi)) sums.push_back(&phi);
    }
    for (auto* phi : sums) {
      classes.insert(phi);
      for (auto* other : slice(phi)) {
        auto* sum = dyn_cast<PHINode>(other);
        if (sum && sum->getParent() == loop_.getHeader() && !control_.contains(sum))
          classes.unionSets(phi, sum);
      }
    }
    std::vector<Part> parts;
    DenseMap<PHINode*, unsigned> index;
    for (auto* phi : sums) {
      const auto [entry, fresh] = index.try_emplace(classes.getLeaderValue(phi), parts.size());
      if (fresh) parts.emplace_back();
      auto& part = parts[entry->second];
      part.sums.push_back(phi);
      part.registers += registers(*phi);
      for (auto* instruction : slice(phi)) {
        if (!control_.contains(instruction)) part.needs.insert(instruction);
      }
    }
    return parts;
  }

  // Joins parts until the registers are full, those first that share the dearest instructions.
  std::vector<Part> join(std::vector<Part> parts) {
    unsigned total = 0;
    for (const auto& part : parts) total += part.registers;
    // Half of the registers hold sums, the rest what is added to them.
    const unsigned limit = isa_.vector_bits >= 512 ? 16 : 8;
    if (total <= limit + limit / 2) return {};
    std::vector<Part> joined;
    while (!parts.empty()) {
      auto part = std::move(parts.front());
      parts.erase(parts.begin());
      while (part.registers < limit) {
        const auto more = [&](const Part& other) {
          unsigned sum = 0;
          for (const auto* instruction : other.needs) {
            if (!part.needs.contains(const_cast<Instruction*>(instruction)))
              sum += cost(*instruction);
          }
          return sum;
        };
        auto best = parts.end();
        unsigned least = 0;
        for (auto at = parts.begin(); at != parts.end(); ++at) {
          if (part.registers + at->registers > limit) continue;
          const auto extra = more(*at);
          if (best == parts.end() || extra < least) {
            best = at;
            least = extra;
          }
        }
        if (best == parts.end()) break;
        part.sums.append(best->sums);
        part.needs.insert_range(best->needs);
        part.registers += best->registers;
        parts.erase(best);
      }
      joined.push_back(std::move(part));
    }
    return joined;
  }

  // Puts a copy of the loop that computes this part alone in front of it.
  void move_before(const Part& part) {
    auto* preheader = loop_.getLoopPreheader();
    auto* header = loop_.getHeader();
    auto* exiting = loop_.getExitingBlock();
    auto& function = *header->getParent();
    ValueToValueMapTy map;
    SmallVector<BasicBlock*, 4> copies;
    for (auto* block : loop_.blocks()) {
      auto* copy = CloneBasicBlock(block, map, ".part", &function);
      copy->moveBefore(header);
      map[block] = copy;
      copies.push_back(copy);
    }
    auto* between = BasicBlock::Create(function.getContext(), "part", &function, header);
    map[loop_.getExitBlock()] = between;
    remapInstructionsInBlocks(copies, map);
    IRBuilder<> b(between);
    b.SetCurrentDebugLocation(preheader->getTerminator()->getDebugLoc());
    b.CreateBr(header);
    preheader->getTerminator()->replaceUsesOfWith(header, cast<BasicBlock>(map[header]));
    header->replacePhiUsesWith(preheader, between);

    // Users behind the loop take the copy's values.
    auto* first = cast<BasicBlock>(map[exiting]);
    for (auto* instruction : part.needs) {
      SmallVector<Use*, 2> outside;
      for (auto& use : instruction->uses()) {
        if (!loop_.contains(cast<Instruction>(use.getUser()))) outside.push_back(&use);
      }
      if (outside.empty()) continue;
      b.SetInsertPoint(between, between->begin());
      auto* value = b.CreatePHI(instruction->getType(), 1, instruction->getName() + ".part");
      value->addIncoming(map[instruction], first);
      for (auto* use : outside) {
        use->getUser()->replaceAllUsesWith(value);  // a phi: LCSSA
        cast<PHINode>(use->getUser())->eraseFromParent();
      }
    }
    moved_.append(part.sums);
    // The copy keeps its own part and the control.
    SmallVector<Instruction*, 64> useless;
    for (auto* block : loop_.blocks()) {
      for (auto& instruction : *block) {
        if (!instruction.isTerminator() && !control_.contains(&instruction) &&
            !part.needs.contains(&instruction)) {
          useless.push_back(cast<Instruction>(map[&instruction]));
        }
      }
    }
    erase(useless);
  }

  void drop_moved() {
    SmallVector<Instruction*, 64> useless;
    Slice left;
    for (auto& phi : loop_.getHeader()->phis()) {
      if (control_.contains(&phi) || is_contained(moved_, &phi)) continue;
      left.insert_range(slice(&phi));
    }
    for (auto& phi : loop_.getExitBlock()->phis()) {
      for (auto& value : phi.incoming_values()) left.insert_range(slice(value));
    }
    for (auto* block : loop_.blocks()) {
      for (auto& instruction : *block) {
        if (!instruction.isTerminator() && !control_.contains(&instruction) &&
            !left.contains(&instruction)) {
          useless.push_back(&instruction);
        }
      }
    }
    erase(useless);
  }

  static void erase(ArrayRef<Instruction*> useless) {
    for (auto* instruction : useless) {
      instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
    }
    for (auto* instruction : useless) instruction->eraseFromParent();
  }

  Loop& loop_;
  const ShapeAnalysis& shapes_;
  const unsigned vector_bytes_;
  const Isa& isa_;
  Slice control_;
  SmallVector<PHINode*, 64> moved_;
};

}  // namespace

unsigned split_wide_loops(Function& function, const Isa& isa) {
  const DominatorTree dominators(function);
  const PostDominatorTree post_dominators(function);
  const LoopInfo loops(dominators);
  const ShapeAnalysis shapes(function, dominators, post_dominators, loops, false);
  unsigned split = 0;
  for (auto* loop : loops.getLoopsInPreorder()) {
    if (Fission(*loop, shapes, isa).run()) ++split;
  }
  return split;
}

}  // namespace heddle::compiler
