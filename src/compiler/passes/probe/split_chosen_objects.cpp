// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/split_chosen_objects.h"

#include "compiler/passes/each.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "probes/event.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// Each becomes an access of its own. Of many objects, only while the function has few such copies.
constexpr unsigned kFewObjects = 4, kMostCopies = 256;

int operand_of_address(const Instruction& i) {
  if (isa<LoadInst>(i)) return LoadInst::getPointerOperandIndex();
  if (isa<StoreInst>(i)) return StoreInst::getPointerOperandIndex();
  if (isa<AtomicRMWInst>(i)) return AtomicRMWInst::getPointerOperandIndex();
  if (isa<AtomicCmpXchgInst>(i)) return AtomicCmpXchgInst::getPointerOperandIndex();
  return -1;
}

// What a pointer has its object from. Null: it is one itself, or is chosen.
Value* base_of(Value* pointer) {
  if (auto* gep = dyn_cast<GEPOperator>(pointer)) return gep->getPointerOperand();
  switch (Operator::getOpcode(pointer)) {
    case Instruction::BitCast:
    case Instruction::AddrSpaceCast:
      return cast<Operator>(pointer)->getOperand(0);
    default:
      return nullptr;
  }
}

bool is_array(const Value* object) {
  return isa<AllocaInst, GlobalVariable>(object);
}

// The objects of one function's pointers, and which of them a pointer belongs to.
class ChosenObjects {
 public:
  explicit ChosenObjects(Function& function)
      : index_type_(Type::getInt32Ty(function.getContext())) {}

  // All that the pointer may belong to.
  ArrayRef<Value*> of(Value* pointer) {
    auto& known = objects_[pointer];
    if (known.empty()) known = find(pointer);
    return known;
  }

  // The index of its object among the function's, as a value that is there where the pointer is.
  Value* index_of(Value* pointer) {
    while (auto* base = base_of(pointer)) pointer = base;
    if (auto* known = indices_.lookup(pointer)) return known;
    if (auto* select = dyn_cast<SelectInst>(pointer)) {
      auto* yes = index_of(select->getTrueValue());
      auto* no = index_of(select->getFalseValue());
      return indices_[select] =
                 IRBuilder<>(select).CreateSelect(select->getCondition(), yes, no, "object");
    }
    if (auto* phi = dyn_cast<PHINode>(pointer)) {
      auto* made = IRBuilder<>(phi).CreatePHI(index_type_, phi->getNumIncomingValues(), "object");
      indices_[phi] = made;  // it may come round to itself
      for (unsigned k = 0; k < phi->getNumIncomingValues(); ++k) {
        made->addIncoming(index_of(phi->getIncomingValue(k)), phi->getIncomingBlock(k));
      }
      return made;
    }
    return indices_[pointer] = number_of(pointer);
  }

  ConstantInt* number_of(Value* object) {
    const auto place = numbers_.try_emplace(object, numbers_.size()).first;
    return ConstantInt::get(index_type_, place->second);
  }

 private:
  static SmallVector<Value*, 2> find(Value* pointer) {
    SmallSetVector<Value*, 4> objects;
    SmallSetVector<Value*, 8> work;
    work.insert(pointer);
    for (unsigned done = 0; done < work.size(); ++done) {
      auto* at = work[done];
      if (auto* base = base_of(at)) {
        work.insert(base);
      } else if (auto* select = dyn_cast<SelectInst>(at)) {
        work.insert(select->getTrueValue());
        work.insert(select->getFalseValue());
      } else if (auto* phi = dyn_cast<PHINode>(at)) {
        work.insert(phi->value_op_begin(), phi->value_op_end());
      } else {
        objects.insert(at);
      }
    }
    return SmallVector<Value*, 2>(objects.begin(), objects.end());
  }

  IntegerType* index_type_;
  DenseMap<Value*, SmallVector<Value*, 2>> objects_;
  DenseMap<Value*, Value*> indices_;
  DenseMap<Value*, unsigned> numbers_;
};

// The same address, made from that object. Of other pointers than arrays it stays as it is: they
// may not be there any more.
Value* address_in(IRBuilder<>& b, Value* address, Value* object, const DataLayout& layout) {
  if (!is_array(object)) return address;
  auto* word = layout.getIntPtrType(address->getType());
  object = b.CreatePointerBitCastOrAddrSpaceCast(object, address->getType());
  auto* distance =
      b.CreateSub(b.CreatePtrToInt(address, word), b.CreatePtrToInt(object, word), "distance");
  return b.CreateGEP(b.getInt8Ty(), object, distance, "of_object");
}

void split(Instruction& access, ArrayRef<Value*> objects, ChosenObjects& chosen) {
  const auto& layout = access.getDataLayout();
  const auto operand = static_cast<unsigned>(operand_of_address(access));
  auto* address = access.getOperand(operand);
  auto* index = chosen.index_of(address);
  // All but the last one, of which it must be then.
  for (auto* object : objects.drop_back()) {
    IRBuilder<> b(&access);
    auto* is_it = b.CreateICmpEQ(index, chosen.number_of(object), "is_object");
    Instruction *then = nullptr, *otherwise = nullptr;
    SplitBlockAndInsertIfThenElse(is_it, &access, &then, &otherwise);
    auto* own = access.clone();
    own->insertBefore(then->getIterator());
    b.SetInsertPoint(own);
    own->setOperand(operand, address_in(b, address, object, layout));
    auto* behind = access.getParent();
    access.moveBefore(otherwise->getIterator());
    if (access.use_empty()) continue;
    auto* result = PHINode::Create(access.getType(), 2, "", behind->begin());
    access.replaceAllUsesWith(result);
    result->addIncoming(own, own->getParent());
    result->addIncoming(&access, access.getParent());
  }
  IRBuilder<> b(&access);
  access.setOperand(operand, address_in(b, address, objects.back(), layout));
}

unsigned split_in(Function& function) {
  SmallVector<Instruction*, 16> accesses;
  for (auto& i : instructions(function)) {
    if (operand_of_address(i) >= 0) accesses.push_back(&i);
  }
  ChosenObjects chosen(function);
  unsigned count = 0, copies = 0;
  for (auto* access : accesses) {
    auto* address = access->getOperand(static_cast<unsigned>(operand_of_address(*access)));
    const SmallVector<Value*, 2> objects(chosen.of(address));
    if (objects.size() < 2 || none_of(objects, is_array)) continue;
    if (objects.size() > kFewObjects && copies + objects.size() > kMostCopies) continue;
    copies += objects.size();
    split(*access, objects, chosen);
    ++count;
  }
  return count;
}

}  // namespace

unsigned split_chosen_objects(Compilation& c) {
  if (!c.request.probes || !probes::has(c.request.probe_mask, probes::Event::kAnswer)) return 0;
  unsigned count = 0;
  for (auto* function : defined(*c.module)) count += split_in(*function);
  return count;
}

}  // namespace heddle::compiler
