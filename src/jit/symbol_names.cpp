// SPDX-License-Identifier: Apache-2.0
#include "jit/symbol_names.h"

namespace heddle::jit {

using namespace llvm;

void name_after_kernel(compiler::Compilation& c) {
  // Of -G code a debugger finds the kernel by its debug information; another symbol of that name
  // would be a second place for `break NAME`.
  if (!c.is_kernel() || c.request.debug) return;
  auto& module = *c.module;
  const auto rename = [&](const char* from, const Twine& to) {
    if (auto* function = module.getFunction(from)) function->setName(to);
  };
  const std::string& kernel = c.request.kernel;
  // A kernel that calls itself, or whose address is taken, is still there as a function.
  const bool taken = module.getNamedValue(kernel) != nullptr;
  rename("heddle_kernel_block", taken ? kernel + ".block" : kernel);
  rename("heddle_kernel_entry", kernel + ".entry");
  rename("heddle_kernel_entry_flushing", kernel + ".flushing");
}

}  // namespace heddle::jit
