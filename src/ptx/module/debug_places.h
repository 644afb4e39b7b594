// SPDX-License-Identifier: Apache-2.0
// .file and .loc as LLVM's debug information: lines, and the function that they are of.
#pragma once

#include "llvm/IR/DIBuilder.h"
#include "ptx/module/module_text.h"

namespace heddle::ptx {

class DebugPlaces {
 public:
  DebugPlaces(llvm::Module& module, const ModuleText& text, llvm::StringRef name);

  // Makes the function one with lines, where it has some.
  void begin(llvm::Function& function, const FunctionText& text);
  llvm::DILocation* place(const Line& line);
  void finish();

 private:
  llvm::DIFile* file(unsigned number);

  llvm::Module& module_;
  const ModuleText& text_;
  llvm::DIBuilder builder_;
  llvm::DICompileUnit* unit_ = nullptr;
  llvm::DISubprogram* function_ = nullptr;
};

}  // namespace heddle::ptx
