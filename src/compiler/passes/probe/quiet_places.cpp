// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/quiet_places.h"

#include <bit>

#include "compiler/ir/pseudo.h"
#include "compiler/passes/probe/calm_loads.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "probes/quiet_lines.h"
#include "probes/site_numbers.h"

namespace heddle::compiler {

using namespace llvm;
using probes::Site;

namespace {

// May it order accesses of some warps of a block, or of several blocks? Not as a barrier.
bool orders_in_part(const Instruction& i) {
  if (isa<FenceInst>(i)) return true;
  if (const auto* load = dyn_cast<LoadInst>(&i)) return load->isAtomic() || load->isVolatile();
  if (const auto* store = dyn_cast<StoreInst>(&i)) return store->isAtomic() || store->isVolatile();
  if (const auto* rmw = dyn_cast<AtomicRMWInst>(&i)) {
    return isStrongerThanMonotonic(rmw->getOrdering());
  }
  if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) {
    return isStrongerThanMonotonic(exchange->getMergedOrdering());
  }
  const auto* call = dyn_cast<CallInst>(&i);
  if (!call) return false;
  const auto* callee = call->getCalledFunction();
  if (!callee) return true;
  for (const auto name :
       {pseudo::kMbarrier, pseudo::kMbarrierPhase, pseudo::kAsync, pseudo::kCopy,
        pseudo::kBulkReduce, pseudo::kTensor, pseudo::kYield, pseudo::kYieldAtTimes}) {
    if (pseudo::is(call, name)) return true;
  }
  switch (callee->getIntrinsicID()) {
    case Intrinsic::nvvm_membar_cta:
    case Intrinsic::nvvm_membar_gl:
    case Intrinsic::nvvm_membar_sys:
      return true;
    default:
      return false;
  }
}

bool is_barrier_of_others(const Instruction& i) {
  const auto* call = dyn_cast<CallInst>(&i);
  return call && pseudo::is(call, pseudo::kBarrier) && !is_whole_barrier(*call);
}

// An atomic operation of global memory whose result nobody uses, for all threads of the device.
bool is_quiet_reduction(const Instruction& access, const Site& facts) {
  const auto* rmw = dyn_cast<AtomicRMWInst>(&access);
  return rmw && rmw->use_empty() && !rmw->isVolatile() &&
         rmw->getOrdering() == AtomicOrdering::Monotonic && facts.space == probes::Space::kGlobal &&
         facts.scope >= probes::Scope::kDevice;
}

}  // namespace

QuietPlaces::QuietPlaces(const Module& module)
    : barriers_only_(none_of(
          module,
          [](const Function& function) { return any_of(instructions(function), orders_in_part); })),
      whole_barriers_only_(barriers_only_ && none_of(module, [](const Function& function) {
                             return any_of(instructions(function), is_barrier_of_others);
                           })) {}

std::uint32_t QuietPlaces::number(const Instruction& access, const Site& facts) {
  // Words of a line are told apart, bytes are not: less than a word has a number, and code does not
  // ask about it.
  const bool in_words = facts.bytes <= 16 && std::has_single_bit(facts.bytes) &&
                        std::popcount(facts.touched) == static_cast<int>(facts.bytes);
  const bool one_space =
      facts.space == probes::Space::kGlobal || facts.space == probes::Space::kShared;
  const bool reads = isa<LoadInst>(access) && facts.event == probes::Event::kAccess;
  if (barriers_only_ && !whole_barriers_only_ && reads && facts.space == probes::Space::kGlobal) {
    return probes::kMayBeOnlyRead;
  }
  if (!whole_barriers_only_ || !(reads || is_quiet_reduction(access, facts)) || !in_words ||
      !one_space || facts.align < facts.bytes) {
    return Site::kNeverQuiet;
  }
  const void* place = access.getDebugLoc().get();
  if (!place) place = &access;
  const auto [known, is_new] = numbers_.try_emplace({place, facts.bytes, facts.space}, next_);
  if (is_new) ++next_;
  return known->second < probes::QuietLines::kMostSites ? known->second : Site::kNeverQuiet;
}

}  // namespace heddle::compiler
