// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/value_uses.h"

#include "compiler/passes/probe/access_facts.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// More than a loop's chain of sums needs; what is behind is not followed.
constexpr unsigned kMostSteps = 8;

std::uint32_t mask_of(unsigned first, unsigned size) {
  return maskTrailingOnes<std::uint32_t>(std::min(size, 32u)) << first;
}

// Bytes of a value that fills them; 0: it does not.
unsigned whole_bytes(const Type& type, const DataLayout& layout) {
  auto* mutable_type = const_cast<Type*>(&type);
  if (!mutable_type->isSized() || type.isAggregateType()) return 0;
  const auto bits = layout.getTypeSizeInBits(mutable_type).getFixedValue();
  return bits % 8 == 0 && bits <= 256 ? static_cast<unsigned>(bits / 8) : 0;
}

std::optional<unsigned> constant_of(const Value* value) {
  const auto* number = dyn_cast<ConstantInt>(value);
  if (!number || number->getValue().getActiveBits() > 16) return std::nullopt;
  return static_cast<unsigned>(number->getZExtValue());
}

// The first byte of the element that `i` takes, and its size.
std::optional<std::pair<unsigned, unsigned>> element_of(const ExtractElementInst& i) {
  const auto& layout = i.getDataLayout();
  const auto index = constant_of(i.getIndexOperand());
  const unsigned size = whole_bytes(*i.getType(), layout);
  if (!index || size == 0) return std::nullopt;
  return std::pair(*index * size, size);
}

// A result that depends on all of each operand, whatever the others are.
bool depends_on_operands(const Instruction& i) {
  if (const auto* binary = dyn_cast<BinaryOperator>(&i)) {
    switch (binary->getOpcode()) {
      // No bits are lost.
      case Instruction::Shl:
        return binary->hasNoUnsignedWrap() || binary->hasNoSignedWrap();
      case Instruction::And:
      case Instruction::Or:
      case Instruction::LShr:
      case Instruction::AShr:
        return false;
      default:
        return !i.getType()->isIntOrIntVectorTy(1);
    }
  }
  if (const auto* call = dyn_cast<IntrinsicInst>(&i)) {
    return call->doesNotAccessMemory() && !call->isConvergent() && !call->getType()->isVoidTy() &&
           call->getIntrinsicID() != Intrinsic::is_constant &&
           call->getIntrinsicID() != Intrinsic::fshl && call->getIntrinsicID() != Intrinsic::fshr;
  }
  return isa<CmpInst, UnaryOperator, GetElementPtrInst>(i) ||
         (isa<CastInst>(i) && !isa<TruncInst>(i));
}

bool is_in_global_memory(const StoreInst& store) {
  const auto facts = access_facts(const_cast<StoreInst&>(store));
  return facts && facts->site.space == probes::Space::kGlobal;
}

}  // namespace

ValueUses::ValueUses(Function& function)
    : dominators_(function), post_dominators_(function), loops_(dominators_) {}

std::uint32_t ValueUses::decided_bytes(const LoadInst& load) {
  const unsigned size = whole_bytes(*load.getType(), load.getDataLayout());
  if (size == 0 || size > 32) return 0;
  load_ = &load;
  decided_ = 0;
  follow_bytes(load, 0, size);
  return decided_;
}

void ValueUses::follow_bytes(const Value& value, unsigned first, unsigned size) {
  const auto& layout = load_->getDataLayout();
  for (const Use& use : value.uses()) {
    const auto* i = dyn_cast<Instruction>(use.getUser());
    if (!i) continue;
    const unsigned bytes = whole_bytes(*i->getType(), layout);
    if (isa<BitCastInst>(i) && bytes == size) {
      follow_bytes(*i, first, size);
    } else if (isa<TruncInst>(i) && bytes != 0 && !i->getType()->isVectorTy()) {
      follow_bytes(*i, first, bytes);
    } else if (isa<TruncInst>(i) && i->getType()->isIntegerTy(1)) {
      seen_.clear();
      follow_result(*i, mask_of(first, 1), false);
    } else if (const auto* element = dyn_cast<ExtractElementInst>(i)) {
      const auto part = element_of(*element);
      if (part && part->first + part->second <= size) {
        follow_bytes(*i, first + part->first, part->second);
      }
    } else if (i->getOpcode() == Instruction::LShr && use.getOperandNo() == 0) {
      const auto shift = constant_of(i->getOperand(1));
      if (!shift || *shift % 8 != 0) continue;
      for (const User* user : i->users()) {
        const auto* trunc = dyn_cast<TruncInst>(user);
        const unsigned part = trunc ? whole_bytes(*trunc->getType(), layout) : 0;
        if (part != 0 && part + *shift / 8 <= size) {
          follow_bytes(*trunc, first + *shift / 8, part);
        }
      }
    } else if (i->getOpcode() == Instruction::And && !i->getType()->isVectorTy() && size <= 8) {
      const auto* mask = dyn_cast<ConstantInt>(i->getOperand(1 - use.getOperandNo()));
      if (!mask) continue;
      std::uint32_t used = 0;
      for (unsigned byte = 0; byte < size; ++byte) {
        if (mask->getZExtValue() >> 8 * byte & 0xff) used |= 1u << byte;
      }
      seen_.clear();
      follow_result(*i, used << first, false);
    } else {
      seen_.clear();
      this->use(use, mask_of(first, size), false);
    }
  }
}

void ValueUses::follow_result(const Value& value, std::uint32_t bytes, bool is_computed) {
  if ((decided_ & bytes) == bytes || !seen_.insert(&value).second) return;
  for (const Use& use : value.uses()) this->use(use, bytes, is_computed);
}

void ValueUses::use(const Use& use, std::uint32_t bytes, bool is_computed) {
  const auto* i = dyn_cast<Instruction>(use.getUser());
  if (!i) return;
  const bool certain = is_certain(*i->getParent());
  if (const auto* store = dyn_cast<StoreInst>(i)) {
    const bool is_address = use.getOperandNo() == StoreInst::getPointerOperandIndex();
    if (certain && (is_address || (is_computed && is_in_global_memory(*store)))) decided_ |= bytes;
  } else if (isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst, BranchInst, SwitchInst>(i)) {
    if (certain) decided_ |= bytes;
  } else if (const auto* phi = dyn_cast<PHINode>(i)) {
    const auto* result = dyn_cast<Instruction>(use.get());
    if (is_computed && result && goes_on(*result, *phi) && is_certain(*phi->getIncomingBlock(use)))
      decided_ |= bytes;
  } else if (isa<SelectInst>(i)) {
    if (use.getOperandNo() == 0) follow_result(*i, bytes, true);
  } else if (depends_on_operands(*i)) {
    follow_result(*i, bytes, true);
  }
}

bool ValueUses::is_certain(const BasicBlock& block) const {
  const auto* from = load_->getParent();
  if (&block == from) return true;
  if (!post_dominators_.dominates(&block, from)) return false;
  const auto* loop = loops_.getLoopFor(from);
  return !loop || loop->contains(&block);
}

// Whether `result`, as the next value of `phi`, is made from its last one: what went into a sum
// stays in it.
bool ValueUses::goes_on(const Instruction& result, const PHINode& phi) const {
  SmallPtrSet<const Value*, 8> next{&phi};  // phis that take it over
  for (const User* user : phi.users()) {
    if (isa<PHINode>(user)) next.insert(user);
  }
  SmallVector<std::pair<const Instruction*, unsigned>, 8> work{{&result, 0}};
  SmallPtrSet<const Value*, 16> seen;
  while (!work.empty()) {
    const auto [i, steps] = work.pop_back_val();
    if (steps == kMostSteps || !depends_on_operands(*i) || !seen.insert(i).second) continue;
    for (const Value* operand : i->operands()) {
      const auto* before = dyn_cast<Instruction>(operand);
      if (!before) continue;
      if (next.contains(before) && loops_.isLoopHeader(before->getParent())) return true;
      work.push_back({before, steps + 1});
    }
  }
  return false;
}

std::optional<ValueUses::Source> ValueUses::source_of(const StoreInst& store) {
  const auto& layout = store.getDataLayout();
  const Value* value = store.getValueOperand();
  unsigned size = whole_bytes(*value->getType(), layout), offset = 0;
  if (size == 0) return std::nullopt;
  for (;;) {
    if (const auto* load = dyn_cast<LoadInst>(value)) {
      const unsigned loaded = whole_bytes(*load->getType(), layout);
      return offset + size <= loaded ? std::optional(Source{load, offset}) : std::nullopt;
    }
    if (const auto* cast = dyn_cast<BitCastInst>(value)) {
      value = cast->getOperand(0);
    } else if (const auto* trunc = dyn_cast<TruncInst>(value)) {
      if (trunc->getType()->isVectorTy()) return std::nullopt;
      value = trunc->getOperand(0);
      const auto* shift = dyn_cast<BinaryOperator>(value);
      if (!shift || shift->getOpcode() != Instruction::LShr) continue;
      const auto bits = constant_of(shift->getOperand(1));
      if (!bits || *bits % 8 != 0) return std::nullopt;
      offset += *bits / 8;
      value = shift->getOperand(0);
    } else if (const auto* element = dyn_cast<ExtractElementInst>(value)) {
      const auto part = element_of(*element);
      if (!part) return std::nullopt;
      offset += part->first;
      value = element->getVectorOperand();
    } else {
      return std::nullopt;
    }
  }
}

}  // namespace heddle::compiler
