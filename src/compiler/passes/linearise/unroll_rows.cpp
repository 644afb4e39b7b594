// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/linearise/unroll_rows.h"

#include <map>

#include "compiler/analysis/shape_analysis.h"
#include "compiler/passes/analyses.h"
#include "compiler/passes/each.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t kRegisterBytes = 16;  // of a row that are loaded at once
constexpr unsigned kMaxRounds = 8;
constexpr unsigned kMaxInstructions = 48;
constexpr unsigned kExpansionBudget = 64;  // operations that the number of rounds may take
constexpr unsigned kVectorBits = 256;      // from which on lanes are transposed

// Lanes lie neither side by side nor at one place nor within a few registers.
bool is_apart(const Shape& shape, std::uint64_t bytes) {
  if (!shape.is_affine()) return shape.is_varying();
  if (!shape.terms.empty()) return true;
  if (!shape.offsets) return false;
  const auto step = std::abs(shape.offset(1) - shape.offset(0));
  return static_cast<std::uint64_t>(step) >= 4 * bytes;
}

// Bytes of a row of its own that each thread walks in a round, without gaps; 0: it walks none.
std::uint64_t walked_bytes(const Loop& loop, ScalarEvolution& evolution,
                           const ShapeAnalysis& shapes) {
  std::map<std::uint64_t, std::uint64_t> loaded, stored;  // by the step of a round
  unsigned instructions = 0;
  for (auto* block : loop.blocks()) {
    for (auto& instruction : *block) {
      if (++instructions > kMaxInstructions) return 0;
      auto* load = dyn_cast<LoadInst>(&instruction);
      auto* store = dyn_cast<StoreInst>(&instruction);
      auto* pointer = getLoadStorePointerOperand(&instruction);
      if (!pointer && (instruction.mayHaveSideEffects() || instruction.mayReadFromMemory()))
        return 0;
      if (const auto* call = dyn_cast<CallBase>(&instruction); call && call->isConvergent())
        return 0;
      if (!pointer) continue;
      if (load ? !load->isSimple() : !store->isSimple()) return 0;
      auto* type = getLoadStoreType(&instruction);
      if (!type->isIntegerTy() && !type->isFloatingPointTy()) continue;
      const auto bytes = instruction.getDataLayout().getTypeStoreSize(type).getFixedValue();
      const auto* walk = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(pointer));
      if (!walk || walk->getLoop() != &loop || !walk->isAffine()) continue;
      const auto* step = dyn_cast<SCEVConstant>(walk->getStepRecurrence(evolution));
      if (!step || step->getAPInt().uge(kRegisterBytes) || !step->getAPInt().isPowerOf2() ||
          !is_apart(shapes.shape(pointer), bytes)) {
        continue;
      }
      (load ? loaded : stored)[step->getAPInt().getZExtValue()] += bytes;
    }
  }
  for (const auto& walked : {loaded, stored}) {
    for (const auto& [step, bytes] : walked) {
      if (bytes >= step) return step;
    }
  }
  return 0;
}

class RowUnroller {
 public:
  RowUnroller(Function& function, Analyses& analyses)
      : manager_(analyses.functions),
        function_(function),
        dominators_(manager_.getResult<DominatorTreeAnalysis>(function)),
        loops_(manager_.getResult<LoopAnalysis>(function)),
        evolution_(manager_.getResult<ScalarEvolutionAnalysis>(function)),
        assumptions_(manager_.getResult<AssumptionAnalysis>(function)) {}

  unsigned run() {
    for (auto* loop : loops_.getLoopsInPreorder()) {
      simplifyLoop(loop, &dominators_, &loops_, &evolution_, &assumptions_, nullptr, false);
      formLCSSA(*loop, dominators_, &loops_, &evolution_);
    }
    SmallVector<std::pair<Loop*, unsigned>, 4> chosen;
    {
      const PostDominatorTree post_dominators(function_);
      const ShapeAnalysis shapes(function_, dominators_, post_dominators, loops_, false);
      for (auto* loop : loops_.getLoopsInPreorder()) {
        if (!loop->isInnermost() || !loop->getLoopPreheader() || !loop->getLoopLatch() ||
            loop->getExitingBlock() != loop->getLoopLatch() ||
            isa<SCEVCouldNotCompute>(evolution_.getBackedgeTakenCount(loop))) {
          continue;
        }
        const auto bytes = walked_bytes(*loop, evolution_, shapes);
        if (bytes == 0) continue;
        const auto rounds = std::min<std::uint64_t>(kMaxRounds, kRegisterBytes / bytes);
        chosen.emplace_back(loop, static_cast<unsigned>(rounds));
      }
    }
    unsigned unrolled = 0;
    for (auto [loop, rounds] : chosen) unrolled += unroll(*loop, rounds);
    return unrolled;
  }

 private:
  bool unroll(Loop& loop, unsigned rounds) {
    OptimizationRemarkEmitter remarks(&function_);
    UnrollLoopOptions options;
    options.Count = rounds;
    options.Force = false;
    options.Runtime = true;
    options.AllowExpensiveTripCount = true;
    options.UnrollRemainder = false;
    options.SCEVExpansionBudget = kExpansionBudget;
    options.ForgetAllSCEV = true;
    const auto result =
        UnrollLoop(&loop, options, &loops_, &evolution_, &dominators_, &assumptions_,
                   &manager_.getResult<TargetIRAnalysis>(function_), &remarks, true);
    return result != LoopUnrollResult::Unmodified;
  }

  FunctionAnalysisManager& manager_;
  Function& function_;
  DominatorTree& dominators_;
  LoopInfo& loops_;
  ScalarEvolution& evolution_;
  AssumptionCache& assumptions_;
};

}  // namespace

unsigned unroll_rows(Compilation& c) {
  if (c.request.probes || c.request.isa.vector_bits < kVectorBits) return 0;
  Analyses analyses(*c.machine);
  unsigned unrolled = 0;
  for (auto* function : defined(*c.module)) {
    const auto here = RowUnroller(*function, analyses).run();
    if (here) analyses.functions.clear(*function, function->getName());
    unrolled += here;
  }
  return unrolled;
}

}  // namespace heddle::compiler
