// SPDX-License-Identifier: Apache-2.0
#include "ptx/memory_scopes.h"

#include <optional>

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/AtomicOrdering.h"
#include "ptx/sync_scope.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

constexpr StringLiteral kScope = "heddle.scope", kFence = "heddle.fence";
constexpr unsigned kMaxSteps = 16;  // from an atomic operation back to the scope of its address

// __MEMORY_SCOPE_SYSTEM, _DEVICE, _WRKGRP, _WVFRNT, _SINGLE, _CLUSTR
SyncScope::ID scope_of(LLVMContext& context, const Value* number) {
  const auto* known = dyn_cast<ConstantInt>(number);
  switch (known ? known->getZExtValue() : 0) {
    case 1:
      return context.getOrInsertSyncScopeID(kDeviceScope);
    case 2:
    case 3:
      return context.getOrInsertSyncScopeID(kBlockScope);
    case 4:
      return SyncScope::SingleThread;
    case 5:
      return context.getOrInsertSyncScopeID(kClusterScope);
    default:
      return SyncScope::System;
  }
}

const CallInst* scope_call(const Value* value) {
  const auto* call = dyn_cast<CallInst>(value);
  const auto* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == kScope ? call : nullptr;
}

// What is said of an address: all the ways to it agree, or it is the system's.
std::optional<SyncScope::ID> said_of(const Value* address, unsigned steps = kMaxSteps) {
  auto& context = address->getContext();
  if (const auto* call = scope_call(address)) return scope_of(context, call->getArgOperand(1));
  SmallVector<const Value*, 2> from;
  if (steps == 0) {
    return std::nullopt;
  } else if (const auto* phi = dyn_cast<PHINode>(address)) {
    from.append(phi->op_begin(), phi->op_end());
  } else if (const auto* select = dyn_cast<SelectInst>(address)) {
    from = {select->getTrueValue(), select->getFalseValue()};
  } else if (const auto* gep = dyn_cast<GEPOperator>(address)) {
    from = {gep->getPointerOperand()};
  } else if (isa<AddrSpaceCastOperator, BitCastOperator>(address)) {
    from = {cast<Operator>(address)->getOperand(0)};
  }
  if (from.empty()) return std::nullopt;
  const auto first = said_of(from[0], steps - 1);
  const bool agree = all_of(drop_begin(from),
                            [&](const Value* other) { return said_of(other, steps - 1) == first; });
  return agree ? first : std::optional<SyncScope::ID>(SyncScope::System);
}

// __ATOMIC_RELAXED, _CONSUME, _ACQUIRE, _RELEASE, _ACQ_REL, _SEQ_CST
AtomicOrdering order_of(const Value* number) {
  const auto* known = dyn_cast<ConstantInt>(number);
  switch (known ? known->getZExtValue() : 5) {
    case 0:
      return AtomicOrdering::Monotonic;
    case 1:
    case 2:
      return AtomicOrdering::Acquire;
    case 3:
      return AtomicOrdering::Release;
    case 4:
      return AtomicOrdering::AcquireRelease;
    default:
      return AtomicOrdering::SequentiallyConsistent;
  }
}

void make_fence(CallInst& call) {
  auto order = order_of(call.getArgOperand(0));
  if (isStrongerThanMonotonic(order)) {
    IRBuilder<>(&call).CreateFence(order, scope_of(call.getContext(), call.getArgOperand(1)));
  }
  call.eraseFromParent();
}

template <typename Lower>
void lower_calls(Module& module, StringRef name, Lower lower) {
  auto* function = module.getFunction(name);
  if (!function) return;
  for (auto* user : make_early_inc_range(function->users())) {
    if (auto* call = dyn_cast<CallInst>(user)) lower(*call);
  }
  if (function->use_empty()) function->eraseFromParent();
}

}  // namespace

void name_scopes(Module& module) {
  auto& context = module.getContext();
  const auto device = context.getOrInsertSyncScopeID(kDeviceScope);
  for (auto& function : module) {
    for (auto& i : instructions(function)) {
      if (!i.isAtomic() || isa<FenceInst>(i)) continue;
      const auto* load = dyn_cast<LoadInst>(&i);
      const auto* store = dyn_cast<StoreInst>(&i);
      const auto* rmw = dyn_cast<AtomicRMWInst>(&i);
      const auto* address = load    ? load->getPointerOperand()
                            : store ? store->getPointerOperand()
                            : rmw   ? rmw->getPointerOperand()
                                    : cast<AtomicCmpXchgInst>(i).getPointerOperand();
      setAtomicSyncScopeID(&i, said_of(address).value_or(device));
    }
  }
  lower_calls(module, kScope, [](CallInst& call) {
    call.replaceAllUsesWith(call.getArgOperand(0));
    call.eraseFromParent();
  });
  lower_calls(module, kFence, make_fence);
}

}  // namespace heddle::ptx
