// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/block/split_for_warp_loops.h"

#include <optional>
#include <utility>

#include "compiler/analysis/warp_variance.h"
#include "compiler/passes/block/split_at_barriers.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "probes/event.h"

namespace heddle::compiler {

using namespace llvm;

// All frames of a block lie on the worker's stack: large local arrays do not suit this way.
static constexpr std::uint64_t kMaxObjectBytes = 256 * 1024;

static std::uint64_t object_bytes(Function& function) {
  std::uint64_t bytes = 0;
  for (auto& instruction : function.getEntryBlock()) {
    if (auto* object = dyn_cast<AllocaInst>(&instruction)) {
      bytes += object->getAllocationSize(function.getDataLayout())->getFixedValue();
    }
  }
  return bytes;
}

static constexpr unsigned kSiteArgument = 2;  // of the calls of probes

// What is told of barriers, in order of the suspensions that they belong to. Empty where some
// suspension has none of its own: optimisation may have made one of two.
static std::optional<SmallVector<CallInst*, 8>> barrier_probes(Function& function) {
  SmallVector<CallInst*, 8> probes;
  for (auto& block : function) {
    CallInst* probe = nullptr;
    for (auto& instruction : block) {
      auto* call = dyn_cast<CallInst>(&instruction);
      const auto* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee) continue;
      if (callee->getName() == "heddle_rt_probe_barrier") {
        if (probe || !isa<Constant>(call->getArgOperand(kSiteArgument))) return std::nullopt;
        probe = call;
      } else if (callee->getName() == kSuspend) {
        if (!probe) return std::nullopt;
        probes.push_back(std::exchange(probe, nullptr));
      }
    }
    if (probe) return std::nullopt;
  }
  return probes;
}

// Of the sites by state; first that of an end of threads. The loop over the warps tells what the
// calls did.
static Constant* take_sites(Module& module, ArrayRef<CallInst*> probes) {
  auto* none = ConstantPointerNull::get(PointerType::get(module.getContext(), 0));
  Constant* end = none;
  if (auto* exit = module.getFunction("heddle_rt_probe_exit")) {
    for (auto* user : exit->users()) {
      auto* call = dyn_cast<CallInst>(user);
      auto* site = call ? dyn_cast<Constant>(call->getArgOperand(kSiteArgument)) : nullptr;
      if (site) end = site;
    }
  }
  SmallVector<Constant*, 8> sites{end};
  for (auto* probe : probes) {
    sites.push_back(cast<Constant>(probe->getArgOperand(kSiteArgument)));
    probe->eraseFromParent();
  }
  auto* type = ArrayType::get(none->getType(), sites.size());
  return new GlobalVariable(module, type, true, GlobalValue::InternalLinkage,
                            ConstantArray::get(type, sites), "heddle.barrier.sites");
}

unsigned split_for_warp_loops(Compilation& c) {
  if (c.mode != abi::KernelMode::kStep) return 0;
  // Who wants to hear of each warp that comes to a barrier, or of barriers that open, is told by
  // the engine, which then has to see them.
  const auto hears = [&](probes::Event event) {
    return c.request.probes && probes::has(c.request.probe_mask, event);
  };
  const bool in_step = hears(probes::Event::kInStep) && hears(probes::Event::kBarrier);
  if (hears(probes::Event::kOpened) && !in_step) return 0;
  const auto partial = last_warp_lanes(*c.request.block);
  Function *full = c.full_warp, *last = c.last_warp;
  if (full && !has_plain_barriers(*full, ~0u)) return 0;
  if (last && !has_plain_barriers(*last, (1u << partial) - 1)) return 0;
  const auto warps = full_warps(*c.request.block) + 1;
  for (auto* function : {full, last}) {
    if (function && object_bytes(*function) * warps > kMaxObjectBytes) return 0;
  }
  if (in_step) {
    std::optional<SmallVector<CallInst*, 8>> of_full, of_last;
    if (full && !(of_full = barrier_probes(*full))) return 0;
    if (last && !(of_last = barrier_probes(*last))) return 0;
    if (full) c.full_sites = take_sites(*c.module, *of_full);
    if (last) c.last_sites = take_sites(*c.module, *of_last);
  }
  c.one_way = full && take_one_way(*full);
  const auto split = [&](FunctionHandle& warp) {
    if (!warp) return 0u;
    const auto step = split_at_plain_barriers(*warp, c.request.isa);
    c.frame_bytes = std::max(c.frame_bytes, step.frame_bytes);
    warp->eraseFromParent();
    warp = step.function;
    return step.states;
  };
  c.full_states = split(c.full_warp);
  split(c.last_warp);
  c.frame_bytes = std::max<std::uint32_t>(c.frame_bytes, abi::kVectorAlign);
  c.warp_loops = true;
  c.mode = abi::KernelMode::kBlock;
  return (full ? 1 : 0) + (last ? 1 : 0);
}

}  // namespace heddle::compiler
