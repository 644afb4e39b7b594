// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/link/libdevice_names.h"

#include "compiler/ir/math_rows.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

// As find_math() or the library knows it; the empty string when neither does.
std::string cuda_name(const Function& function, const Module& library) {
  auto base = function.getName();
  base.consume_front("__nv_");
  const bool fast = base.consume_front("fast_");
  for (const std::string& name : {base.str(), "__" + base.str()}) {
    if (fast && name == base) continue;
    if (is_math_name(name) || library.getFunction(name)) return name;
  }
  return {};
}

}  // namespace

void rename_libdevice_calls(Module& module, const Module& library) {
  for (auto& function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || !function.getName().starts_with("__nv_")) continue;
    if (library.getFunction(function.getName())) continue;
    const auto name = cuda_name(function, library);
    if (name.empty()) continue;
    auto callee = module.getOrInsertFunction(name, function.getFunctionType());
    function.replaceAllUsesWith(callee.getCallee());
    function.eraseFromParent();
  }
}

}  // namespace heddle::compiler
