// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/polls.h"

#include "compiler/ir/context_access.h"
#include "compiler/ir/context_field.h"
#include "compiler/ir/pseudo.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

namespace heddle::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

bool is_invariant(const LoadInst& load) {
  return load.hasMetadata(LLVMContext::MD_invariant_load);
}

// What `load` reads is at a constant offset from this.
const Value* base_of(const LoadInst& load, std::uint64_t& offset) {
  const auto& layout = load.getDataLayout();
  APInt sum(layout.getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
  const auto* base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(
      layout, sum, /*AllowNonInbounds=*/true);
  offset = sum.getZExtValue();
  return base;
}

// Whether a value may be zero, of those that a loop's counter goes on by.
bool may_be_zero(const Value* step) {
  if (const auto* constant = dyn_cast<Constant>(step)) return constant->isNullValue();
  if (const auto* choice = dyn_cast<SelectInst>(step))
    return may_be_zero(choice->getTrueValue()) || may_be_zero(choice->getFalseValue());
  if (const auto* phi = dyn_cast<PHINode>(step))
    return any_of(phi->incoming_values(), [](const Use& use) {
      const auto* constant = dyn_cast<Constant>(use.get());
      return !constant || constant->isNullValue();
    });
  return isa<CastInst>(step) && step->getType() != cast<CastInst>(step)->getSrcTy() &&
         cast<CastInst>(step)->getSrcTy()->isIntegerTy(1);
}

// Whether `value` may be what `phi`, of the loop's header, is in this round.
bool may_keep(const Value* value, const PHINode& phi, SmallPtrSetImpl<const Value*>& seen) {
  if (value == &phi) return true;
  if (!seen.insert(value).second) return false;
  const auto keeps = [&](const Value* part) { return may_keep(part, phi, seen); };
  if (const auto* other = dyn_cast<PHINode>(value)) {
    return other->getParent() != phi.getParent() &&
           any_of(other->incoming_values(), [&](const Use& use) { return keeps(use.get()); });
  }
  if (const auto* choice = dyn_cast<SelectInst>(value))
    return keeps(choice->getTrueValue()) || keeps(choice->getFalseValue());
  if (const auto* freeze = dyn_cast<FreezeInst>(value)) return keeps(freeze->getOperand(0));
  const auto* sum = dyn_cast<BinaryOperator>(value);
  if (!sum || (sum->getOpcode() != Instruction::Add && sum->getOpcode() != Instruction::Sub &&
               sum->getOpcode() != Instruction::Or && sum->getOpcode() != Instruction::Xor))
    return false;
  return (keeps(sum->getOperand(0)) && may_be_zero(sum->getOperand(1))) ||
         (keeps(sum->getOperand(1)) && may_be_zero(sum->getOperand(0)));
}

bool may_repeat(const Value* value, const Loop& loop, SmallPtrSetImpl<const Value*>& seen) {
  const auto* i = dyn_cast<Instruction>(value);
  if (!i || !loop.contains(i) || !seen.insert(i).second) return true;
  if (const auto* phi = dyn_cast<PHINode>(i); phi && i->getParent() == loop.getHeader()) {
    for (unsigned k = 0; k < phi->getNumIncomingValues(); ++k) {
      SmallPtrSet<const Value*, 16> visited;
      if (loop.contains(phi->getIncomingBlock(k)) &&
          may_keep(phi->getIncomingValue(k), *phi, visited))
        return true;
    }
    return false;
  }
  return all_of(i->operands(), [&](const Use& use) {
    return isa<BasicBlock>(use.get()) || may_repeat(use.get(), loop, seen);
  });
}

bool is_fixed(const Value* value, const Loop& loop, unsigned depth) {
  const auto* i = dyn_cast<Instruction>(value);
  if (!i || !loop.contains(i)) return true;
  const auto* load = dyn_cast<LoadInst>(i);
  const bool changes = i->mayReadOrWriteMemory() && !(load && is_invariant(*load));
  if (depth == 0 || isa<PHINode>(i) || changes) return false;
  return all_of(i->operands(), [&](const Value* part) { return is_fixed(part, loop, depth - 1); });
}

}  // namespace

bool lets_others_write(const Instruction& i) {
  if (isa<FenceInst>(i)) return true;
  const auto* call = dyn_cast<CallInst>(&i);
  if (!call || !call->getCalledFunction()) return false;
  switch (call->getCalledFunction()->getIntrinsicID()) {
    case Intrinsic::nvvm_membar_cta:
    case Intrinsic::nvvm_membar_gl:
    case Intrinsic::nvvm_membar_sys:
    case Intrinsic::nvvm_nanosleep:
      return true;
    default:
      return false;
  }
}

const Value* address_of(const Instruction& i) {
  if (const auto* pointer = getLoadStorePointerOperand(&i)) return pointer;
  if (const auto* update = dyn_cast<AtomicRMWInst>(&i)) return update->getPointerOperand();
  if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) return exchange->getPointerOperand();
  return pseudo::is(&i, pseudo::kMbarrierPhase) ? i.getOperand(0) : nullptr;
}

std::uint64_t accessed_bytes(const Instruction& i) {
  auto* type = i.getType();
  if (const auto* store = dyn_cast<StoreInst>(&i)) type = store->getValueOperand()->getType();
  // What it answers says besides whether it has swapped.
  if (const auto* swap = dyn_cast<AtomicCmpXchgInst>(&i))
    type = swap->getNewValOperand()->getType();
  return i.getDataLayout().getTypeStoreSize(type).getFixedValue();
}

bool Buffer::is_one() const {
  return is_known() || !isa<PHINode, SelectInst, IntToPtrInst, CallInst>(base);
}

Buffer buffer_of(const Value* pointer) {
  using Kind = Buffer::Kind;
  const auto* object = getUnderlyingObject(pointer, 0);
  if (isa<AllocaInst>(object) || pseudo::is(object, pseudo::kAlloca)) return {Kind::kLocal, object};
  if (isa<GlobalVariable>(object)) return {Kind::kVariable, object};
  if (isa<Argument>(object)) return {Kind::kParameter, object};
  const auto* load = dyn_cast<LoadInst>(object);
  if (!load) return {Kind::kUnknown, object};
  if (context::field_read(*load) == abi_offset(BlockContext, shared))
    return {Kind::kShared, nullptr};
  std::uint64_t slot = 0;
  const auto* table = dyn_cast<LoadInst>(base_of(*load, slot));
  if (!table) return {Kind::kUnknown, object};
  const auto field = context::field_read(*table);
  if (field == abi_offset(BlockContext, params)) return {Kind::kParameter, nullptr, slot};
  if (field == abi_offset(BlockContext, symbols)) return {Kind::kVariable, nullptr, slot};
  return {Kind::kUnknown, object};
}

bool same_buffer(const Instruction& a, const Instruction& b) {
  const auto *pa = address_of(a), *pb = address_of(b);
  if (!pa || !pb) return false;
  const Buffer of_a = buffer_of(pa);
  return of_a.is_one() && of_a == buffer_of(pb);
}

bool is_written(const LoadInst& load) {
  return any_of(instructions(load.getFunction()), [&](const Instruction& i) {
    return !isa<LoadInst>(i) && i.mayWriteToMemory() && same_buffer(i, load);
  });
}

// Addresses first + constant + any multiple of `step`.
struct Field {
  APInt constant, step;
};
static Field field_of(const Value* pointer, const DataLayout& layout) {
  Field field{APInt(64, 0), APInt(64, 0)};
  while (const auto* part = dyn_cast<GEPOperator>(pointer)) {
    SmallMapVector<Value*, APInt, 4> variable;
    if (layout.getIndexTypeSizeInBits(part->getType()) != 64 ||
        !part->collectOffset(layout, 64, variable, field.constant)) {
      return {APInt(64, 0), APInt(64, 1)};
    }
    for (const auto& [index, scale] : variable)
      field.step = APIntOps::GreatestCommonDivisor(field.step, scale.abs());
    pointer = part->getPointerOperand();
  }
  return field;
}

// Whether two accesses are of different fields of the structures in one buffer, whichever
// structures they are: both addresses count from one pointer that all threads share.
static bool in_different_fields(const Instruction& a, const Instruction& b) {
  const auto buffer = buffer_of(address_of(a));
  if (!buffer.is_known() || isa_and_nonnull<Argument>(buffer.base)) return false;
  if (buffer != buffer_of(address_of(b))) return false;
  const auto& layout = a.getDataLayout();
  const auto of_a = field_of(address_of(a), layout), of_b = field_of(address_of(b), layout);
  const APInt step = APIntOps::GreatestCommonDivisor(of_a.step, of_b.step);
  if (step.ule(1)) return false;
  const auto bytes = [&](const Instruction& i) {
    const auto* type = i.getType();
    if (const auto* store = dyn_cast<StoreInst>(&i)) type = store->getValueOperand()->getType();
    if (const auto* swap = dyn_cast<AtomicCmpXchgInst>(&i))
      type = swap->getNewValOperand()->getType();
    return layout.getTypeStoreSize(const_cast<Type*>(type)).getFixedValue();
  };
  // How far b's first byte lies behind one of a's, at most a step.
  const auto apart = (of_b.constant - of_a.constant).srem(step);
  const auto behind = (apart.isNegative() ? apart + step : apart).getZExtValue();
  return behind >= bytes(a) && behind + bytes(b) <= step.getZExtValue();
}

Overlaps::Overlaps(const Function& function)
    : library_(function.getParent()->getTargetTriple()), info_(library_), results_(info_) {
  results_.addAAResult(scopes_);
}

bool Overlaps::may_write(const Instruction& i, const Instruction& poll) {
  using Kind = Buffer::Kind;
  if (pseudo::is(&poll, pseudo::kMbarrierPhase) && !isa<CallInst>(i)) return false;
  if (pseudo::is(&i, pseudo::kMbarrier)) return pseudo::is(&poll, pseudo::kMbarrierPhase);
  if (isa<LoadInst>(i)) return false;
  if (pseudo::is(&i, pseudo::kTensor)) return true;  // where to, its map and its operands say
  const bool copies = pseudo::is(&i, pseudo::kCopy) || pseudo::is(&i, pseudo::kBulkReduce);
  const auto* to = copies ? i.getOperand(0) : address_of(i);
  if (!to || pseudo::is(&i, pseudo::kMbarrierPhase)) {
    const auto* call = dyn_cast<CallInst>(&i);
    return call && (!call->getCalledFunction() || !call->getCalledFunction()->isDeclaration());
  }
  const auto* from = address_of(poll);
  if (!from) return buffer_of(to).kind != Kind::kLocal;  // a function looks, wherever that is
  const Buffer a = buffer_of(to), b = buffer_of(from);
  if (a.kind == Kind::kLocal || b.kind == Kind::kLocal) return false;
  if (a == b) return !address_of(i) || !in_different_fields(poll, i);
  if (!a.is_known() || !b.is_known()) return true;
  if (a.kind == Kind::kShared || b.kind == Kind::kShared) return false;
  if (a.kind == Kind::kVariable && b.kind == Kind::kVariable) return false;
  return !results_.isNoAlias(MemoryLocation::getBeforeOrAfter(to, i.getAAMetadata()),
                             MemoryLocation::getBeforeOrAfter(from, poll.getAAMetadata()));
}

bool is_fixed(const Value* value, const Loop& loop) {
  return is_fixed(value, loop, 6);
}

bool may_repeat(const Value* value, const Loop& loop) {
  SmallPtrSet<const Value*, 16> seen;
  return may_repeat(value, loop, seen);
}

bool is_computed_from(const Value* value, const Loop& loop,
                      function_ref<bool(const Instruction&)> wanted) {
  SmallVector<const Value*, 16> work{value};
  SmallPtrSet<const Value*, 32> seen;
  while (!work.empty()) {
    const auto* i = dyn_cast<Instruction>(work.pop_back_val());
    if (!i || !loop.contains(i) || !seen.insert(i).second) continue;
    if (wanted(*i)) return true;
    append_range(work, i->operands());
  }
  return false;
}

bool comes_back(const Value* value, const Loop& loop) {
  return is_computed_from(value, loop, [](const Instruction& i) {
    if (i.getOpcode() == Instruction::URem || i.getOpcode() == Instruction::SRem) return true;
    const APInt* mask = nullptr;
    return i.getOpcode() == Instruction::And &&
           !(match(i.getOperand(1), m_APInt(mask)) && mask->isNegative());
  });
}

bool repeats_itself(const AtomicRMWInst& update, function_ref<bool(const Value*)> stays_the_same) {
  switch (update.getOperation()) {
    case AtomicRMWInst::Xchg:
    case AtomicRMWInst::And:
    case AtomicRMWInst::Or:
    case AtomicRMWInst::Min:
    case AtomicRMWInst::Max:
    case AtomicRMWInst::UMin:
    case AtomicRMWInst::UMax:
    case AtomicRMWInst::FMin:
    case AtomicRMWInst::FMax:
      return stays_the_same(update.getValOperand());
    case AtomicRMWInst::Add:
    case AtomicRMWInst::Sub:
    case AtomicRMWInst::Xor: {
      const auto* constant = dyn_cast<Constant>(update.getValOperand());
      return constant && constant->isNullValue();
    }
    default:
      return false;
  }
}

bool repeats_itself(const AtomicRMWInst& update, const Loop& loop) {
  return repeats_itself(update, [&](const Value* value) { return is_fixed(value, loop); });
}

bool is_poll(const Instruction& i, const Loop& loop, bool fences) {
  if (pseudo::is(&i, pseudo::kMbarrierPhase)) return is_fixed(i.getOperand(0), loop);
  if (const auto* load = dyn_cast<LoadInst>(&i)) {
    return (load->isVolatile() || load->isAtomic() || fences) &&
           is_fixed(load->getPointerOperand(), loop);
  }
  if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) {
    return is_fixed(exchange->getPointerOperand(), loop) &&
           is_fixed(exchange->getCompareOperand(), loop);
  }
  const auto* update = dyn_cast<AtomicRMWInst>(&i);
  return update && is_fixed(update->getPointerOperand(), loop) && repeats_itself(*update, loop);
}

}  // namespace heddle::compiler
