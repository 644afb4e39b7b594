// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/thread/promote_temporaries.h"

#include "compiler/passes/analyses.h"
#include "compiler/passes/each.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr StringLiteral kKeep = "heddle.keep";

bool is_named(AllocaInst& slot) {
  if (!findDVRDeclares(&slot).empty()) return true;
  return any_of(slot.users(), [](User* user) {
    return isa<AddrSpaceCastInst>(user) && !findDVRDeclares(user).empty();
  });
}

using Slots = SmallSetVector<AllocaInst*, 16>;

Slots named_slots(Function& function) {
  Slots named;
  for (auto& i : instructions(function)) {
    auto* slot = dyn_cast<AllocaInst>(&i);
    if (slot && is_named(*slot)) named.insert(slot);
  }
  return named;
}

// The scalars that a type consists of, if they leave no gap: what lies in one may be another member
// of a union.
bool flatten(Type* type, const DataLayout& layout, SmallVectorImpl<Type*>& scalars) {
  if (auto* structure = dyn_cast<StructType>(type)) {
    std::uint64_t end = 0;
    for (unsigned k = 0; k < structure->getNumElements(); ++k) {
      auto* element = structure->getElementType(k);
      if (layout.getStructLayout(structure)->getElementOffset(k) != end) return false;
      if (!flatten(element, layout, scalars)) return false;
      end += layout.getTypeAllocSize(element);
    }
    return end == layout.getTypeAllocSize(type);
  }
  if (!type->isSingleValueType() || type->isVectorTy()) return false;
  scalars.push_back(type);
  return layout.getTypeStoreSize(type) == layout.getTypeAllocSize(type);
}

// A copy of a small structure becomes copies of its members: loads that are wider than the stores
// before them wait until these have reached the cache, and a float3 that goes through four calls is
// copied at each. A float4 as well: of who wrote its members a function that is called knows
// nothing.
bool copy_by_members(MemCpyInst& copy) {
  constexpr unsigned kMostMembers = 8;
  const auto& layout = copy.getDataLayout();
  const auto* length = dyn_cast<ConstantInt>(copy.getLength());
  if (!length || copy.isVolatile()) return false;
  for (auto* side : {copy.getRawDest(), copy.getRawSource()}) {
    const auto* slot = dyn_cast<AllocaInst>(side->stripPointerCasts());
    SmallVector<Type*, kMostMembers> members;
    if (!slot || layout.getTypeAllocSize(slot->getAllocatedType()) != length->getZExtValue() ||
        !flatten(slot->getAllocatedType(), layout, members) || members.size() > kMostMembers)
      continue;
    IRBuilder<> b(&copy);
    SmallVector<Value*, kMostMembers> values;
    const auto each = [&](Value* base, MaybeAlign align, auto access) {
      std::uint64_t at = 0;
      for (auto* member : members) {
        auto* word = b.getIntNTy(layout.getTypeStoreSizeInBits(member));
        access(word, b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), base, at),
               commonAlignment(align.valueOrOne(), at));
        at += layout.getTypeAllocSize(member);
      }
    };
    each(copy.getRawSource(), copy.getSourceAlign(), [&](Type* word, Value* from, Align align) {
      values.push_back(b.CreateAlignedLoad(word, from, align));
    });
    unsigned next = 0;
    each(copy.getRawDest(), copy.getDestAlign(),
         [&](Type*, Value* to, Align align) { b.CreateAlignedStore(values[next++], to, align); });
    copy.eraseFromParent();
    return true;
  }
  return false;
}

// What one line loads twice, and nobody has written meanwhile, it loads once.
void join_loads_of_lines(Function& function) {
  for (auto& block : function) {
    SmallDenseMap<std::pair<Value*, Type*>, LoadInst*> loads;
    unsigned line = 0;
    for (auto& i : make_early_inc_range(block)) {
      const unsigned here = i.getDebugLoc() ? i.getDebugLoc().getLine() : 0;
      if (i.mayWriteToMemory() || here != line) loads.clear();
      line = here;
      auto* load = dyn_cast<LoadInst>(&i);
      if (!load || !load->isSimple() || line == 0) continue;
      auto& first = loads[{load->getPointerOperand(), load->getType()}];
      if (first) {
        load->replaceAllUsesWith(first);
        load->eraseFromParent();
      } else {
        first = load;
      }
    }
  }
}

// Accesses of the source, also those that copies of structures have become. Not our own, which may
// be made once.
void make_volatile(Function& function) {
  const auto named = named_slots(function);
  const auto is_temporary = [&](const Value* pointer) {
    auto* slot = dyn_cast<AllocaInst>(getUnderlyingObject(pointer, 0));
    return slot && !named.contains(const_cast<AllocaInst*>(slot));
  };
  for (auto& i : instructions(function)) {
    if (auto* load = dyn_cast<LoadInst>(&i)) {
      const bool is_ours = load->hasMetadata(LLVMContext::MD_invariant_load);
      if (!is_ours && !is_temporary(load->getPointerOperand())) load->setVolatile(true);
    } else if (auto* store = dyn_cast<StoreInst>(&i)) {
      if (!is_temporary(store->getPointerOperand())) store->setVolatile(true);
    }
  }
}

}  // namespace

unsigned promote_temporaries(Compilation& c) {
  auto& module = *c.module;
  const auto functions = defined(module);
  auto* type =
      FunctionType::get(Type::getVoidTy(c.context), {PointerType::get(c.context, 0)}, false);
  unsigned changed = 0;
  for (auto* function : functions) {
    for (auto& i : make_early_inc_range(instructions(*function))) {
      if (auto* copy = dyn_cast<MemCpyInst>(&i)) changed += copy_by_members(*copy) ? 1 : 0;
    }
  }
  // Whoever has its address may look at it: SROA leaves it alone.
  SmallVector<CallInst*, 32> keeps;
  for (auto* function : functions) {
    IRBuilder<> b(c.context);
    for (auto* slot : named_slots(*function)) {
      b.SetInsertPoint(slot->getNextNode());
      keeps.push_back(b.CreateCall(module.getOrInsertFunction(kKeep, type), {slot}));
    }
  }
  FunctionPassManager promote;
  promote.addPass(SROAPass(SROAOptions::PreserveCFG));
  changed += run_on_functions(module, *c.machine, std::move(promote));
  for (auto* keep : keeps) keep->eraseFromParent();
  if (auto* declared = module.getFunction(kKeep)) declared->eraseFromParent();

  for (auto* function : functions) {
    join_loads_of_lines(*function);
    make_volatile(*function);
  }
  FunctionPassManager join;
  join.addPass(EarlyCSEPass(false));
  changed += run_on_functions(module, *c.machine, std::move(join));
  return changed;
}

}  // namespace heddle::compiler
