// SPDX-License-Identifier: Apache-2.0
#include "ptx/expand_address_tables.h"

#include <optional>

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ReplaceConstant.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

constexpr unsigned kSharedSpace = 3;
constexpr unsigned kMostChoices = 32;  // beyond, memory is faster

bool holds_shared_address(const Constant* value) {
  if (const auto* variable = dyn_cast<GlobalVariable>(value))
    return variable->getAddressSpace() == kSharedSpace;
  if (isa<GlobalValue>(value)) return false;
  return any_of(value->operands(),
                [](const Use& part) { return holds_shared_address(cast<Constant>(part)); });
}

// The place of the table that an address is of: index + first.
struct Place {
  Value* index;
  std::uint64_t first;
};
std::optional<Place> place_in(const GEPOperator& address, std::uint64_t size,
                              const DataLayout& layout) {
  const unsigned bits = layout.getIndexTypeSizeInBits(address.getType());
  SmallMapVector<Value*, APInt, 4> variable;
  APInt constant(bits, 0);
  if (!address.collectOffset(layout, bits, variable, constant)) return std::nullopt;
  if (variable.size() != 1 || variable.front().second != size) return std::nullopt;
  if (constant.isNegative() || constant.urem(size) != 0) return std::nullopt;
  return Place{variable.front().first, constant.getZExtValue() / size};
}

// What stands there most often needs no question.
Constant* most_frequent(const ConstantArray& elements) {
  MapVector<Constant*, unsigned> counts;
  for (const Use& use : elements.operands()) {
    auto* element = cast<Constant>(use.get());
    if (!isa<UndefValue>(element)) ++counts[element];
  }
  return max_element(counts, [](auto& a, auto& b) { return a.second < b.second; })->first;
}

void choose(LoadInst& load, const ConstantArray& elements, Place place) {
  IRBuilder<> b(&load);
  Value* chosen = most_frequent(elements);
  const auto* usual = chosen;
  for (const auto [i, use] : enumerate(elements.operands())) {
    auto* element = cast<Constant>(use.get());
    if (element == usual || isa<UndefValue>(element)) continue;
    auto* number =
        ConstantInt::getSigned(place.index->getType(), static_cast<std::int64_t>(i - place.first));
    chosen = b.CreateSelect(b.CreateICmpEQ(place.index, number), element, chosen);
  }
  load.replaceAllUsesWith(chosen);
  load.eraseFromParent();
}

// Loads of a table of pointers at an index.
void choose_for_loads(GlobalVariable& table, const DataLayout& layout) {
  const auto* elements = dyn_cast<ConstantArray>(table.getInitializer());
  if (!elements || elements->getNumOperands() > kMostChoices) return;
  Type* type = elements->getType()->getElementType();
  if (!type->isPointerTy()) return;
  for (auto* user : make_early_inc_range(table.users())) {
    auto* address = dyn_cast<GetElementPtrInst>(user);
    if (!address) continue;
    const auto place = place_in(cast<GEPOperator>(*address), layout.getTypeAllocSize(type), layout);
    if (!place) continue;
    for (auto* reader : make_early_inc_range(address->users())) {
      auto* load = dyn_cast<LoadInst>(reader);
      if (load && load->isSimple() && load->getType() == type) choose(*load, *elements, *place);
    }
    if (address->use_empty()) address->eraseFromParent();
  }
}

// Its numbers and pointers, one by one.
void store_parts(IRBuilder<>& b, Constant* value, Value* to, Align align,
                 const DataLayout& layout) {
  Type* type = value->getType();
  if (isa<UndefValue>(value)) return;
  if (!type->isAggregateType()) {
    b.CreateAlignedStore(value, to, align);
    return;
  }
  auto* structure = dyn_cast<StructType>(type);
  const std::uint64_t count = structure ? structure->getNumElements() : type->getArrayNumElements();
  for (unsigned i = 0; i < count; ++i) {
    const std::uint64_t offset =
        structure ? layout.getStructLayout(structure)->getElementOffset(i).getFixedValue()
                  : i * layout.getTypeAllocSize(type->getArrayElementType()).getFixedValue();
    store_parts(b, value->getAggregateElement(i),
                b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), to, offset),
                commonAlignment(align, offset), layout);
  }
}

// Copies of the whole.
void store_for_copies(GlobalVariable& table, const DataLayout& layout) {
  for (auto* user : make_early_inc_range(table.users())) {
    auto* copy = dyn_cast<MemCpyInst>(user);
    if (!copy || copy->isVolatile() || copy->getRawSource() != &table) continue;
    const auto* length = dyn_cast<ConstantInt>(copy->getLength());
    if (!length || length->getZExtValue() != layout.getTypeAllocSize(table.getValueType()))
      continue;
    IRBuilder<> b(copy);
    store_parts(b, table.getInitializer(), copy->getRawDest(), copy->getDestAlign().valueOrOne(),
                layout);
    copy->eraseFromParent();
  }
}

// In each function that uses it.
void keep_on_stack(GlobalVariable& table, const DataLayout& layout) {
  convertUsersOfConstantsToInstructions({&table});
  MapVector<Function*, Value*> copies;
  for (auto& use : make_early_inc_range(table.uses())) {
    auto* user = dyn_cast<Instruction>(use.getUser());
    if (!user) continue;
    Value*& copy = copies[user->getFunction()];
    if (!copy) {
      BasicBlock& entry = user->getFunction()->getEntryBlock();
      IRBuilder<> b(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
      auto* slot = b.CreateAlloca(table.getValueType());
      slot->setAlignment(layout.getPrefTypeAlign(table.getValueType()));
      store_parts(b, table.getInitializer(), slot, slot->getAlign(), layout);
      copy = b.CreateAddrSpaceCast(slot, table.getType());
    }
    use.set(copy);
  }
}

}  // namespace

unsigned expand_address_tables(Module& module) {
  const DataLayout& layout = module.getDataLayout();
  unsigned expanded = 0;
  for (auto& table : make_early_inc_range(module.globals())) {
    if (!table.isConstant() || !table.hasLocalLinkage() || !table.hasInitializer() ||
        !holds_shared_address(table.getInitializer()))
      continue;
    choose_for_loads(table, layout);
    store_for_copies(table, layout);
    keep_on_stack(table, layout);
    table.removeDeadConstantUsers();
    if (!table.use_empty()) continue;
    table.eraseFromParent();
    ++expanded;
  }
  return expanded;
}

}  // namespace heddle::ptx
