// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/widen/widen.h"

#include "compiler/ir/lane_function.h"
#include "compiler/passes/each.h"
#include "compiler/passes/widen/widener.h"
#include "probes/event.h"

namespace heddle::compiler {

using namespace llvm;

// The lanes that the warps of `function` begin with, where tools leave out what is in step. What is
// behind pointers stays as it is when the tools have gone.
static std::uint32_t in_step(const Compilation& c, const Function& function) {
  if (!c.request.probes || !probes::has(c.request.probe_mask, probes::Event::kInStep)) return 0;
  if (!c.is_kernel()) return 0;
  return &function == c.last_warp ? (1u << last_warp_lanes(*c.request.block)) - 1 : ~0u;
}

Expected<unsigned> widen(Compilation& c) {
  auto functions = defined(*c.module);
  llvm::erase_if(functions, [](const Function* f) { return is_of_one_lane(*f); });
  for (auto* function : functions) {
    if (auto error = widen_function(*function, c.request.isa, in_step(c, *function))) return error;
  }
  for (auto* kernel : {&c.full_warp, &c.last_warp}) {
    if (*kernel) *kernel = warp_function(**kernel);
  }
  for (auto* function : functions) {
    const auto name = function->getName().str();
    auto* warp = warp_function(*function);
    if (warp != c.full_warp && warp != c.last_warp && is_contained(c.pointed_to, name)) {
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
  for (auto* function : defined(*c.module)) aim_at(*function, c.request.isa);
  return functions.size();
}

}  // namespace heddle::compiler
