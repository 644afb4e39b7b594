// SPDX-License-Identifier: Apache-2.0
// Parses the text of one asm statement: instructions with guards, nested { } with .reg
// declarations, labels. Names are resolved here; what an instruction means is the table's business.
#pragma once

#include "llvm/Support/Error.h"
#include "ptx/program.h"

namespace heddle::ptx {

// `text` is what expand_template of lexer.h made.
llvm::Expected<Program> parse(llvm::StringRef text);

}  // namespace heddle::ptx
