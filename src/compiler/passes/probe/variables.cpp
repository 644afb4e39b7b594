// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/variables.h"

#include "compiler/ir/address_space.h"
#include "compiler/ir/context_access.h"
#include "compiler/ir/context_field.h"
#include "compiler/ir/masked_access.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "probes/event.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr const char* kMark = "heddle.variable";
constexpr const char* kSourceMark = "heddle.variable.source";  // of what a copy reads

const Value* address_of(const Instruction& i) {
  if (const auto* pointer = getLoadStorePointerOperand(&i)) return pointer;
  if (const auto* rmw = dyn_cast<AtomicRMWInst>(&i)) return rmw->getPointerOperand();
  if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) return exchange->getPointerOperand();
  if (const auto* transfer = dyn_cast<MemIntrinsic>(&i)) return transfer->getRawDest();
  return nullptr;
}

const Value* single_object(const Value* address) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(address, objects, nullptr, 0);
  return objects.size() == 1 ? objects.front() : nullptr;
}

// Accesses that are aligned and inside of their variable, whichever lane makes them in whichever
// round of a loop: what the ranges of threadIdx and of counters say.
class InOrder {
 public:
  explicit InOrder(Function& function)
      : layout_(function.getDataLayout()),
        dominators_(function),
        loops_(dominators_),
        assumptions_(function),
        libraries_(function.getParent()->getTargetTriple()),
        library_(libraries_),
        evolution_(function, library_, assumptions_, dominators_, loops_) {}

  bool is(const Instruction& access, const GlobalVariable& variable) {
    if (!isa<LoadInst, StoreInst>(access) || variable.isDeclaration()) return false;
    auto* type = getLoadStoreType(&access);
    const std::uint64_t size = layout_.getTypeAllocSize(variable.getValueType()).getFixedValue();
    const std::uint64_t bytes = layout_.getTypeStoreSize(type).getFixedValue();
    const auto align = getLoadStoreAlignment(&access);
    if (bytes > size || variable.getPointerAlignment(layout_) < align) return false;
    auto* address = const_cast<Value*>(getLoadStorePointerOperand(&access));
    const auto* distance = evolution_.getMinusSCEV(
        evolution_.getSCEV(address), evolution_.getSCEV(const_cast<GlobalVariable*>(&variable)));
    if (isa<SCEVCouldNotCompute>(distance)) return false;
    return evolution_.getUnsignedRangeMax(distance).ule(size - bytes) &&
           evolution_.getMinTrailingZeros(distance) >= Log2(align);
  }

 private:
  const DataLayout& layout_;
  DominatorTree dominators_;
  LoopInfo loops_;
  AssumptionCache assumptions_;
  TargetLibraryInfoImpl libraries_;
  TargetLibraryInfo library_;
  ScalarEvolution evolution_;
};

}  // namespace

unsigned note_variables(Compilation& c) {
  if (!c.request.probes) return 0;
  unsigned count = 0;
  const auto& layout = c.module->getDataLayout();
  const auto number = [&](std::uint64_t value) {
    return ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(c.context), value));
  };
  for (auto& function : *c.module) {
    if (function.isDeclaration()) continue;
    std::optional<InOrder> in_order;
    if (probes::has(c.request.probe_mask, probes::Event::kDoubtful)) in_order.emplace(function);
    const auto note = [&](Instruction& i, const char* mark, const Value* address) {
      const auto* object = address ? single_object(address) : nullptr;
      const auto* variable = dyn_cast_or_null<GlobalVariable>(object);
      if (!variable) return;
      const bool shared = variable->getAddressSpace() == kSharedSpace;
      const bool unsized = shared && variable->isDeclaration();
      const std::uint64_t bytes =
          unsized ? 0 : layout.getTypeAllocSize(variable->getValueType()).getFixedValue();
      i.setMetadata(mark, MDNode::get(c.context, {MDString::get(c.context, variable->getName()),
                                                  number(bytes), number(shared),
                                                  number(in_order && in_order->is(i, *variable))}));
      ++count;
    };
    for (auto& i : instructions(function)) {
      note(i, kMark, address_of(i));
      if (auto* copy = dyn_cast<MemTransferInst>(&i)) note(i, kSourceMark, copy->getRawSource());
    }
  }
  return count;
}

void pass_on_variables(const MemIntrinsic& transfer, Instruction& access) {
  if (auto* mark = transfer.getMetadata(isa<LoadInst>(access) ? kSourceMark : kMark)) {
    access.setMetadata(kMark, mark);
  }
}

std::optional<NotedVariable> noted_variable(const Instruction& access) {
  const auto* mark = access.getMetadata(kMark);
  if (!mark) return {};
  const auto number = [&](unsigned operand) {
    return mdconst::extract<ConstantInt>(mark->getOperand(operand))->getZExtValue();
  };
  return NotedVariable{cast<MDString>(mark->getOperand(0))->getString().str(), number(1),
                       number(2) != 0, number(3) != 0};
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

std::optional<std::uint32_t> parameter_of(const Value* object) {
  const auto* pointer = dyn_cast_or_null<LoadInst>(object);
  if (!pointer) return std::nullopt;
  const auto& layout = pointer->getDataLayout();
  APInt offset(layout.getIndexTypeSizeInBits(pointer->getPointerOperandType()), 0);
  const auto* base = pointer->getPointerOperand()->stripAndAccumulateConstantOffsets(
      layout, offset, /*AllowNonInbounds=*/true);
  const auto* parameters = dyn_cast<LoadInst>(base);
  if (!parameters || context::field_read(*parameters) != abi_offset(BlockContext, params)) {
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(offset.getZExtValue());
}

}  // namespace heddle::compiler
