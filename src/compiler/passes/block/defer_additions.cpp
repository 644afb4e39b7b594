// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/defer_additions.h"

#include "compiler/ir/address_space.h"
#include "compiler/ir/calling_convention.h"
#include "compiler/ir/context_access.h"
#include "compiler/ir/context_field.h"
#include "compiler/ir/cover.h"
#include "compiler/ir/fast_path.h"
#include "compiler/ir/pseudo.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ScopedNoAliasAA.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "ptx/cluster_functions.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr StringLiteral kDeferred = "heddle.deferred";

abi::DeferredKind kind_of(const Type* type) {
  return type->isIntegerTy(32)   ? abi::DeferredKind::kInt32
         : type->isIntegerTy(64) ? abi::DeferredKind::kInt64
         : type->isFloatTy()     ? abi::DeferredKind::kFloat
         : type->isDoubleTy()    ? abi::DeferredKind::kDouble
                                 : abi::DeferredKind::kNone;
}

// What the address is made from. A tool that says which lanes may use it (heddle.probe.admit)
// leaves it to these as it is.
const Value* object_of(const Value* pointer) {
  const auto* object = getUnderlyingObject(pointer, 0);
  while (pseudo::is(object, pseudo::kProbeAdmit)) {
    object = getUnderlyingObject(cast<CallInst>(object)->getArgOperand(1), 0);
  }
  return object;
}

// What only tells tools of addresses, and of values that are in registers, and what only counts.
bool only_tells(const Instruction& i) {
  return is_cover(&i) ||
         any_of(std::initializer_list<StringRef>{pseudo::kProbeAccess, pseudo::kProbeAdmit,
                                                 pseudo::kProbeWarp, pseudo::kProbeMatrix,
                                                 pseudo::kProbeExit, pseudo::kProbeUse},
                [&](StringRef name) { return pseudo::is(&i, name); });
}

// Of memory that ends with the block or the thread.
bool is_private(const Value* pointer) {
  const auto space = pointer->getType()->getPointerAddressSpace();
  if (space == kSharedSpace || space == ptx::kClusterSpace) return true;
  const auto* object = object_of(pointer);
  return isa<AllocaInst>(object) || pseudo::is(object, pseudo::kWarpAlloca) ||
         pseudo::is(object, pseudo::kAlloca);
}

// A kernel parameter or an entry of the symbol table.
bool is_given(const LoadInst& load) {
  const auto* from = dyn_cast<LoadInst>(getUnderlyingObject(load.getPointerOperand(), 0));
  const auto field = from ? context::field_read(*from) : std::nullopt;
  return field == abi_offset(BlockContext, params) || field == abi_offset(BlockContext, symbols);
}

// Is the value the same in all blocks, or all of one rank in their clusters, for a thread of the
// same index?
bool in_all_blocks(const Value* value, SmallPtrSetImpl<const Value*>& seen) {
  const auto* i = dyn_cast<Instruction>(value);
  if (!i) return isa<Constant>(value);
  if (!seen.insert(i).second) return true;
  if (const auto* load = dyn_cast<LoadInst>(i)) {
    if (const auto field = context::field_read(*load)) {
      const auto within = [&](std::uint64_t first, std::uint64_t end) {
        return *field >= first && *field < end;
      };
      return within(0, abi_offset(BlockContext, block_idx)) ||
             within(abi_offset(BlockContext, grid_dim), abi_offset(BlockContext, worker)) ||
             within(abi_offset(BlockContext, cooperative),
                    abi_offset(BlockContext, cluster_shared));
    }
    return is_given(*load);
  }
  if (pseudo::is(i, pseudo::kProbeAdmit)) return in_all_blocks(i->getOperand(1), seen);
  if (i->mayReadOrWriteMemory()) return false;
  return all_of(i->operands(), [&](const Use& operand) {
    return isa<Function>(operand) || in_all_blocks(operand, seen);
  });
}

// An address in device memory that other blocks use as well.
bool is_common_place(const Value* pointer) {
  const auto* object = dyn_cast<LoadInst>(object_of(pointer));
  SmallPtrSet<const Value*, 16> seen;
  return object && is_given(*object) && in_all_blocks(pointer, seen);
}

// The type of what it adds, if it could be put off by what it is; else null.
Type* addition(const Instruction& i) {
  const auto* rmw = dyn_cast<AtomicRMWInst>(&i);
  if (!rmw || !rmw->use_empty() || rmw->isVolatile() ||
      rmw->getOrdering() != AtomicOrdering::Monotonic ||
      rmw->getSyncScopeID() == SyncScope::System || is_private(rmw->getPointerOperand())) {
    return nullptr;
  }
  const auto operation = rmw->getOperation();
  const bool adds = operation == AtomicRMWInst::Add || operation == AtomicRMWInst::Sub ||
                    operation == AtomicRMWInst::FAdd;
  auto* type = rmw->getValOperand()->getType();
  return adds && kind_of(type) != abi::DeferredKind::kNone ? type : nullptr;
}

// Whether additions of this type have the same effect before and after `i`.
bool commutes(const Instruction& i, const Type* type) {
  if (!i.mayReadOrWriteMemory() || pseudo::is(&i, pseudo::kMask) || only_tells(i)) return true;
  if (const auto* load = dyn_cast<LoadInst>(&i)) {
    return load->hasMetadata(LLVMContext::MD_invariant_load) ||
           is_private(load->getPointerOperand());
  }
  if (const auto* store = dyn_cast<StoreInst>(&i)) return is_private(store->getPointerOperand());
  if (const auto* rmw = dyn_cast<AtomicRMWInst>(&i)) {
    if (is_private(rmw->getPointerOperand())) {
      return rmw->getOrdering() == AtomicOrdering::Monotonic;
    }
    return addition(*rmw) == type && is_common_place(rmw->getPointerOperand());
  }
  const auto* intrinsic = dyn_cast<IntrinsicInst>(&i);
  return intrinsic && (intrinsic->isAssumeLikeIntrinsic() || intrinsic->isLifetimeStartOrEnd());
}

// All that the thread may do behind it.
bool nothing_follows(const AtomicRMWInst& rmw) {
  const auto commute = [&](const Instruction& i) { return commutes(i, addition(rmw)); };
  SmallPtrSet<const BasicBlock*, 16> seen;
  SmallVector<const BasicBlock*, 16> left(successors(rmw.getParent()));
  for (const auto* i = rmw.getNextNode(); i; i = i->getNextNode()) {
    if (!commute(*i)) return false;
  }
  while (!left.empty()) {
    const auto* block = left.pop_back_val();
    if (!seen.insert(block).second) continue;
    if (!all_of(*block, commute)) return false;
    append_range(left, successors(block));
  }
  return true;
}

// What a thread can see other threads' additions by without being ordered behind them: volatile and
// atomic loads, atomic operations with a result, and code that is not known here.
bool observes(const Instruction& i) {
  if (const auto* load = dyn_cast<LoadInst>(&i)) return load->isVolatile() || load->isAtomic();
  if (isa<AtomicCmpXchgInst>(i)) return true;
  if (const auto* rmw = dyn_cast<AtomicRMWInst>(&i)) return !rmw->use_empty();
  const auto* call = dyn_cast<CallInst>(&i);
  if (!call || isa<IntrinsicInst>(call)) return false;
  return !call->getCalledFunction() || !call->getCalledFunction()->isDeclaration();
}

// Finds code of a kernel that may read memory while other threads add to it.
class Observers {
 public:
  explicit Observers(const Function& kernel)
      : library_(kernel.getParent()->getTargetTriple()), functions_(library_), alias_(functions_) {
    alias_.addAAResult(scopes_);
    for (const auto& i : instructions(kernel)) {
      const auto* load = dyn_cast<LoadInst>(&i);
      if (load && !load->hasMetadata(LLVMContext::MD_invariant_load)) {
        read_.insert(object_of(load->getPointerOperand()));
      }
      if (!observes(i)) continue;
      const auto* pointer = getLoadStorePointerOperand(&i);
      if (!pointer || !is_private(pointer)) observers_.push_back(&i);
    }
  }

  // Two pointers may point into one array unless both are __restrict__. A plain load through
  // another pointer is a race with the additions, whose outcome means nothing; one through the same
  // pointer is left its meaning all the same.
  bool observe(const AtomicRMWInst& rmw) {
    if (read_.contains(object_of(rmw.getPointerOperand()))) return true;
    return any_of(observers_, [&](const Instruction* i) {
      const auto there = MemoryLocation::getOrNone(i);
      return !there || !alias_.isNoAlias(MemoryLocation::get(&rmw), *there);
    });
  }

 private:
  TargetLibraryInfoImpl library_;
  TargetLibraryInfo functions_;
  ScopedNoAliasAAResult scopes_;
  AAResults alias_;
  SmallVector<const Instruction*, 8> observers_;
  SmallPtrSet<const Value*, 8> read_;
};

Constant* number(IRBuilderBase& b, abi::DeferredKind kind) {
  return b.getInt32(static_cast<std::uint32_t>(kind));
}

}  // namespace

static unsigned mark(Function& kernel) {
  unsigned marked = 0;
  std::optional<Observers> observers;
  for (auto& i : instructions(kernel)) {
    auto* rmw = dyn_cast<AtomicRMWInst>(&i);
    if (!rmw || !addition(i) || !is_common_place(rmw->getPointerOperand())) continue;
    if (!observers) observers.emplace(kernel);
    if (nothing_follows(*rmw) && !observers->observe(*rmw)) {
      rmw->setMetadata(kDeferred, MDNode::get(rmw->getContext(), {}));
      ++marked;
    }
  }
  return marked;
}

unsigned defer_additions(Compilation& c) {
  if (c.waits) return 0;
  return (c.full_warp ? mark(*c.full_warp) : 0) + (c.last_warp ? mark(*c.last_warp) : 0);
}

bool is_deferred_addition(const AtomicRMWInst& rmw) {
  return rmw.hasMetadata(kDeferred);
}

void do_at_once(AtomicRMWInst& rmw) {
  rmw.setMetadata(kDeferred, nullptr);
}

DeferredEntry::DeferredEntry(IRBuilderBase& b, Value* context, Value* place, Type* type,
                             Value* lanes)
    : context_(context), place_(place), kind_(number(b, kind_of(type))), lanes_(lanes) {
  using abi::DeferredAddition;
  auto* i8 = b.getInt8Ty();
  const auto field = [&](std::size_t offset) {
    return b.CreateConstInBoundsGEP1_64(i8, entry_, offset);
  };
  auto* first = b.CreateAlignedLoad(
      b.getPtrTy(), b.CreateConstInBoundsGEP1_64(i8, context, abi_offset(BlockContext, deferred)),
      Align(8), "deferred");
  first->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(b.getContext(), {}));
  // Neighbours have entries side by side, numbers and vectors of 32 of them alike.
  auto* address = b.CreatePtrToInt(place, b.getInt64Ty());
  auto* mixed = b.CreateXor(b.CreateLShr(address, 7), b.CreateLShr(address, 2));
  auto* index = b.CreateAnd(isa<ConstantInt>(lanes) ? mixed : b.CreateLShr(address, 7),
                            abi::kDeferredAdditions - 1);
  entry_ = b.CreateInBoundsGEP(i8, first, b.CreateMul(index, b.getInt64(sizeof(DeferredAddition))));
  auto* same_place = b.CreateICmpEQ(b.CreateLoad(b.getPtrTy(), entry_), place);
  auto* same_kind = b.CreateICmpEQ(
      b.CreateLoad(b.getInt32Ty(), field(abi_offset(DeferredAddition, kind))), kind_);
  auto* has = b.CreateLoad(b.getInt32Ty(), field(abi_offset(DeferredAddition, lanes)));
  auto* has_all = b.CreateIsNull(b.CreateAnd(lanes, b.CreateNot(has)));
  there_ = b.CreateAnd(b.CreateAnd(same_place, same_kind), has_all);
}

void DeferredEntry::add(IRBuilderBase& b, Value* value) const {
  auto* sums =
      b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), entry_, abi_offset(DeferredAddition, sums));
  auto* before = b.CreateAlignedLoad(value->getType(), sums, Align(abi::kVectorAlign));
  auto* after = value->getType()->isFPOrFPVectorTy() ? b.CreateFAdd(before, value)
                                                     : b.CreateAdd(before, value);
  b.CreateAlignedStore(after, sums, Align(abi::kVectorAlign));
}

void DeferredEntry::claim(IRBuilderBase& b) const {
  auto* module = b.GetInsertBlock()->getModule();
  auto* type = FunctionType::get(
      b.getVoidTy(), {b.getPtrTy(), b.getPtrTy(), b.getPtrTy(), b.getInt32Ty(), b.getInt32Ty()},
      false);
  b.CreateCall(module->getOrInsertFunction("heddle_rt_claim_deferred", type),
               {context_, entry_, place_, kind_, lanes_});
}

unsigned lower_deferred_additions(Module& module) {
  SmallVector<AtomicRMWInst*, 4> deferred;
  for (auto& function : module) {
    for (auto& i : instructions(function)) {
      auto* rmw = dyn_cast<AtomicRMWInst>(&i);
      if (rmw && is_deferred_addition(*rmw)) deferred.push_back(rmw);
    }
  }
  for (auto* rmw : deferred) {
    rmw->setMetadata(kDeferred, nullptr);
    IRBuilder<> b(rmw);
    auto* value = rmw->getValOperand();
    if (rmw->getOperation() == AtomicRMWInst::Sub) value = b.CreateNeg(value);
    const DeferredEntry entry(b, rmw->getFunction()->getArg(kBlockArgument),
                              rmw->getPointerOperand(), value->getType(), b.getInt32(1));
    Instruction *there = nullptr, *missing = nullptr;
    SplitBlockAndInsertIfThenElse(entry.is_there(), rmw, &there, &missing);
    mark_fast_path(*cast<BranchInst>(there->getParent()->getSinglePredecessor()->getTerminator()));
    rmw->moveBefore(missing->getIterator());
    b.SetInsertPoint(there);
    entry.add(b, value);
    b.SetInsertPoint(missing);
    entry.claim(b);
  }
  return deferred.size();
}

}  // namespace heddle::compiler
