// SPDX-License-Identifier: Apache-2.0
#include "ptx/module/recover_pointers.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include "ptx/emitter.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

constexpr unsigned kMostSteps = 200;  // for one address

bool is_shared_base(const Value* value) {
  const auto* call = dyn_cast<CallInst>(value->stripPointerCasts());
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == kSharedBase;
}

// Whether a number is a pointer and how to make it one. In shared memory numbers are offsets from
// its beginning, of 32 or 64 bits.
class Recovery {
 public:
  explicit Recovery(bool is_shared) : is_shared_(is_shared) {}

  // The pointer that `number` is the address of; null where it is not known to be one.
  Value* pointer(Value* number) {
    steps_ = 0;
    if (!holds(number)) return nullptr;
    return make(number);
  }

 private:
  // The pointer at the root of a number, without what is added.
  Value* root(Value* number) const {
    if (is_shared_) {
      // p - base, perhaps in 32 bits.
      if (auto* cut = dyn_cast<TruncInst>(number)) number = cut->getOperand(0);
      auto* difference = dyn_cast<BinaryOperator>(number);
      if (!difference || difference->getOpcode() != llvm::Instruction::Sub) return nullptr;
      auto* base = dyn_cast<PtrToIntInst>(difference->getOperand(1));
      if (!base || !is_shared_base(base->getPointerOperand())) return nullptr;
      return pointer_of(difference->getOperand(0));
    }
    if (auto* argument = dyn_cast<Argument>(number)) {
      const bool fits = argument->getType()->isIntegerTy(64) &&
                        argument->getParent()->getCallingConv() == CallingConv::PTX_Kernel;
      return fits ? argument : nullptr;
    }
    // What was loaded and something is added to: a pointer in memory.
    if (auto* load = dyn_cast<LoadInst>(number)) return load->isSimple() ? load : nullptr;
    return pointer_of(number);
  }
  static Value* pointer_of(Value* number) {
    if (auto* cast = dyn_cast<PtrToIntOperator>(number)) return cast->getPointerOperand();
    return nullptr;
  }

  // Whether each way to `number` begins with a pointer.
  bool holds(Value* number) {
    if (const auto known = known_.find(number); known != known_.end()) return known->second;
    if (++steps_ > kMostSteps) return false;
    known_[number] = true;  // within a loop, if all else does
    const auto before = order_.size();
    order_.push_back(number);
    const bool answer = looks_like_pointer(number);
    if (!answer) {
      // What was said of others while this one was taken for a pointer.
      for (auto at = before; at < order_.size(); ++at) {
        if (known_.lookup(order_[at])) known_.erase(order_[at]);
      }
      order_.truncate(before);
    }
    known_[number] = answer;
    return answer;
  }
  bool looks_like_pointer(Value* number) {
    if (root(number)) return true;
    auto* i = dyn_cast<llvm::Instruction>(number);
    if (!i) return false;
    switch (i->getOpcode()) {
      case llvm::Instruction::Add: {
        // Kept: make() changes loads, by which this is decided.
        const int which = pointer_operand(*i);
        pointer_of_sum_[number] = which;
        return which >= 0;
      }
      case llvm::Instruction::Sub:
        return holds(i->getOperand(0)) && !root(i->getOperand(1));
      case llvm::Instruction::PHI:
        return all_of(cast<PHINode>(i)->incoming_values(), [&](Value* v) { return holds(v); });
      case llvm::Instruction::Select:
        return holds(i->getOperand(1)) && holds(i->getOperand(2));
      default:
        return false;
    }
  }
  // Which operand of a sum is the pointer; -1: neither, or both may be.
  int pointer_operand(llvm::Instruction& sum) {
    const bool first = could_begin(sum.getOperand(0)) && holds(sum.getOperand(0));
    const bool second = could_begin(sum.getOperand(1)) && holds(sum.getOperand(1));
    if (first != second) return second ? 1 : 0;
    // A number that was loaded may be an index, if the other one can be the pointer.
    const bool loaded = isa<LoadInst>(sum.getOperand(0));
    if (!first || loaded == isa<LoadInst>(sum.getOperand(1))) return -1;
    return loaded ? 1 : 0;
  }
  static bool could_begin(const Value* value) { return !isa<ConstantInt>(value); }

  Value* make(Value* number) {
    if (auto* known = made_.lookup(number)) return known;
    if (auto* at_root = root(number)) {
      if (auto* load = dyn_cast<LoadInst>(at_root); load && load->getType()->isIntegerTy()) {
        return made_[number] = as_pointer(*load);
      }
      auto* argument = dyn_cast<Argument>(at_root);
      if (!argument || !argument->getType()->isIntegerTy())
        return made_[number] = generic(at_root, number);
      auto& entry = argument->getParent()->getEntryBlock();
      IRBuilder<> b(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
      return made_[number] = b.CreateIntToPtr(argument, b.getPtrTy());
    }
    auto* i = cast<llvm::Instruction>(number);
    if (auto* phi = dyn_cast<PHINode>(i)) {
      IRBuilder<> b(phi);
      auto* pointers = b.CreatePHI(b.getPtrTy(), phi->getNumIncomingValues());
      made_[number] = pointers;
      for (unsigned k = 0; k < phi->getNumIncomingValues(); ++k) {
        pointers->addIncoming(make(phi->getIncomingValue(k)), phi->getIncomingBlock(k));
      }
      return pointers;
    }
    IRBuilder<> b(i);
    Value* result = nullptr;
    if (isa<SelectInst>(i)) {
      auto *first = make(i->getOperand(1)), *second = make(i->getOperand(2));
      result = b.CreateSelect(i->getOperand(0), first, second);
    } else {
      const int which = pointer_of_sum_.lookup(number);  // a difference: the first
      auto* base = make(i->getOperand(which));
      auto* offset = b.CreateSExtOrTrunc(i->getOperand(1 - which), b.getInt64Ty());
      if (i->getOpcode() == llvm::Instruction::Sub) offset = b.CreateNeg(offset);
      result = b.CreateGEP(b.getInt8Ty(), base, offset);
    }
    return made_[number] = result;
  }
  // The load becomes one of a pointer; where it is a number, too, that is made of it.
  static Value* as_pointer(LoadInst& load) {
    IRBuilder<> b(&load);
    auto* pointer = b.CreateAlignedLoad(b.getPtrTy(), load.getPointerOperand(), load.getAlign());
    pointer->setDebugLoc(load.getDebugLoc());
    load.replaceAllUsesWith(b.CreatePtrToInt(pointer, b.getInt64Ty()));
    return pointer;
  }
  static Value* generic(Value* pointer, Value* before) {
    if (pointer->getType()->getPointerAddressSpace() == 0) return pointer;
    if (auto* constant = dyn_cast<Constant>(pointer)) {
      return ConstantExpr::getAddrSpaceCast(constant, PointerType::get(pointer->getContext(), 0));
    }
    IRBuilder<> b(cast<llvm::Instruction>(before));
    return b.CreateAddrSpaceCast(pointer, b.getPtrTy());
  }

  const bool is_shared_;
  unsigned steps_ = 0;
  DenseMap<Value*, bool> known_;
  SmallVector<Value*, 32> order_;
  DenseMap<Value*, int> pointer_of_sum_;  // which operand of a sum is the pointer
  DenseMap<Value*, Value*> made_;
};

// `number` in: gep i8 (heddle.shared(), zext number).
Value* shared_number(GetElementPtrInst& address) {
  if (!is_shared_base(address.getPointerOperand()) || address.getNumIndices() != 1 ||
      !address.getSourceElementType()->isIntegerTy(8)) {
    return nullptr;
  }
  auto* offset = address.getOperand(1);
  if (auto* wide = dyn_cast<ZExtInst>(offset)) offset = wide->getOperand(0);
  return offset;
}

// The arguments that are turned into pointers become pointers.
Function* with_pointers(Function& function) {
  SmallPtrSet<Argument*, 8> chosen;
  for (auto& argument : function.args()) {
    if (!argument.getType()->isIntegerTy(64)) continue;
    if (any_of(argument.users(), [](User* user) { return isa<IntToPtrInst>(user); })) {
      chosen.insert(&argument);
    }
  }
  if (chosen.empty()) return &function;
  auto& context = function.getContext();
  SmallVector<llvm::Type*, 8> types;
  for (auto& argument : function.args()) {
    types.push_back(chosen.contains(&argument) ? PointerType::get(context, 0) : argument.getType());
  }
  auto* type = FunctionType::get(function.getReturnType(), types, false);
  auto* other = Function::Create(type, function.getLinkage(), "", function.getParent());
  other->copyAttributesFrom(&function);
  other->setSubprogram(function.getSubprogram());
  function.setSubprogram(nullptr);
  other->splice(other->begin(), &function);
  auto& entry = other->getEntryBlock();
  for (auto [before, after] : zip(function.args(), other->args())) {
    after.takeName(&before);
    if (!chosen.contains(&before)) {
      before.replaceAllUsesWith(&after);
      continue;
    }
    for (auto* user : make_early_inc_range(before.users())) {
      auto* cast = dyn_cast<IntToPtrInst>(user);
      if (!cast) continue;
      cast->replaceAllUsesWith(&after);
      cast->eraseFromParent();
    }
    if (before.use_empty()) continue;
    IRBuilder<> b(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    before.replaceAllUsesWith(b.CreatePtrToInt(&after, b.getInt64Ty()));
  }
  function.replaceAllUsesWith(other);
  other->takeName(&function);
  function.eraseFromParent();
  return other;
}

}  // namespace

Function* recover_pointers(Function& function) {
  Recovery global(false), shared(true);
  SmallVector<WeakTrackingVH, 32> dead;
  for (auto& i : make_early_inc_range(instructions(function))) {
    Value* pointer = nullptr;
    if (auto* cast = dyn_cast<IntToPtrInst>(&i)) {
      if (!isa<Argument>(cast->getOperand(0))) pointer = global.pointer(cast->getOperand(0));
    } else if (auto* address = dyn_cast<GetElementPtrInst>(&i)) {
      auto* number = shared_number(*address);
      if (number) pointer = shared.pointer(number);
      if (pointer) {
        IRBuilder<> b(address);
        pointer = b.CreateAddrSpaceCast(pointer, address->getType());
      }
    }
    if (!pointer) continue;
    i.replaceAllUsesWith(pointer);
    dead.push_back(&i);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead);
  return with_pointers(function);
}

}  // namespace heddle::ptx
