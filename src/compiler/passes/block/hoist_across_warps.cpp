// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/hoist_across_warps.h"

#include <map>

#include "compiler/analysis/vector_values.h"
#include "compiler/analysis/warp_variance.h"
#include "compiler/ir/calling_convention.h"
#include "compiler/passes/block/block_memory.h"
#include "image/kernel_abi.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kMinCalls = 4;
constexpr unsigned kMaxIterations = 64;
// They should stay in the first-level cache beside the tiles that they are made of.
constexpr std::uint64_t kMaxBytes = 16 * 1024;
// What making a vector must cost more than loading it.
constexpr unsigned kMinGain = 3;

using Slice = SmallSetVector<Instruction*, 32>;

class Once {
 public:
  Once(Function& step, const Isa& isa)
      : step_(step),
        vector_bytes_(isa.vector_bits / 8),
        layout_(step.getDataLayout()),
        variance_(step, Loads::kSame),
        dominators_(step),
        loops_(dominators_),
        assumptions_(step),
        libraries_(Triple(step.getParent()->getTargetTriple())),
        library_(libraries_, &step),
        evolution_(step, library_, assumptions_, dominators_, loops_) {}

  // Returns how many vectors are made once.
  unsigned run(WarpRegion& region) {
    for (auto* loop : loops_) find_values(*loop);
    if (values_.empty()) return 0;
    region.prepare = make_prepare();
    region.step = take_values();
    region.value_bytes = bytes_;
    return values_.size();
  }

 private:
  struct Vector {
    Loop* loop;
    Instruction* value;
    FixedVectorType* type;  // of what is kept: the value repeats it
    std::uint64_t offset;   // of the first iteration's, in bytes
  };

  void find_values(Loop& loop) {
    const auto iterations = evolution_.getSmallConstantTripCount(&loop);
    if (iterations == 0 || iterations > kMaxIterations || !loop.isInnermost() ||
        !loop.getLoopPreheader() || !loop.getLoopLatch() ||
        loop.getExitingBlock() != loop.getLoopLatch() || !always_runs(loop) ||
        is_written_before(loop)) {
      return;
    }
    for (auto* block : loop.blocks()) {
      if (!dominators_.dominates(block, loop.getLoopLatch())) continue;
      for (auto& instruction : *block) {
        if (!is_root(instruction)) continue;
        auto* type = distinct(instruction);
        const auto bytes = layout_.getTypeStoreSize(type).getFixedValue() * iterations;
        Slice slice;
        if (bytes_ + bytes > kMaxBytes || !add_slice(instruction, loop, slice)) continue;
        unsigned price = 0;
        for (auto* needed : slice) price += cost(*needed);
        if (price < kMinGain + registers(*type)) continue;
        values_.push_back({&loop, &instruction, type, bytes_});
        iterations_[&loop] = iterations;
        bytes_ += alignTo(bytes, abi::kVectorAlign);
      }
    }
  }

  // Each warp that comes through the function comes through the loop.
  bool always_runs(const Loop& loop) const {
    return all_of(step_, [&](const BasicBlock& block) {
      return !isa<ReturnInst>(block.getTerminator()) ||
             dominators_.dominates(loop.getHeader(), &block);
    });
  }

  // Warps may write, race or not, what they read in the loop.
  bool is_written_before(const Loop& loop) const {
    return any_of(instructions(step_), [&](const Instruction& instruction) {
      if (!instruction.mayWriteToMemory()) return false;
      const auto* call = dyn_cast<CallInst>(&instruction);
      if (call && (call->onlyAccessesInaccessibleMemory() || isAssumeLikeIntrinsic(call)))
        return false;
      const auto* store = dyn_cast<StoreInst>(&instruction);
      if (store &&
          getUnderlyingObject(store->getPointerOperand()) == step_.getArg(kWarpContextArgument)) {
        return false;
      }
      return isPotentiallyReachable(instruction.getParent(), loop.getHeader(), nullptr,
                                    &dominators_, &loops_);
    });
  }

  // A vector that is the same in all warps, and which something that is not needs.
  bool is_root(const Instruction& instruction) const {
    const auto* type = dyn_cast<FixedVectorType>(instruction.getType());
    return type && !isa<PHINode>(instruction) && !variance_.contains(&instruction) &&
           layout_.getTypeSizeInBits(type->getElementType()).getFixedValue() % 8 == 0 &&
           any_of(instruction.users(), [&](const User* user) { return variance_.contains(user); });
  }

  // What is kept of a value.
  FixedVectorType* distinct(const Instruction& value) const {
    return FixedVectorType::get(cast<FixedVectorType>(value.getType())->getElementType(),
                                distinct_elements(value, layout_, vector_bytes_));
  }

  // What `value` is computed from in each iteration, operands first; false if that cannot be
  // computed ahead of the warps. Counters of the loop are not in it.
  bool add_slice(Value& value, const Loop& loop, Slice& slice) {
    auto* instruction = dyn_cast<Instruction>(&value);
    if (!instruction) return &value != step_.getArg(kStateArgument);
    if (slice.contains(instruction)) return true;
    if (variance_.contains(instruction)) return false;
    if (auto* phi = dyn_cast<PHINode>(instruction)) {
      const auto* counter = this->counter(*phi, loop);
      return counter &&
             add_slice(*phi->getIncomingValueForBlock(loop.getLoopPreheader()), loop, slice);
    }
    if (const auto* load = dyn_cast<LoadInst>(instruction)) {
      const bool constant = load->hasMetadata(LLVMContext::MD_invariant_load);
      if (!load->isSimple() || (!constant && !is_block_memory(load->getPointerOperand(), step_)))
        return false;
    } else if (instruction->mayReadOrWriteMemory() || instruction->isTerminator() ||
               !isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst,
                    ShuffleVectorInst, InsertElementInst, ExtractElementInst, FreezeInst>(
                   instruction)) {
      return false;
    }
    if (!all_of(instruction->operand_values(),
                [&](Value* operand) { return add_slice(*operand, loop, slice); })) {
      return false;
    }
    slice.insert(instruction);
    return true;
  }

  // start, start + step, start + 2 step, ..
  const SCEVConstant* counter(PHINode& phi, const Loop& loop) {
    if (phi.getParent() != loop.getHeader() || !phi.getType()->isIntOrPtrTy()) return nullptr;
    const auto* recurrence = dyn_cast<SCEVAddRecExpr>(evolution_.getSCEV(&phi));
    if (!recurrence || recurrence->getLoop() != &loop || !recurrence->isAffine()) return nullptr;
    return dyn_cast<SCEVConstant>(recurrence->getStepRecurrence(evolution_));
  }

  unsigned registers(const Type& type) const { return registers_of(type, layout_, vector_bytes_); }

  // In vector instructions. Scalars and lanes that stay where they are cost nothing.
  unsigned cost(const Instruction& instruction) const {
    const auto* type = instruction.getType();
    if (!type->isVectorTy() || isa<InsertElementInst, FreezeInst>(instruction)) return 0;
    const auto* shuffle = dyn_cast<ShuffleVectorInst>(&instruction);
    if (!shuffle) return registers(*type);
    int at;
    if (shuffle->isZeroEltSplat() || shuffle->isIdentityWithPadding() ||
        shuffle->isIdentityWithExtract() || shuffle->isConcat() ||
        shuffle->isExtractSubvectorMask(at)) {
      return 0;
    }
    return std::max(registers(*shuffle->getOperand(0)->getType()), registers(*type));
  }

  // for k: values[k] = ..
  Function* make_prepare() {
    auto& context = step_.getContext();
    auto* pointer = PointerType::get(context, 0);
    auto* type = FunctionType::get(Type::getVoidTy(context), {pointer, pointer}, false);
    auto* made = Function::Create(type, GlobalValue::InternalLinkage, step_.getName() + ".prepare",
                                  step_.getParent());
    made->addFnAttr(Attribute::AlwaysInline);
    IRBuilder<> b(BasicBlock::Create(context, "entry", made));
    // Loops of as many iterations become one.
    std::map<unsigned, SmallVector<Vector*, 8>> together;
    for (auto& vector : values_) together[iterations_[vector.loop]].push_back(&vector);
    for (auto& [iterations, vectors] : together) {
      auto* before = b.GetInsertBlock();
      auto* body = BasicBlock::Create(context, "values", made);
      auto* after = BasicBlock::Create(context, "values.done", made);
      b.CreateBr(body);
      b.SetInsertPoint(body);
      auto* k = b.CreatePHI(b.getInt64Ty(), 2, "k");
      ValueToValueMapTy map;
      map[step_.getArg(kBlockArgument)] = made->getArg(0);
      for (auto* vector : vectors) {
        auto* value = copy(*vector->value, *vector->loop, *k, b, map);
        if (value->getType() != vector->type) {
          value = b.CreateShuffleVector(
              value, to_vector<32>(seq(0, static_cast<int>(vector->type->getNumElements()))));
        }
        b.CreateAlignedStore(value, place(b, *vector, *made->getArg(1), *k), alignment(*vector));
      }
      auto* next = b.CreateAdd(k, b.getInt64(1), "", true, true);
      k->addIncoming(b.getInt64(0), before);
      k->addIncoming(next, body);
      b.CreateCondBr(b.CreateICmpULT(next, b.getInt64(iterations)), body, after);
      b.SetInsertPoint(after);
    }
    b.CreateRetVoid();
    return made;
  }

  // Computes what `value` is in iteration k.
  Value* copy(Value& value, const Loop& loop, Value& k, IRBuilderBase& b, ValueToValueMapTy& map) {
    auto* instruction = dyn_cast<Instruction>(&value);
    if (Value* known = map.lookup(&value)) return known;
    if (!instruction) return &value;
    if (auto* phi = dyn_cast<PHINode>(instruction)) {
      auto* start = copy(*phi->getIncomingValueForBlock(loop.getLoopPreheader()), loop, k, b, map);
      const auto by = counter(*phi, loop)->getAPInt().getSExtValue();
      auto* distance = b.CreateMul(&k, b.getInt64(by));
      auto* at = phi->getType()->isPointerTy()
                     ? b.CreateGEP(b.getInt8Ty(), start, distance)
                     : b.CreateAdd(start, b.CreateTrunc(distance, phi->getType()));
      map[phi] = at;
      return at;
    }
    for (auto* operand : instruction->operand_values()) copy(*operand, loop, k, b, map);
    auto* made = instruction->clone();
    made->setDebugLoc({});
    b.Insert(made);
    RemapInstruction(made, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    map[instruction] = made;
    return made;
  }

  Align alignment(const Vector& vector) const {
    const auto bytes = layout_.getTypeStoreSize(vector.type).getFixedValue();
    return commonAlignment(Align(abi::kVectorAlign), bytes);
  }

  static Value* place(IRBuilderBase& b, const Vector& vector, Value& values, Value& k) {
    auto* first = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), &values, vector.offset);
    return b.CreateInBoundsGEP(vector.type, first, &k);
  }

  // The step function that loads the values.
  Function* take_values() {
    auto* old = step_.getFunctionType();
    SmallVector<Type*, 8> parameters(old->params());
    auto* pointer = PointerType::get(step_.getContext(), 0);
    parameters.push_back(pointer);
    auto* made = Function::Create(FunctionType::get(old->getReturnType(), parameters, false),
                                  step_.getLinkage(), "", step_.getParent());
    made->takeName(&step_);
    made->copyAttributesFrom(&step_);
    made->setSubprogram(step_.getSubprogram());
    step_.setSubprogram(nullptr);
    auto* values = made->getArg(made->arg_size() - 1);
    std::map<Loop*, PHINode*> counts;
    SmallVector<WeakTrackingVH, 8> unused;
    for (auto& vector : values_) {
      auto*& k = counts[vector.loop];
      if (!k) k = count(*vector.loop);
      IRBuilder<> b(vector.value);
      Value* loaded =
          b.CreateAlignedLoad(vector.type, place(b, vector, *values, *k), alignment(vector));
      if (vector.type != vector.value->getType()) {
        const auto all = cast<FixedVectorType>(vector.value->getType())->getNumElements();
        SmallVector<int, 32> mask;
        for (unsigned lane = 0; lane < all; ++lane)
          mask.push_back(static_cast<int>(lane % vector.type->getNumElements()));
        loaded = b.CreateShuffleVector(loaded, mask);
      }
      vector.value->replaceAllUsesWith(loaded);
      unused.emplace_back(vector.value);
    }
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
    for (unsigned k = 0; k < step_.arg_size(); ++k) {
      step_.getArg(k)->replaceAllUsesWith(made->getArg(k));
    }
    made->splice(made->end(), &step_);
    step_.eraseFromParent();
    return made;
  }

  static PHINode* count(Loop& loop) {
    IRBuilder<> b(loop.getHeader(), loop.getHeader()->begin());
    auto* k = b.CreatePHI(b.getInt64Ty(), 2, "k");
    b.SetInsertPoint(loop.getLoopLatch()->getTerminator());
    k->addIncoming(b.getInt64(0), loop.getLoopPreheader());
    k->addIncoming(b.CreateAdd(k, b.getInt64(1), "", true, true), loop.getLoopLatch());
    return k;
  }

  Function& step_;
  const unsigned vector_bytes_;
  const DataLayout& layout_;
  const WarpVariance variance_;
  DominatorTree dominators_;
  LoopInfo loops_;
  AssumptionCache assumptions_;
  TargetLibraryInfoImpl libraries_;
  TargetLibraryInfo library_;
  ScalarEvolution evolution_;
  SmallVector<Vector, 8> values_;
  DenseMap<Loop*, unsigned> iterations_;
  std::uint64_t bytes_ = 0;
};

}  // namespace

unsigned hoist_across_warps(Compilation& c) {
  if (!c.warp_loops) return 0;
  unsigned computed = 0;
  for (auto& region : c.turns.regions) {
    if (c.turns.warps / region.jam < kMinCalls) continue;
    computed += Once(*region.step, c.request.isa).run(region);
  }
  return computed;
}

}  // namespace heddle::compiler
