// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/locals.h"

#include <optional>

#include "compiler/ir/own_header.h"
#include "compiler/passes/probe/source_hints.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/InstIterator.h"

namespace heddle::compiler {

using namespace llvm;
using probes::NumberKind;

namespace {

constexpr std::size_t kMostLocals = 8;
// Values that are looked at to find what an access is computed from.
constexpr std::size_t kMostConcerned = 64;
constexpr unsigned kMostGuards = 3;

// The type behind names and qualifiers.
const DIType* plain_type(const DIType* type) {
  while (const auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case dwarf::DW_TAG_typedef:
      case dwarf::DW_TAG_const_type:
      case dwarf::DW_TAG_volatile_type:
        type = derived->getBaseType();
        break;
      default:
        return derived;
    }
  }
  return type;
}

struct Scalar {
  NumberKind kind;
  unsigned bits;
};

std::optional<Scalar> scalar_of(const DILocalVariable& variable) {
  const auto* type = plain_type(variable.getType());
  if (!type) return std::nullopt;
  const auto bits = static_cast<unsigned>(type->getSizeInBits());
  if (bits == 0 || bits > 64) return std::nullopt;
  if (type->getTag() == dwarf::DW_TAG_pointer_type) return Scalar{NumberKind::kPointer, bits};
  if (const auto* all = dyn_cast<DICompositeType>(type)) {
    if (all->getTag() != dwarf::DW_TAG_enumeration_type) return std::nullopt;
    return Scalar{NumberKind::kSigned, bits};
  }
  const auto* basic = dyn_cast<DIBasicType>(type);
  if (!basic) return std::nullopt;
  switch (basic->getEncoding()) {
    case dwarf::DW_ATE_signed:
    case dwarf::DW_ATE_signed_char:
      return Scalar{NumberKind::kSigned, bits};
    case dwarf::DW_ATE_unsigned:
    case dwarf::DW_ATE_unsigned_char:
      return Scalar{NumberKind::kUnsigned, bits};
    case dwarf::DW_ATE_boolean:
      return Scalar{NumberKind::kBool, bits};
    case dwarf::DW_ATE_float:
      if (bits != 32 && bits != 64) return std::nullopt;
      return Scalar{NumberKind::kFloat, bits};
    default:
      return std::nullopt;
  }
}

// The variable's value, if it is one value of the code and nothing is computed from it.
Value* value_of(const DbgVariableRecord& record, const Scalar& scalar) {
  if (!record.isDbgValue() || record.isKillLocation()) return nullptr;
  if (record.getNumVariableLocationOps() != 1) return nullptr;
  const auto* how = record.getExpression();
  const bool is_plain =
      how->getNumElements() == 0 ||
      (how->getNumElements() == 1 && how->getElement(0) == dwarf::DW_OP_stack_value);
  if (!is_plain) return nullptr;
  auto* value = record.getVariableLocationOp(0);
  const auto* type = value->getType();
  switch (scalar.kind) {
    case NumberKind::kFloat:
      return type->isFloatingPointTy() && type->getPrimitiveSizeInBits() == scalar.bits ? value
                                                                                        : nullptr;
    case NumberKind::kPointer:
      return type->isPointerTy() && type->getPointerAddressSpace() == 0 ? value : nullptr;
    case NumberKind::kBool:
      return type->isIntegerTy() && type->getIntegerBitWidth() <= 64 ? value : nullptr;
    default:
      return type->isIntegerTy() && type->getIntegerBitWidth() >= scalar.bits &&
                     type->getIntegerBitWidth() <= 64
                 ? value
                 : nullptr;
  }
}

const DILocation* place_in_program(const DILocation* at) {
  while (at && (at->getLine() == 0 || is_own_header(file_of(*at)))) at = at->getInlinedAt();
  return at;
}

bool encloses(const DILocalScope* outer, const DIScope* scope) {
  for (; scope; scope = scope->getScope()) {
    if (scope == outer) return true;
    if (isa<DISubprogram>(scope)) return false;
  }
  return false;
}

}  // namespace

Locals::Locals(Function& function, const DominatorTree& dominators)
    : dominators_(dominators), loops_(dominators) {
  for (const auto& i : instructions(function)) {
    for (const Record& record : filterDbgVars(i.getDbgRecordRange())) {
      records_[{record.getVariable(), record.getDebugLoc()->getInlinedAt()}].push_back(&record);
    }
  }
}

// What is said of the variable last on every way to `at`; null: ways differ.
const DbgVariableRecord* Locals::last_before(ArrayRef<const Record*> records,
                                             const Instruction& at) const {
  const auto* here = at.getParent();
  const Record* last = nullptr;
  for (const auto* record : records) {
    const auto* block = record->getParent();
    const bool before = block == here ? !at.comesBefore(record->getInstruction())
                                      : dominators_.properlyDominates(block, here);
    // Of two that stand on every way, one block comes before the other one.
    if (before && (!last || last->getParent() == block ||
                   dominators_.properlyDominates(last->getParent(), block))) {
      last = record;
    }
  }
  if (!last || last->getParent() == here) return last;
  SmallPtrSet<BasicBlock*, 1> without{const_cast<BasicBlock*>(last->getParent())};
  for (const auto* record : records) {
    auto* block = const_cast<BasicBlock*>(record->getParent());
    if (block == last->getParent()) continue;
    SmallVector<BasicBlock*, 4> from{block};
    if (block == here) from.assign(succ_begin(block), succ_end(block));
    if (from.empty()) continue;
    if (isPotentiallyReachableFromMany(from, here, &without, &dominators_)) return nullptr;
  }
  return last;
}

// What the access is computed from, and the conditions that it stands behind.
SmallPtrSet<const Value*, 32> Locals::concerned_by(const Instruction& at) const {
  SmallVector<const Value*, 32> work(at.operand_values());
  const auto* node = dominators_.getNode(at.getParent());
  for (unsigned guards = 0; node && guards < kMostGuards; ++guards) {
    node = node->getIDom();
    const auto* branch = node ? dyn_cast<BranchInst>(node->getBlock()->getTerminator()) : nullptr;
    if (branch && branch->isConditional()) work.push_back(branch->getCondition());
  }
  SmallPtrSet<const Value*, 32> all;
  for (std::size_t k = 0; k < work.size() && all.size() < kMostConcerned; ++k) {
    if (!all.insert(work[k]).second) continue;
    const auto* i = dyn_cast<Instruction>(work[k]);
    if (i && !isa<PHINode>(i)) work.append(i->value_op_begin(), i->value_op_end());
  }
  return all;
}

// A value of a loop is not used behind it (LCSSA).
bool Locals::is_known(const Value& value, const Instruction& at) const {
  if (isa<ConstantInt, ConstantFP>(value)) return true;
  if (!dominators_.dominates(&value, &at)) return false;
  const auto* i = dyn_cast<Instruction>(&value);
  const auto* loop = i ? loops_.getLoopFor(i->getParent()) : nullptr;
  return !loop || loop->contains(&at);
}

SmallVector<LocalValue, 8> Locals::at(const Instruction& at) const {
  SmallVector<LocalValue, 8> concerned, others;
  if (records_.empty()) return concerned;
  const auto* place = place_in_program(at.getDebugLoc());
  if (!place) return concerned;
  const auto used = concerned_by(at);
  for (const auto& [variable, records] : reverse(records_)) {
    if (variable.second != place->getInlinedAt()) continue;
    if (!encloses(variable.first->getScope(), place->getScope())) continue;
    const auto scalar = scalar_of(*variable.first);
    const auto* record = scalar ? last_before(records, at) : nullptr;
    auto* value = record ? value_of(*record, *scalar) : nullptr;
    if (!value || !is_known(*value, at)) continue;
    auto& list = used.contains(value) ? concerned : others;
    list.push_back({variable.first->getName(), scalar->kind, scalar->bits, value});
  }
  concerned.append(others.begin(), others.end());
  if (concerned.size() > kMostLocals) concerned.truncate(kMostLocals);
  return concerned;
}

}  // namespace heddle::compiler
