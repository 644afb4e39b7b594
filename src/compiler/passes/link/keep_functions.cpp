// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/keep_functions.h"

#include "compiler/ir/own_header.h"
#include "compiler/passes/each.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

bool is_own(const DIScope* scope) {
  return scope && scope->getFile() &&
         is_own_header((scope->getDirectory() + "/" + scope->getFilename()).str());
}

// The call's line in the program, of code that clang inlined from a header of ours.
DILocation* place_in_program(DILocation* at) {
  while (at->getInlinedAt() && is_own(at->getScope())) at = at->getInlinedAt();
  // Not the node itself, which is distinct: one line is one location.
  return DILocation::get(at->getContext(), at->getLine(), at->getColumn(), at->getScope(),
                         at->getInlinedAt());
}

void show_as_line_of_call(Function& function) {
  for (auto& i : instructions(function)) {
    if (auto* at = i.getDebugLoc().get()) i.setDebugLoc(place_in_program(at));
    for (auto& record : make_early_inc_range(i.getDbgRecordRange())) {
      if (is_own(record.getDebugLoc()->getScope())) record.eraseFromParent();
    }
  }
}

// Calls of functions of our headers in `caller`, which are found again in what is inlined.
unsigned inline_own(Function& caller, const SmallPtrSetImpl<Function*>& own) {
  unsigned inlined = 0;
  SmallVector<CallBase*, 16> calls;
  const auto look_at = [&](Instruction& i) {
    auto* call = dyn_cast<CallBase>(&i);
    if (call && own.contains(call->getCalledFunction())) calls.push_back(call);
  };
  for (auto& i : instructions(caller)) look_at(i);
  while (!calls.empty()) {
    auto* call = calls.pop_back_val();
    InlineFunctionInfo info;
    if (!InlineFunction(*call, info, /*MergeAttributes=*/false, nullptr, /*InsertLifetime=*/false)
             .isSuccess()) {
      continue;
    }
    ++inlined;
    for (auto* inner : info.InlinedCallSites) look_at(*inner);
  }
  return inlined;
}

// Of the device library, which nobody can step into: rsqrtf is less than its call.
bool is_library_function(const Function& function) {
  constexpr unsigned kSmall = 40;
  return !function.getSubprogram() && function.hasInternalLinkage() &&
         !function.hasAddressTaken() && function.getInstructionCount() <= kSmall;
}

// Functions of our headers, but not those that call themselves.
SmallPtrSet<Function*, 16> own_functions(Module& module) {
  SmallPtrSet<Function*, 16> own;
  for (auto* function : defined(module)) {
    if (is_own(function->getSubprogram()) || is_library_function(*function)) own.insert(function);
  }
  // Whoever is reached from itself over own functions stays a function.
  for (auto* function : SmallVector<Function*, 16>(own.begin(), own.end())) {
    SmallVector<Function*, 8> work{function};
    SmallPtrSet<Function*, 8> seen;
    bool recursive = false;
    while (!work.empty() && !recursive) {
      for (auto& i : instructions(*work.pop_back_val())) {
        auto* call = dyn_cast<CallBase>(&i);
        auto* callee = call ? call->getCalledFunction() : nullptr;
        recursive |= callee == function;
        if (own.contains(callee) && seen.insert(callee).second) work.push_back(callee);
      }
    }
    if (recursive) own.erase(function);
  }
  return own;
}

void copy_byval_parameters(Function& function) {
  IRBuilder<> b(&*function.getEntryBlock().getFirstInsertionPt());
  for (auto& argument : function.args()) {
    if (!argument.hasByValAttr()) continue;
    auto* type = argument.getParamByValType();
    const auto& layout = function.getDataLayout();
    const auto align = argument.getParamAlign().value_or(layout.getABITypeAlign(type));
    auto* copy = b.CreateAlloca(type, nullptr, argument.getName());
    copy->setAlignment(align);
    auto* named = copy->getType() == argument.getType()
                      ? static_cast<Value*>(copy)
                      : b.CreateAddrSpaceCast(copy, argument.getType());
    argument.replaceAllUsesWith(named);
    b.CreateMemCpy(copy, align, &argument, align, layout.getTypeAllocSize(type));
    function.removeParamAttr(argument.getArgNo(), Attribute::ByVal);
  }
}

// The copy that fills `slot`, which holds nothing but one structure on its way to `call`.
MemCpyInst* copy_for_call(AllocaInst& slot, const CallBase& call) {
  if (!slot.hasNUses(2) || !findDVRDeclares(&slot).empty()) return nullptr;
  MemCpyInst* copy = nullptr;
  for (auto* user : slot.users()) {
    auto* filled = dyn_cast<MemCpyInst>(user);
    if (filled && filled->getRawDest() == &slot) copy = filled;
    if (!filled && user != &call) return nullptr;
  }
  if (!copy || copy->isVolatile() || copy->getParent() != call.getParent()) return nullptr;
  const auto* length = dyn_cast<ConstantInt>(copy->getLength());
  const auto size = slot.getAllocationSize(call.getDataLayout());
  return length && size && *size == length->getZExtValue() ? copy : nullptr;
}

// The callee makes a copy when it begins, so the caller's is one too many, where nothing is written
// in between but other such copies.
void pass_without_copy(CallBase& call) {
  const auto copy_of = [&](Value* slot) {
    auto* alloca = dyn_cast<AllocaInst>(slot);
    return alloca ? copy_for_call(*alloca, call) : nullptr;
  };
  for (unsigned k = 0; k < call.arg_size(); ++k) {
    auto* slot = call.getArgOperand(k);
    auto* copy = call.isByValArgument(k) ? copy_of(slot) : nullptr;
    if (!copy || copy->getSourceAlign().valueOrOne() < call.getParamAlign(k).valueOrOne()) continue;
    bool unwritten = true;
    for (auto* i = copy->getNextNode(); i && i != &call && unwritten; i = i->getNextNode()) {
      auto* other = dyn_cast<MemCpyInst>(i);
      unwritten = !i->mayWriteToMemory() || (other && copy_of(other->getRawDest()) == other);
    }
    if (!unwritten) continue;
    call.setArgOperand(k, copy->getRawSource());
    copy->eraseFromParent();
    cast<AllocaInst>(slot)->eraseFromParent();
  }
}

}  // namespace

unsigned keep_functions(Compilation& c) {
  auto& module = *c.module;
  auto own = own_functions(module);
  own.erase(c.body);
  for (auto* function : own) stripDebugInfo(*function);
  if (c.body) stripDebugInfo(*c.body);
  unsigned inlined = 0;
  SmallVector<CallBase*, 32> calls;
  for (auto* function : defined(module)) {
    copy_byval_parameters(*function);
    for (auto& i : instructions(*function)) {
      auto* call = dyn_cast<CallBase>(&i);
      if (call && !isa<IntrinsicInst>(call)) calls.push_back(call);
    }
  }
  for (auto* call : calls) {
    pass_without_copy(*call);
    for (unsigned k = 0; k < call->arg_size(); ++k) {
      if (!call->isByValArgument(k)) continue;
      call->removeParamAttr(k, Attribute::ByVal);
      // The callee reads a variable of the caller now, which is no tail call.
      if (auto* plain = dyn_cast<CallInst>(call)) plain->setTailCallKind(CallInst::TCK_None);
    }
  }
  for (auto* function : defined(module)) {
    if (own.contains(function)) continue;
    inlined += inline_own(*function, own);
    show_as_line_of_call(*function);
  }
  // A function that is only called by others of them loses its users with these.
  for (bool again = true; again;) {
    again = false;
    for (auto* function : defined(module)) {
      if (!own.contains(function) || !function->use_empty()) continue;
      if (is_contained(c.pointed_to, function->getName())) continue;
      function->eraseFromParent();
      again = true;
    }
  }
  return inlined;
}

}  // namespace heddle::compiler
