// SPDX-License-Identifier: Apache-2.0
// Which shadows are made, and in which order; the rules are in shadow_rules.cpp.
#include "compiler/passes/shadow/shadow_values.h"

#include "compiler/passes/shadow/shadow_bytes.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// All bits of what is undefined, none of the others.
Constant* shadow_of_constant(const Constant& constant, Type* type) {
  if (isa<UndefValue>(constant)) return Constant::getAllOnesValue(type);
  auto* vector = dyn_cast<FixedVectorType>(type);
  if (!vector || !constant.containsUndefOrPoisonElement()) return Constant::getNullValue(type);
  SmallVector<Constant*, 8> elements;
  for (unsigned k = 0; k < vector->getNumElements(); ++k) {
    const auto* element = constant.getAggregateElement(k);
    auto* own = vector->getElementType();
    elements.push_back(element ? shadow_of_constant(*element, own) : Constant::getNullValue(own));
  }
  return ConstantVector::get(elements);
}

}  // namespace

Type* ShadowValues::type_of(const Value* value) const {
  return shadow_type(value->getType(), layout_);
}

void ShadowValues::want(Value* value, Kind kind) {
  auto* i = dyn_cast<Instruction>(value);
  if (!i || !sources_.of(i).any()) return;
  work_.emplace_back(i, kind);
  while (!work_.empty()) {
    const auto [next, wanted] = work_.pop_back_val();
    auto& known = wanted_[next];
    if (known & wanted) continue;
    known |= wanted;
    want_for(*next, wanted);
  }
}

void ShadowValues::want_for(const Instruction& i, Kind kind) {
  const auto fact = sources_.of(&i);
  const auto add = [&](Value* value, Kind more) {
    auto* made = dyn_cast<Instruction>(value);
    if (made && sources_.of(made).any()) work_.emplace_back(made, more);
  };
  auto* self = const_cast<Instruction*>(&i);
  if (kind == kComputed) {
    if (!fact.computed) return;
    add(self, kBits);
    if (!fact.moved) return;
  }
  if (kind == kSource && !fact.many) return;
  for (const auto& use : i.operands()) {
    add(use, kBits);
    if (kind != kBits) add(use, kind);
  }
}

Value* ShadowValues::bits(Value* value) {
  if (Value* made = bits_.lookup(value)) return made;
  auto* type = type_of(value);
  if (!type) return nullptr;
  if (const auto* constant = dyn_cast<Constant>(value)) return shadow_of_constant(*constant, type);
  return Constant::getNullValue(type);
}

Value* ShadowValues::computed(Value* value) {
  auto* type = type_of(value);
  if (!type) return nullptr;
  const auto fact = sources_.of(value);
  if (!fact.computed) return Constant::getNullValue(type);
  if (!fact.moved) return bits(value);
  Value* made = computed_.lookup(value);
  return made ? made : Constant::getNullValue(type);
}

Value* ShadowValues::source(Value* value) {
  const auto fact = sources_.of(value);
  Value* made = source_.lookup(value);
  return fact.many && made ? made : b_.getInt32(fact.source);
}

Value* ShadowValues::any(Builder& b, Value* shadow) {
  if (!shadow) return b.getFalse();
  auto* vector = dyn_cast<FixedVectorType>(shadow->getType());
  if (!vector) return b.CreateICmpNE(shadow, Constant::getNullValue(shadow->getType()));
  Value* all = Constant::getNullValue(vector->getElementType());
  for (unsigned k = 0; k < vector->getNumElements(); ++k) {
    all = b.CreateOr(all, b.CreateExtractElement(shadow, k));
  }
  return b.CreateICmpNE(all, Constant::getNullValue(all->getType()));
}

void ShadowValues::make(Loaded loaded) {
  // Operands come first, but for those of phis.
  const ReversePostOrderTraversal<Function*> order(&function_);
  for (auto* block : order) {
    SmallVector<Instruction*, 32> all;
    for (auto& i : *block) all.push_back(&i);
    for (auto* i : all) {
      if (const auto wanted = wanted_.lookup(i)) make(*i, wanted, loaded);
    }
  }
  finish_phis();
}

void ShadowValues::make(Instruction& i, unsigned wanted, Loaded loaded) {
  if (auto* phi = dyn_cast<PHINode>(&i)) return make_phi(*phi, wanted);
  const auto fact = sources_.of(&i);
  if (flow_of(i) == Flow::kNone) {
    // It is a source itself.
    b_.SetInsertPoint(&i);
    auto* type = type_of(&i);
    if (type && wanted & kBits) bits_[&i] = bits_of_bytes(b_, loaded(b_, i), type);
    return;
  }
  b_.SetInsertPoint(i.getNextNode());
  b_.SetCurrentDebugLocation(i.getDebugLoc());
  if (wanted & kBits) {
    if (auto* made = bits_of(i)) bits_[&i] = made;
  }
  // The words of a product have their source together.
  if (!type_of(&i) && !i.getType()->isStructTy()) return;
  if (wanted & kSource && fact.many) source_[&i] = source_of(i);
  if (!type_of(&i)) return;
  if (wanted & kComputed && fact.moved && fact.computed) computed_[&i] = computed_of(i);
}

// A phi that has no operands yet is simplified to nothing good: something that LLVM knows nothing
// of stands in for it.
void ShadowValues::make_phi(PHINode& phi, unsigned wanted) {
  auto* type = type_of(&phi);
  if (!type) return;
  const auto fact = sources_.of(&phi);
  b_.SetInsertPoint(phi.getParent(), phi.getParent()->getFirstInsertionPt());
  const auto add = [&](Made& made, Type* of) {
    made[&phi] = b_.CreateLoad(of, ConstantPointerNull::get(b_.getPtrTy()));
  };
  if (wanted & kBits) add(bits_, type);
  if (wanted & kComputed && fact.moved && fact.computed) add(computed_, type);
  if (wanted & kSource && fact.many) add(source_, b_.getInt32Ty());
  phis_.push_back(&phi);
}

void ShadowValues::finish_phis() {
  for (auto* phi : phis_) {
    b_.SetInsertPoint(phi);
    const auto finish = [&](Made& made, auto of) {
      auto* stand_in = cast_or_null<LoadInst>(made.lookup(phi));
      if (!stand_in) return;
      auto* real = b_.CreatePHI(stand_in->getType(), phi->getNumIncomingValues());
      for (unsigned k = 0; k < phi->getNumIncomingValues(); ++k) {
        real->addIncoming(of(phi->getIncomingValue(k)), phi->getIncomingBlock(k));
      }
      stand_in->replaceAllUsesWith(real);
      stand_in->eraseFromParent();
    };
    finish(bits_, [&](Value* v) { return bits(v); });
    finish(computed_, [&](Value* v) { return computed(v); });
    finish(source_, [&](Value* v) { return source(v); });
  }
}

}  // namespace heddle::compiler
