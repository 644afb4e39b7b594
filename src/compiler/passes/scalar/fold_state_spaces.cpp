// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/scalar/fold_state_spaces.h"

#include "compiler/ir/address_space.h"
#include "compiler/ir/pseudo.h"
#include "image/kernel_abi.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

using namespace llvm;
using abi::StateSpace;

namespace {

// Kernels get no pointers to what lives as long as a block or a thread.
std::optional<StateSpace> loaded(const LoadInst& load) {
  if (!load.hasMetadata(LLVMContext::MD_invariant_load)) return {};
  const auto* from = getUnderlyingObject(load.getPointerOperand());
  if (!pseudo::is(from, pseudo::kBlock)) return StateSpace::kGlobal;
  static_assert(offsetof(abi::BlockContext, params) == 0);
  if (load.getPointerOperand()->stripPointerCasts() == from) return StateSpace::kParameter;
  return {};
}

std::optional<StateSpace> space_of(const Value* pointer) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(pointer, objects);
  std::optional<StateSpace> common;
  for (const auto* object : objects) {
    std::optional<StateSpace> space;
    if (object->getType()->isPointerTy() &&
        object->getType()->getPointerAddressSpace() == kSharedSpace) {
      space = StateSpace::kShared;
    } else if (isa<AllocaInst>(object) || pseudo::is(object, pseudo::kAlloca)) {
      space = StateSpace::kLocal;
    } else if (isa<GlobalVariable>(object)) {
      space = StateSpace::kGlobal;
    } else if (const auto* load = dyn_cast<LoadInst>(object)) {
      space = loaded(*load);
    }
    if (!space || (common && *common != *space)) return {};
    common = space;
  }
  return common;
}

Constant* answer(const CallInst& call) {
  const bool asks = pseudo::is(&call, pseudo::kStateSpace);
  const auto space = asks ? space_of(call.getArgOperand(0)) : std::nullopt;
  return space ? ConstantInt::get(call.getType(), static_cast<std::uint64_t>(*space)) : nullptr;
}

}  // namespace

unsigned fold_state_spaces(Function& function) {
  unsigned changed = 0;
  for (auto& instruction : make_early_inc_range(instructions(function))) {
    auto* call = dyn_cast<CallInst>(&instruction);
    auto* known = call ? answer(*call) : nullptr;
    if (!known) continue;
    call->replaceAllUsesWith(known);
    call->eraseFromParent();
    ++changed;
  }
  return changed;
}

}  // namespace heddle::compiler
