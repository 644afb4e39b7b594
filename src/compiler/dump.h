// SPDX-License-Identifier: Apache-2.0
// HEDDLE_DUMP=dir: the IR after each pass that changed it, as <dir>/<kernel>.<n>-<pass>.ll, and
// <kernel>.passes.txt, which tells of every pass whether it did.
#pragma once

#include <memory>
#include <string>

#include "compiler/compilation.h"

namespace heddle::compiler {

class Dump {
 public:
  explicit Dump(const Compilation& c);
  ~Dump();
  void after(const char* pass, unsigned changed);
  void left_out(const char* pass);

 private:
  void note(const char* pass, const llvm::Twine& text);

  const Compilation& c_;
  std::unique_ptr<llvm::raw_ostream> index_;  // null: nothing is dumped
  std::string last_;                          // the module's text after the pass before
  unsigned number_ = 0;
};

// Where a file of this compilation belongs, empty when nothing is dumped.
std::string dump_path(const Compilation& c, const llvm::Twine& ending);

}  // namespace heddle::compiler
