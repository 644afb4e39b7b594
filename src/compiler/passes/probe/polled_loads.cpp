// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/probe/polled_loads.h"

#include "compiler/ir/pseudo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

using namespace llvm;

bool PolledLoads::has(const Instruction& i) const {
  const auto* load = dyn_cast<LoadInst>(&i);
  const auto* loop = load && load->isVolatile() ? loops_.getLoopFor(load->getParent()) : nullptr;
  return loop && any_of(loop->blocks(), [](const BasicBlock* block) {
           return any_of(*block, [](const Instruction& in_loop) {
             return pseudo::is(&in_loop, pseudo::kYield) ||
                    pseudo::is(&in_loop, pseudo::kYieldAtTimes);
           });
         });
}

}  // namespace heddle::compiler
