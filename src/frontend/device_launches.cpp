// SPDX-License-Identifier: Apache-2.0
#include "frontend/device_launches.h"

#include <fmt/format.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <set>

namespace heddle::frontend {

std::string refuse_device_launches(const llvm::Module& module) {
  // What clang makes of <<<>>> in device code; include/heddle/device_launch.h declares it.
  const llvm::Function* launch = module.getFunction("cudaLaunchDevice");
  if (!launch) return {};
  std::set<std::string> lines;
  for (const llvm::User* user : launch->users()) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    const auto* place = call ? call->getDebugLoc().get() : nullptr;
    const std::string where = place
                                  ? fmt::format("{}:{}:{}: ", std::string(place->getFilename()),
                                                place->getLine(), std::max(1u, place->getColumn()))
                                  : module.getSourceFileName() + ": ";
    lines.insert(where +
                 "error: a kernel launch in device code (dynamic parallelism) is not yet "
                 "supported");
  }
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

}  // namespace heddle::frontend
