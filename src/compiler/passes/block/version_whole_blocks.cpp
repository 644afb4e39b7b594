// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/version_whole_blocks.h"

#include "compiler/passes/analyses.h"
#include "compiler/passes/each.h"
#include "compiler/passes/scalar/control_flow.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace heddle::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kMaxWarps = 32;
// Of one warp on the fast path: what is more than that hides its check.
constexpr unsigned kMaxInstructions = 80, kMaxTogether = 160;

struct Question {
  ICmpInst* comparison;
  bool answer;
};

class WarpLoop {
 public:
  WarpLoop(Loop& loop, Function& function, FunctionAnalysisManager& analyses)
      : loop_(loop),
        dominators_(analyses.getResult<DominatorTreeAnalysis>(function)),
        post_dominators_(analyses.getResult<PostDominatorTreeAnalysis>(function)),
        loops_(analyses.getResult<LoopAnalysis>(function)),
        evolution_(analyses.getResult<ScalarEvolutionAnalysis>(function)),
        expander_(evolution_, "whole") {}

  // A loop with a known number of rounds, whose rounds hand nothing on.
  bool is_one() {
    auto* latch = loop_.getLoopLatch();
    if (!latch || loop_.getExitingBlock() != latch || !loop_.getLoopPreheader()) return false;
    rounds_ = evolution_.getSmallConstantTripCount(&loop_);
    if (rounds_ < 2 || rounds_ > kMaxWarps) return false;
    unsigned phis = 0;
    for (auto& phi : loop_.getHeader()->phis()) phis += phi.getType()->isIntegerTy() ? 1 : 2;
    const auto stays = [&](const Instruction& instruction) {
      return all_of(instruction.users(),
                    [&](const User* user) { return loop_.contains(cast<Instruction>(user)); });
    };
    return phis == 1 && loop_.getSubLoops().empty() && loop_.getExitBlock() &&
           all_of(loop_.blocks(), [&](const BasicBlock* block) { return all_of(*block, stays); });
  }

  // Follows the fast path, whose questions can be asked once for all rounds; others stay questions.
  bool follow() {
    for (auto* block = loop_.getHeader();;) {
      find_constants(*block);
      path_.push_back(block);
      size_ += size_of(*block);
      if (size_ > kMaxInstructions) return false;
      if (block == loop_.getLoopLatch())
        return !branches_.empty() || path_.size() == loop_.getNumBlocks();
      auto* branch = dyn_cast<BranchInst>(block->getTerminator());
      if (!branch) return false;
      block = branch->isConditional() ? choose(*branch) : branch->getSuccessor(0);
      if (!block || !loop_.contains(block)) return false;
    }
  }

  // Returns the header of the loop that takes several warps a round.
  BasicBlock* make_version() {
    auto* before = loop_.getLoopPreheader()->getTerminator();
    for (auto* constant : constants_) constant->moveBefore(before->getIterator());
    evolution_.forgetLoop(&loop_);
    auto* fast = branches_.empty() ? &loop_ : version();
    const unsigned together = std::min({rounds_, 4u, kMaxTogether / size_});
    if (together > 1) addStringMetadataToLoop(fast, "llvm.loop.unroll.count", together);
    return fast->getHeader();
  }

 private:
  // Accesses of unrelated places are many instructions.
  static unsigned size_of(const BasicBlock& block) {
    unsigned size = 0;
    for (const auto& instruction : block.instructionsWithoutDebug()) {
      const auto* call = dyn_cast<IntrinsicInst>(&instruction);
      const auto id = call ? call->getIntrinsicID() : Intrinsic::not_intrinsic;
      const bool many = id == Intrinsic::masked_gather || id == Intrinsic::masked_scatter;
      size += many ? kMaxInstructions : 1;
    }
    return size;
  }

  bool is_fixed(const Value* value) const {
    const auto* instruction = dyn_cast<Instruction>(value);
    return !instruction || !loop_.contains(instruction) || constants_.contains(instruction);
  }

  // Loads of what is constant for the launch, addresses, and numbers made of it (n - 1).
  bool is_constant(const Instruction& instruction) const {
    const auto* load = dyn_cast<LoadInst>(&instruction);
    const bool constant =
        load && load->isSimple() && load->hasMetadata(LLVMContext::MD_invariant_load);
    const bool number =
        isa<BinaryOperator, CastInst>(instruction) && instruction.getType()->isIntegerTy();
    return (constant || number || isa<GetElementPtrInst>(instruction)) &&
           all_of(instruction.operand_values(), [&](const Value* v) { return is_fixed(v); });
  }

  // In front of the loop they are made whichever blocks run in a round.
  void find_constants(BasicBlock& block) {
    const bool always = dominators_.dominates(&block, loop_.getLoopLatch());
    for (auto& instruction : block) {
      const bool safe =
          (always && isa<LoadInst>(instruction)) || isSafeToSpeculativelyExecute(&instruction);
      if (is_constant(instruction) && safe) {
        constants_.insert(&instruction);
      }
    }
  }

  // The same in the version, of which all of the path runs in each round.
  void hoist(BasicBlock& block, Loop& version) const {
    for (auto& instruction : make_early_inc_range(block)) {
      if (is_constant(instruction) && version.hasLoopInvariantOperands(&instruction)) {
        instruction.moveBefore(version.getLoopPreheader()->getTerminator()->getIterator());
      }
    }
  }

  // The fast side if that can be known before the loop, else where both sides meet.
  BasicBlock* choose(BranchInst& branch) {
    std::uint64_t weights[2];
    if (extractBranchWeights(branch, weights[0], weights[1])) {
      const unsigned to = weights[0] > weights[1] ? 0 : 1;
      const auto questions = questions_.size(), fixed = fixed_.size();
      if (ask(branch.getCondition(), to == 0)) {
        branches_.push_back({&branch, to});
        return branch.getSuccessor(to);
      }
      questions_.truncate(questions);
      fixed_.truncate(fixed);
    }
    auto* node = post_dominators_.getNode(branch.getParent());
    auto* meet = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    SmallPtrSet<BasicBlock*, 8> sides;
    SmallVector<BasicBlock*, 8> left(branch.successors());
    while (!left.empty()) {
      auto* side = left.pop_back_val();
      if (side == meet || !loop_.contains(side) || !sides.insert(side).second) continue;
      size_ += size_of(*side);
      append_range(left, successors(side));
    }
    return meet;
  }

  // Whether `condition` is `answer` can be asked for all rounds.
  bool ask(Value* condition, bool answer) {
    Value *a = nullptr, *b = nullptr;
    if (answer ? match(condition, m_LogicalAnd(m_Value(a), m_Value(b)))
               : match(condition, m_LogicalOr(m_Value(a), m_Value(b)))) {
      return ask(a, answer) && ask(b, answer);
    }
    if (match(condition, m_Not(m_Value(a)))) return ask(a, !answer);
    if (is_fixed(condition)) {
      fixed_.push_back({condition, answer});
      return true;
    }
    auto* comparison = dyn_cast<ICmpInst>(condition);
    if (!comparison || !(is_fixed_comparison(*comparison) || sum_of(*comparison))) return false;
    questions_.push_back({comparison, answer});
    return true;
  }

  bool is_fixed_comparison(const ICmpInst& comparison) const {
    return is_fixed(comparison.getOperand(0)) && is_fixed(comparison.getOperand(1));
  }

  // What grows by the same from round to round and is compared with what stays.
  const SCEVAddRecExpr* sum_of(ICmpInst& comparison) {
    if (!comparison.getOperand(0)->getType()->isIntegerTy() || !comparison.isRelational() ||
        !is_fixed(comparison.getOperand(1))) {
      return nullptr;
    }
    const auto* sum = dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(comparison.getOperand(0)));
    if (!sum || sum->getLoop() != &loop_ || !sum->isAffine()) return nullptr;
    const auto* step = dyn_cast<SCEVConstant>(sum->getStepRecurrence(evolution_));
    if (!step || !step->getAPInt().isStrictlyPositive() ||
        step->getAPInt().ugt(1u << 20 /* so that all of it fits */) ||
        !expander_.isSafeToExpand(sum->getStart())) {
      return nullptr;
    }
    return sum;
  }

  // i1, for all rounds: the first or last one decides if no sum wraps around.
  Value* make(IRBuilderBase& b, Question question) {
    auto& comparison = *question.comparison;
    const auto predicate =
        question.answer ? comparison.getPredicate() : comparison.getInversePredicate();
    if (is_fixed_comparison(comparison)) {
      return b.CreateICmp(predicate, comparison.getOperand(0), comparison.getOperand(1));
    }
    const auto* sum = sum_of(comparison);
    auto* start = expander_.expandCodeFor(sum->getStart(), sum->getType(), b.GetInsertPoint());
    const auto by = cast<SCEVConstant>(sum->getStepRecurrence(evolution_))->getAPInt();
    auto* most = ConstantInt::get(sum->getType(), by * (rounds_ - 1));
    const auto add = ICmpInst::isSigned(predicate) ? Intrinsic::sadd_with_overflow
                                                   : Intrinsic::uadd_with_overflow;
    auto* last = b.CreateBinaryIntrinsic(add, start, most);
    const bool below = ICmpInst::isLT(predicate) || ICmpInst::isLE(predicate);
    auto* asked = below ? b.CreateExtractValue(last, 0) : start;
    auto* wraps = b.CreateExtractValue(last, 1);
    return b.CreateAnd(b.CreateNot(wraps),
                       b.CreateICmp(predicate, asked, comparison.getOperand(1)));
  }

  Loop* version() {
    auto* before = loop_.getLoopPreheader();
    auto* old = SplitBlock(before, before->getTerminator(), &dominators_, &loops_);
    IRBuilder<> b(before->getTerminator());
    Value* all = b.getTrue();
    // Some of these may not be asked behind others.
    const auto also = [&](Value* one) { all = b.CreateAnd(all, b.CreateFreeze(one)); };
    for (auto question : questions_) also(make(b, question));
    for (auto [condition, answer] : fixed_) also(answer ? condition : b.CreateNot(condition));
    ValueToValueMapTy map;
    SmallVector<BasicBlock*, 16> blocks;
    auto* fast =
        cloneLoopWithPreheader(old, before, &loop_, map, ".whole", &loops_, &dominators_, blocks);
    remapInstructionsInBlocks(blocks, map);
    for (auto [branch, to] : branches_) {
      cast<BranchInst>(map[branch])->setCondition(b.getInt1(to == 0));
    }
    for (auto* block : path_) hoist(*cast<BasicBlock>(map[block]), *fast);
    before->getTerminator()->eraseFromParent();
    BranchInst::Create(fast->getLoopPreheader(), old, all, before);
    return fast;
  }

  Loop& loop_;
  DominatorTree& dominators_;
  PostDominatorTree& post_dominators_;
  LoopInfo& loops_;
  ScalarEvolution& evolution_;
  SCEVExpander expander_;
  unsigned rounds_ = 0, size_ = 0;
  SmallVector<BasicBlock*, 8> path_;
  SmallSetVector<Instruction*, 8> constants_;  // of the loop, to be made in front of it
  SmallVector<std::pair<BranchInst*, unsigned>, 4> branches_;  // and their fast successors
  SmallVector<Question, 4> questions_;
  SmallVector<std::pair<Value*, bool>, 2> fixed_;
};

unsigned version_loops(Function& function, FunctionAnalysisManager& analyses) {
  unsigned changed = 0;
  // Each version changes what is known of the function.
  SmallPtrSet<BasicBlock*, 8> seen;
  for (bool again = true; again;) {
    again = false;
    for (auto* loop : analyses.getResult<LoopAnalysis>(function).getTopLevelLoops()) {
      if (!seen.insert(loop->getHeader()).second) continue;
      WarpLoop warps(*loop, function, analyses);
      if (!warps.is_one() || !warps.follow()) continue;
      seen.insert(warps.make_version());
      analyses.invalidate(function, PreservedAnalyses::none());
      ++changed;
      again = true;
      break;
    }
  }
  return changed;
}

FunctionPassManager clean_up() {
  FunctionPassManager passes;
  passes.addPass(SimplifyCFGPass(control_flow()));
  LoopUnrollOptions unroll(2, /*OnlyWhenForced=*/true);
  passes.addPass(LoopUnrollPass(unroll));
  passes.addPass(EarlyCSEPass(true));
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass(control_flow()));
  return passes;
}

}  // namespace

unsigned version_whole_blocks(Module& module, TargetMachine& machine) {
  Analyses analyses(machine);
  unsigned changed = 0;
  for (auto* function : defined(module)) {
    const auto made = version_loops(*function, analyses.functions);
    if (made > 0) clean_up().run(*function, analyses.functions);
    changed += made;
  }
  return changed;
}

}  // namespace heddle::compiler
