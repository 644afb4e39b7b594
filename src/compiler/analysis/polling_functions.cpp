// SPDX-License-Identifier: Apache-2.0
#include "compiler/analysis/polling_functions.h"

#include "compiler/analysis/waiting_loops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace heddle::compiler {

using namespace llvm;

PollingFunctions::PollingFunctions(Module& module) {
  for (bool found = true; found;) {
    found = false;
    for (auto& function : module) {
      if (function.isDeclaration() || all_.contains(&function)) continue;
      const bool polls = any_of(instructions(function),
                                [&](const auto& i) { return may_poll(i) || calls_one(i); });
      if (!polls) continue;
      all_.insert(&function);
      found = true;
    }
  }
}

bool PollingFunctions::calls_one(const Instruction& i) const {
  const auto* call = dyn_cast<CallBase>(&i);
  if (!call || call->isInlineAsm()) return false;
  const auto* callee = call->getCalledFunction();
  return !callee || all_.contains(callee);
}

}  // namespace heddle::compiler
