// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/variables.h"

#include "compiler/ir/address_space.h"
#include "compiler/ir/masked_access.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr const char* kMark = "heddle.variable";

const Value* address_of(const Instruction& i) {
  if (const auto* pointer = getLoadStorePointerOperand(&i)) return pointer;
  if (const auto* rmw = dyn_cast<AtomicRMWInst>(&i)) return rmw->getPointerOperand();
  if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) return exchange->getPointerOperand();
  return nullptr;
}

const Value* single_object(const Value* address) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(address, objects, nullptr, 0);
  return objects.size() == 1 ? objects.front() : nullptr;
}

}  // namespace

unsigned note_variables(Compilation& c) {
  if (!c.request.probes) return 0;
  unsigned count = 0;
  const auto& layout = c.module->getDataLayout();
  const auto number = [&](std::uint64_t value) {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(c.context), value));
  };
  for (auto& function : *c.module) {
    for (auto& i : instructions(function)) {
      const auto* address = address_of(i);
      const auto* object = address ? single_object(address) : nullptr;
      const auto* variable = dyn_cast_or_null<GlobalVariable>(object);
      if (!variable) continue;
      const bool shared = variable->getAddressSpace() == kSharedSpace;
      const bool unsized = shared && variable->isDeclaration();
      const std::uint64_t bytes =
          unsized ? 0 : layout.getTypeAllocSize(variable->getValueType()).getFixedValue();
      i.setMetadata(kMark, MDNode::get(c.context, {MDString::get(c.context, variable->getName()),
                                                   number(bytes), number(shared)}));
      ++count;
    }
  }
  return count;
}

std::optional<NotedVariable> noted_variable(const Instruction& access) {
  const auto* mark = access.getMetadata(kMark);
  if (!mark) return {};
  const auto number = [&](unsigned operand) {
    return mdconst::extract<ConstantInt>(mark->getOperand(operand))->getZExtValue();
  };
  return NotedVariable{cast<MDString>(mark->getOperand(0))->getString().str(), number(1),
                       number(2) != 0};
}

Constant* variable_of(const Compilation& c, SiteTable& sites, const Instruction& access,
                      const Value* object) {
  if (const auto noted = noted_variable(access)) {
    const auto placed = c.shared_offsets.find(noted->name);
    const bool known = noted->shared && placed != c.shared_offsets.end();
    return sites.variable(noted->name, noted->bytes, known ? placed->second : 0);
  }
  const auto* local = dyn_cast_or_null<AllocaInst>(object);
  const auto size = local ? local->getAllocationSize(local->getDataLayout()) : std::nullopt;
  return size ? sites.variable("", size->getFixedValue(), 0) : nullptr;
}

Value* object_of(Value* address, const Instruction& at, const DominatorTree& dominators) {
  auto* object = const_cast<Value*>(single_object(address));
  if (!object || isa<PHINode, SelectInst>(object)) return nullptr;
  if (Operator::getOpcode(object) == Instruction::IntToPtr || isa<ConstantPointerNull>(object)) {
    return nullptr;
  }
  const auto* made = dyn_cast<Instruction>(object);
  return !made || dominators.dominates(made, &at) ? object : nullptr;
}

}  // namespace heddle::compiler
