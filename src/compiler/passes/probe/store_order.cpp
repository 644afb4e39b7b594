// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/store_order.h"

#include "compiler/ir/pseudo.h"
#include "compiler/passes/probe/access_facts.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

using namespace llvm;
using probes::Space;

namespace {

bool is_counted(Space space) {
  return space == Space::kGlobal || space == Space::kGeneric || space == Space::kShared;
}

bool is_load(Instruction& i) {
  const auto facts = access_facts(i);
  return facts && facts->site.access == probes::AccessKind::kLoad && is_counted(facts->site.space);
}

}  // namespace

StoreOrder::StoreOrder(Function& function, DominatorTree& dominators)
    : library_(function.getParent()->getTargetTriple()),
      functions_(library_),
      assumptions_(function),
      basic_(function.getParent()->getDataLayout(), function, functions_, assumptions_,
             &dominators),
      alias_(functions_) {
  alias_.addAAResult(basic_);
  alias_.addAAResult(scopes_);
}

bool StoreOrder::is_store(Instruction& i) {
  const auto facts = access_facts(i);
  return facts && facts->site.access != probes::AccessKind::kLoad && is_counted(facts->site.space);
}

bool StoreOrder::keeps_behind(Instruction& store, Instruction& load) {
  const auto written = access_facts(store), read = access_facts(load);
  const auto a = written->site.space, b = read->site.space;
  if (a != b && a != Space::kGeneric && b != Space::kGeneric) return false;
  if (load.hasMetadata(LLVMContext::MD_invariant_load)) return false;
  const auto to = MemoryLocation::getBeforeOrAfter(written->address, store.getAAMetadata());
  const auto from = MemoryLocation::getBeforeOrAfter(read->address, load.getAAMetadata());
  // Types decide nothing: what lies behind a pointer may be of any.
  const auto untyped = [](MemoryLocation location) {
    location.AATags.TBAA = nullptr;
    return location;
  };
  return !alias_.isNoAlias(untyped(to), untyped(from));
}

bool StoreOrder::keeps_rounds_apart(const Loop& loop) {
  SmallVector<Instruction*, 16> stores, loads;
  for (auto* block : loop.blocks()) {
    for (auto& i : *block) {
      if (pseudo::is(&i, pseudo::kBarrier)) return true;
      if (is_store(i)) stores.push_back(&i);
      if (is_load(i)) loads.push_back(&i);
    }
  }
  // A store that no load's value leads to waits for none.
  return any_of(stores, [&](Instruction* store) {
    return any_of(loads, [&](Instruction* load) { return keeps_behind(*store, *load); });
  });
}

}  // namespace heddle::compiler
