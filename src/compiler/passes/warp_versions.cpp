// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/warp_versions.h"

#include "compiler/passes/block/finish.h"
#include "compiler/passes/block/late_additions.h"
#include "compiler/passes/linearise/full_copies.h"
#include "compiler/passes/linearise/linearise.h"
#include "compiler/passes/linearise/loop_fission.h"
#include "compiler/passes/linearise/widen_indices.h"
#include "compiler/passes/link/dynamic_alloca.h"
#include "compiler/passes/link/inline_functions.h"
#include "compiler/passes/link/place_clusters.h"
#include "compiler/passes/link/place_symbols.h"
#include "compiler/passes/link/specialise.h"
#include "compiler/passes/scalar/canonicalise.h"
#include "compiler/passes/scalar/optimise.h"
#include "compiler/passes/warp/bounds_masks.h"
#include "compiler/passes/warp/compress_stores.h"
#include "compiler/passes/warp/lanes_in_memory.h"
#include "compiler/passes/warp/prefetch_strides.h"
#include "compiler/passes/widen/widener.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

std::vector<Function*> defined(Module& module) {
  std::vector<Function*> result;
  for (auto& function : module) {
    if (!function.isDeclaration()) result.push_back(&function);
  }
  return result;
}

void target_host(Function& function, const Isa& isa) {
  function.addFnAttr("target-cpu", isa.cpu);
  if (!isa.features.empty()) function.addFnAttr("target-features", isa.features);
  const auto bits = std::to_string(isa.vector_bits);
  function.addFnAttr("prefer-vector-width", bits);
  function.addFnAttr("min-legal-vector-width", bits);
}

}  // namespace

Error specialise_all(Compilation& c) {
  for (auto* function : defined(*c.module)) {
    // Code behind pointers may be called by kernels of any block shape.
    const bool any_shape = c.request.kernel.empty();
    specialise(*function, any_shape ? std::nullopt : c.request.block, c.request.wide_grid);
    keep_dynamic_allocas(*function);
  }
  return Error::success();
}

Error inline_all(Compilation& c) {
  inline_functions(c);
  return Error::success();
}

Error optimise_all(Compilation& c) {
  optimise(*c.module, *c.machine);
  return Error::success();
}

Error place_all(Compilation& c) {
  place_symbols(c);
  place_clusters(c);
  return Error::success();
}

Error canonicalise_all(Compilation& c) {
  for (auto* function : defined(*c.module)) canonicalise(*function, *c.machine);
  return Error::success();
}

// From here on the kernel is up to two functions.
static void copy_for_last_warp(Compilation& c) {
  auto& body = *c.module->getFunction(c.body);
  const auto last = last_warp_lanes(*c.request.block);
  if (last != 0) {
    ValueToValueMapTy map;
    auto* copy = full_warps(*c.request.block) == 0 ? &body : CloneFunction(&body, map);
    copy->setName(c.body + ".last");
    c.last_warp = copy->getName().str();
  }
  if (full_warps(*c.request.block) != 0) {
    body.setName(c.body + ".full");
    c.full_warp = body.getName().str();
  }
}

Error linearise_all(Compilation& c) {
  combine_accesses(*c.module, *c.machine);
  if (!c.body.empty()) copy_for_last_warp(c);
  for (auto* function : defined(*c.module)) {
    auto lanes = EntryLanes{};
    if (function->getName() == c.full_warp) lanes.count = kLanes;
    if (function->getName() == c.last_warp) lanes.count = last_warp_lanes(*c.request.block);
    widen_indices(*function);
    if (lanes.count == kLanes) make_full_copies(*function);
    split_wide_loops(*function, c.request.isa);
    linearise(*function, lanes);
  }
  return Error::success();
}

Error widen_all(Compilation& c) {
  const auto functions = defined(*c.module);
  for (auto* function : functions) {
    const bool kernel = function->getName() == c.full_warp || function->getName() == c.last_warp;
    if (kernel && !c.waits && !c.request.probes) mark_late_additions(*function);
    if (auto error = widen(*function, c.request.isa)) return error;
  }
  const auto rename = [&](std::string& name) {
    if (!name.empty()) name += ".warp";
  };
  rename(c.full_warp);
  rename(c.last_warp);
  for (auto* function : functions) {
    const auto name = function->getName().str();
    auto* warp = warp_function(*function);
    const bool kernel = warp->getName() == c.full_warp || warp->getName() == c.last_warp;
    if (!kernel && is_contained(c.pointed_to, name)) {
      // What a pointer to the function points at.
      function->setName(name + ".scalar");
      warp->setName(name);
      warp->setLinkage(GlobalValue::ExternalLinkage);
    }
  }
  for (auto* function : functions) function->deleteBody();
  for (auto* function : functions) {
    function->removeDeadConstantUsers();
    if (function->use_empty()) function->eraseFromParent();
  }
  for (auto* function : defined(*c.module)) target_host(*function, c.request.isa);
  return Error::success();
}

Error tidy_all(Compilation& c) {
  // The kernel's functions have no callers yet.
  SmallVector<Function*, 2> kernels;
  for (const auto* name : {&c.full_warp, &c.last_warp}) {
    if (auto* function = c.module->getFunction(*name)) kernels.push_back(function);
  }
  for (auto* kernel : kernels) kernel->setLinkage(GlobalValue::ExternalLinkage);
  tidy(*c.module, *c.machine);
  for (auto* kernel : kernels) kernel->setLinkage(GlobalValue::InternalLinkage);
  for (auto* function : defined(*c.module)) {
    compress_stores(*function, c.request.isa);
    make_bounds_masks(*function, c.request.isa);
  }
  return Error::success();
}

Error finish_all(Compilation& c) {
  finish(c);
  for (auto* function : defined(*c.module)) target_host(*function, c.request.isa);
  if (auto* code = c.module->getNamedGlobal(abi::kKernelCodeSymbol)) {
    code->setVisibility(GlobalValue::DefaultVisibility);
  }
  tidy(*c.module, *c.machine);
  for (auto* function : defined(*c.module)) {
    prefetch_strides(*function, *c.machine);
    put_lanes_in_memory(*function);
  }
  return Error::success();
}

}  // namespace heddle::compiler
