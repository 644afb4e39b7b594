// SPDX-License-Identifier: Apache-2.0
// Which functions and variables a kernel can reach.
#pragma once

#include <map>
#include <vector>

namespace llvm {
class Function;
class GlobalValue;
class GlobalVariable;
class Module;
}  // namespace llvm

namespace heddle::frontend {

// A reference counts as a call: a function whose address a reachable function or variable holds is
// reachable. Order is that of the module.
class CallGraph {
 public:
  explicit CallGraph(const llvm::Module& module);

  std::vector<const llvm::Function*> functions_reached(const llvm::Function& from) const;
  std::vector<const llvm::GlobalVariable*> globals_reached(const llvm::Function& from) const;

 private:
  const llvm::Module& module_;
  std::map<const llvm::GlobalValue*, std::vector<const llvm::GlobalValue*>> references_;
};

}  // namespace heddle::frontend
