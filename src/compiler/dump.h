// SPDX-License-Identifier: Apache-2.0
// HEDDLE_DUMP: the IR after each stage, as <dir>/<kernel>.<n>-<stage>.ll
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

class Dump {
 public:
  explicit Dump(const Compilation& c) : c_(c) {}
  void after(llvm::StringRef stage);

 private:
  const Compilation& c_;
  unsigned number_ = 0;
};

// Where a file of this compilation belongs, empty when nothing is dumped.
std::string dump_path(const Compilation& c, const llvm::Twine& ending);

}  // namespace heddle::compiler
