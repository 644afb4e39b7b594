// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/linearise/copy_for_last_warp.h"

#include "llvm/Transforms/Utils/Cloning.h"

namespace heddle::compiler {

using namespace llvm;

unsigned copy_for_last_warp(Compilation& c) {
  if (!c.body) return 0;
  const bool full = full_warps(*c.request.block) != 0,
             last = last_warp_lanes(*c.request.block) != 0;
  const auto name = c.body->getName().str();
  if (last) {
    ValueToValueMapTy map;
    c.last_warp = full ? CloneFunction(c.body, map) : static_cast<Function*>(c.body);
    c.last_warp->setName(name + ".last");
  }
  if (full) {
    c.full_warp = c.body;
    c.full_warp->setName(name + ".full");
  }
  return full && last ? 1 : 0;
}

}  // namespace heddle::compiler
