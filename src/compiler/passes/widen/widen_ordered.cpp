// SPDX-License-Identifier: Apache-2.0
// Loads and stores that other threads may look at: atomic ones and volatile ones.
//
// One number at one place keeps its order: an LLVM atomic access. Lanes at several places are
// relaxed accesses between fences, as C++ says what an order is: release before the stores, acquire
// behind the loads, sequential consistency behind the stores too. Lanes that lie side by side are
// volatile vectors, in which a CPU keeps each number of up to 8 bytes whole, and on which LLVM's
// passes have nothing to say; larger ones come one after another.
//
// Shared memory belongs to one host thread, and whatever another warp writes it writes while this
// one is suspended: volatile is enough there, and under masks not even that is needed.
#include "compiler/passes/widen/access.h"
#include "llvm/IR/InlineAsm.h"
#include "ptx/sync_scope.h"

namespace heddle::compiler {

using namespace llvm;

Value* Widener::load_piece(const Access& access, Type* type, Value* address, MaybeAlign align) {
  const bool atomic = access.atomic() && !access.shared && !type->isVectorTy();
  auto* load = b_.CreateAlignedLoad(type, address, align.value_or(access.align),
                                    access.is_volatile || (access.atomic() && !atomic));
  if (atomic) load->setAtomic(access.order, access.scope);
  return load;
}

void Widener::store_piece(const Access& access, Value* value, Value* address) {
  const bool atomic = access.atomic() && !access.shared && !value->getType()->isVectorTy();
  auto* store = b_.CreateAlignedStore(value, address, access.align,
                                      access.is_volatile || (access.atomic() && !atomic));
  if (atomic) store->setAtomic(access.order, access.scope);
}

// LLVM has no volatile form of masked accesses, and drops dead ones across fences: around them
// stands what may read and write all memory and costs nothing.
void Widener::hold_in_place(const Access& access) {
  if (!access.observed()) return;
  auto* type = FunctionType::get(b_.getVoidTy(), false);
  b_.CreateCall(InlineAsm::get(type, "", "~{memory}", /*hasSideEffects=*/true));
}

Value* Widener::load_masked(const Access& access, Type* type, Value* address, Value* mask) {
  hold_in_place(access);
  auto* load = b_.CreateMaskedLoad(type, address, access.align, mask, PoisonValue::get(type));
  hold_in_place(access);
  return load;
}

void Widener::store_masked(const Access& access, Value* value, Value* address, Value* mask) {
  hold_in_place(access);
  b_.CreateMaskedStore(value, address, access.align, mask);
  hold_in_place(access);
}

void Widener::fence(AtomicOrdering order, SyncScope::ID scope) {
  b_.CreateFence(order, ptx::host_fence_scope(b_.getContext(), scope));
}

// Several places: the order is that of the fences around relaxed accesses.
static bool needs_fences(const Widener::Access& access, Type* type) {
  const bool one = access.address.shape.is_uniform() && !is_tuple(type);
  return access.atomic() && !access.shared && !one;
}

Lanes Widener::load_ordered(Access access, Type* type) {
  if (!needs_fences(access, type)) return load_value(access, type);
  const auto order = access.order;
  access.order = AtomicOrdering::Monotonic;
  auto result = load_value(access, type);
  if (isAcquireOrStronger(order)) fence(AtomicOrdering::Acquire, access.scope);
  return result;
}

void Widener::store_ordered(Access access, Type* type, const Lanes& value) {
  if (!needs_fences(access, type)) return store_value(access, type, value);
  const auto order = access.order;
  access.order = AtomicOrdering::Monotonic;
  if (isReleaseOrStronger(order)) fence(AtomicOrdering::Release, access.scope);
  store_value(access, type, value);
  if (order == AtomicOrdering::SequentiallyConsistent) fence(order, access.scope);
}

}  // namespace heddle::compiler
