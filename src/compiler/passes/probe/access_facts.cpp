// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/access_facts.h"

#include <algorithm>
#include <bit>

#include "compiler/ir/context_access.h"
#include "compiler/ir/context_field.h"
#include "compiler/ir/masked_access.h"
#include "compiler/ir/pseudo.h"
#include "compiler/passes/scalar/split_masked_accesses.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IntrinsicInst.h"

namespace heddle::compiler {

using namespace llvm;
using probes::AccessKind;
using probes::AtomicOp;
using probes::Order;
using probes::Scope;
using probes::Site;
using probes::Space;

namespace {

// What a pointer is made from.
enum class Origin {
  kUnknown,
  kInternal,   // the BlockContext and what hangs on it
  kParameter,  // the kernel's parameter buffer
  kGlobal,
  kShared,
  kLocal,
};

// Pointers that lead to pointers: a parameter and the table of symbols lie two steps from the
// BlockContext. A list's next pointer is loaded from itself, so there must be an end.
constexpr unsigned kMaxSteps = 3;

Origin origin_of(const Value* pointer, unsigned steps = kMaxSteps);

Origin origin_of_loaded(const LoadInst& load, unsigned steps) {
  if (const auto field = context::field_read(load)) {
    switch (*field) {
      case abi_offset(BlockContext, params):
        return Origin::kParameter;
      case abi_offset(BlockContext, shared):
        return Origin::kShared;
      case abi_offset(BlockContext, cluster_shared):
      case abi_offset(BlockContext, nowhere):
        return Origin::kUnknown;  // of any block of the cluster
      default:
        return Origin::kInternal;
    }
  }
  if (steps == 0) return Origin::kUnknown;
  switch (origin_of(load.getPointerOperand(), steps - 1)) {
    case Origin::kParameter:  // a kernel is given no other pointers
    case Origin::kInternal:   // the table of symbols: device variables
      return Origin::kGlobal;
    default:
      return Origin::kUnknown;
  }
}

Origin origin_of_object(const Value* object, unsigned steps) {
  if (isa<AllocaInst>(object) || pseudo::is(object, pseudo::kAlloca)) return Origin::kLocal;
  if (pseudo::is(object, pseudo::kBlock)) return Origin::kInternal;
  if (pseudo::is(object, pseudo::kProbeAdmit)) {
    return origin_of(cast<CallInst>(object)->getArgOperand(1), steps);
  }
  if (const auto* load = dyn_cast<LoadInst>(object)) return origin_of_loaded(*load, steps);
  return Origin::kUnknown;
}

SmallVector<const Value*, 4> objects_of(const Value* pointer) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(pointer, objects, nullptr, 0);
  return objects;
}

Origin origin_of(const Value* pointer, unsigned steps) {
  std::optional<Origin> common;
  for (const auto* object : objects_of(pointer)) {
    const auto origin = origin_of_object(object, steps);
    if (common && *common != origin) return Origin::kUnknown;
    common = origin;
  }
  return common.value_or(Origin::kUnknown);
}

// Empty: not the program's own access.
std::optional<Space> space_of(const Value* pointer) {
  const auto origin = origin_of(pointer);
  if (origin == Origin::kInternal || origin == Origin::kParameter) return std::nullopt;
  switch (pointer->getType()->getPointerAddressSpace()) {
    case 1:
      return Space::kGlobal;
    case 3:
      return Space::kShared;
    case 4:
      return Space::kConstant;
    case 5:
      return Space::kLocal;
    default:
      break;
  }
  switch (origin) {
    case Origin::kGlobal:
      return Space::kGlobal;
    case Origin::kShared:
      return Space::kShared;
    case Origin::kLocal:
      return Space::kLocal;
    default:
      return Space::kGeneric;
  }
}

// How far apart the lanes' copies lie (see Widener::alloca), 0 when several objects may be meant.
std::uint32_t local_stride(const Value* pointer) {
  const auto objects = objects_of(pointer);
  const auto* object = objects.size() == 1 ? dyn_cast<AllocaInst>(objects[0]) : nullptr;
  const auto size = object ? object->getAllocationSize(object->getDataLayout()) : std::nullopt;
  if (!size) return 0;
  return static_cast<std::uint32_t>(alignTo(size->getFixedValue(), object->getAlign()));
}

AtomicOp atomic_op(AtomicRMWInst::BinOp op) {
  switch (op) {
    case AtomicRMWInst::Xchg:
      return AtomicOp::kExchange;
    case AtomicRMWInst::Add:
      return AtomicOp::kAdd;
    case AtomicRMWInst::Sub:
      return AtomicOp::kSub;
    case AtomicRMWInst::And:
      return AtomicOp::kAnd;
    case AtomicRMWInst::Or:
      return AtomicOp::kOr;
    case AtomicRMWInst::Xor:
      return AtomicOp::kXor;
    case AtomicRMWInst::Min:
      return AtomicOp::kMin;
    case AtomicRMWInst::Max:
      return AtomicOp::kMax;
    case AtomicRMWInst::UMin:
      return AtomicOp::kMinUnsigned;
    case AtomicRMWInst::UMax:
      return AtomicOp::kMaxUnsigned;
    case AtomicRMWInst::FAdd:
      return AtomicOp::kAddFloat;
    case AtomicRMWInst::FMin:
      return AtomicOp::kMinFloat;
    case AtomicRMWInst::FMax:
      return AtomicOp::kMaxFloat;
    case AtomicRMWInst::UIncWrap:
      return AtomicOp::kIncrement;
    case AtomicRMWInst::UDecWrap:
      return AtomicOp::kDecrement;
    default:
      return AtomicOp::kNone;  // CUDA has no function for the others
  }
}

std::uint32_t touched_bytes(const DataLayout& layout, Type* type, std::uint32_t bytes,
                            const Value* mask) {
  if (!mask) return maskTrailingOnes<std::uint32_t>(std::min(bytes, 32u));
  const auto size = layout.getTypeStoreSize(type->getScalarType()).getFixedValue();
  std::uint32_t result = 0;
  for (const auto& [index, touched] : enumerate(touched_elements(*mask))) {
    if (touched) result |= maskTrailingOnes<std::uint32_t>(size) << index * size;
  }
  return result;
}

}  // namespace

Order order_of(AtomicOrdering ordering) {
  switch (ordering) {
    case AtomicOrdering::NotAtomic:
      return Order::kNone;
    case AtomicOrdering::Unordered:
    case AtomicOrdering::Monotonic:
      return Order::kRelaxed;
    case AtomicOrdering::Acquire:
      return Order::kAcquire;
    case AtomicOrdering::Release:
      return Order::kRelease;
    case AtomicOrdering::AcquireRelease:
      return Order::kAcquireRelease;
    case AtomicOrdering::SequentiallyConsistent:
      break;
  }
  return Order::kSequential;
}

Scope scope_of(const LLVMContext& context, SyncScope::ID scope) {
  SmallVector<StringRef, 8> names;
  context.getSyncScopeNames(names);
  return StringSwitch<Scope>(names[scope])
      .Case("singlethread", Scope::kThread)
      .Case("block", Scope::kBlock)
      .Case("cluster", Scope::kCluster)
      .Case("device", Scope::kDevice)
      .Default(Scope::kSystem);
}

std::optional<AccessFacts> access_facts(Instruction& i) {
  Site site{};
  site.event = probes::Event::kAccess;
  site.parameter = Site::kNoParameter;
  Value* address = nullptr;
  Type* type = nullptr;
  const Value* mask = nullptr;
  const auto atomic = [&](AtomicOrdering ordering, SyncScope::ID scope) {
    site.order = order_of(ordering);
    if (site.order != Order::kNone) site.scope = scope_of(i.getContext(), scope);
  };
  if (auto* load = dyn_cast<LoadInst>(&i)) {
    site.access = AccessKind::kLoad;
    site.align = static_cast<std::uint32_t>(load->getAlign().value());
    site.is_volatile = load->isVolatile();
    address = load->getPointerOperand();
    type = load->getType();
    atomic(load->getOrdering(), load->getSyncScopeID());
  } else if (auto* store = dyn_cast<StoreInst>(&i)) {
    site.access = AccessKind::kStore;
    site.align = static_cast<std::uint32_t>(store->getAlign().value());
    site.is_volatile = store->isVolatile();
    address = store->getPointerOperand();
    type = store->getValueOperand()->getType();
    atomic(store->getOrdering(), store->getSyncScopeID());
  } else if (auto* rmw = dyn_cast<AtomicRMWInst>(&i)) {
    site.event = probes::Event::kAtomic;
    site.access = rmw->use_empty() ? AccessKind::kReduction : AccessKind::kAtomic;
    site.operation = static_cast<std::uint32_t>(atomic_op(rmw->getOperation()));
    site.align = static_cast<std::uint32_t>(rmw->getAlign().value());
    site.is_volatile = rmw->isVolatile();
    address = rmw->getPointerOperand();
    type = rmw->getType();
    atomic(rmw->getOrdering(), rmw->getSyncScopeID());
  } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) {
    site.event = probes::Event::kAtomic;
    site.access = AccessKind::kAtomic;
    site.operation = static_cast<std::uint32_t>(AtomicOp::kCompareAndSwap);
    site.align = static_cast<std::uint32_t>(exchange->getAlign().value());
    site.is_volatile = exchange->isVolatile();
    address = exchange->getPointerOperand();
    type = exchange->getCompareOperand()->getType();
    atomic(exchange->getMergedOrdering(), exchange->getSyncScopeID());
  } else if (const auto masked = masked_access(i); masked && !masked->by_lane) {
    site.access = masked->loads ? AccessKind::kLoad : AccessKind::kStore;
    site.align = static_cast<std::uint32_t>(masked->align().value());
    address = masked->pointer();
    type = masked->type();
    mask = masked->mask();
  } else {
    return std::nullopt;
  }
  auto space = space_of(address);
  // A store to a __grid_constant__ parameter (frontend/mark_locals.cc), of which LLVM may have made
  // a copy.
  if (i.hasMetadata("heddle.grid_constant")) space = Space::kConstant;
  if (!space) return std::nullopt;
  site.space = *space;
  site.bytes = static_cast<std::uint32_t>(i.getDataLayout().getTypeStoreSize(type).getFixedValue());
  // No instruction of a GPU needs more than its own width, whatever a type promises (CUB keeps
  // types of 32 bytes' alignment in words of 16).
  constexpr std::uint32_t kWidest = 16;
  site.align = std::min({site.align, std::bit_floor(std::max(site.bytes, 1u)), kWidest});
  site.touched = touched_bytes(i.getDataLayout(), type, site.bytes, mask);
  if (site.space == Space::kLocal && site.event == probes::Event::kAccess) {
    site.event = probes::Event::kLocal;
    site.local_stride = local_stride(address);
  }
  return AccessFacts{site, address};
}

bool is_operand(const Instruction& i, const AccessFacts& facts) {
  if (facts.site.space != Space::kConstant || !isa<LoadInst>(i)) return false;
  const auto& layout = i.getDataLayout();
  APInt offset(layout.getIndexTypeSizeInBits(facts.address->getType()), 0);
  const auto* base = facts.address->stripAndAccumulateConstantOffsets(layout, offset, true);
  // Where the variable is, place_symbols has made a load of the launch's table.
  const auto* table = dyn_cast<LoadInst>(base);
  return isa<GlobalVariable>(base) ||
         (table && table->hasMetadata(LLVMContext::MD_invariant_load) &&
          table->getParent()->isEntryBlock());
}

}  // namespace heddle::compiler
