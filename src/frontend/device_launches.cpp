// SPDX-License-Identifier: Apache-2.0
#include "frontend/device_launches.h"

#include <fmt/format.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <set>

namespace heddle::frontend {

std::string refuse_device_launches(const llvm::Module& module) {
  // What becomes of <<<>>> in device code (include/heddle/device_launch.h).
  const llvm::Function* launch = module.getFunction("__heddle_launch");
  if (!launch) return {};
  std::set<std::string> lines;
  for (const llvm::User* user : launch->users()) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    const llvm::DILocation* place = call ? call->getDebugLoc().get() : nullptr;
    while (place && place->getInlinedAt()) place = place->getInlinedAt();
    const std::string where = place
                                  ? fmt::format("{}:{}:{}: ", std::string(place->getFilename()),
                                                place->getLine(), std::max(1u, place->getColumn()))
                                  : module.getSourceFileName() + ": ";
    lines.insert(where +
                 "error: a kernel launch in device code (dynamic parallelism) has no form in PTX");
  }
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

}  // namespace heddle::frontend
