// SPDX-License-Identifier: Apache-2.0
// PTX text to tokens (PTX ISA, "Source Format", "Identifiers", "Constants").
#pragma once

#include <string>
#include <vector>

#include "llvm/ADT/StringRef.h"

namespace heddle::ptx {

struct Token {
  enum class Kind {
    kWord,      // an identifier, with dots and "::" inside
    kNumber,    // a constant without sign
    kArgument,  // %N: `text` is N
    kString,    // between double quotes, without them
    kSign,      // one character
    kEnd,
  };
  Kind kind;
  llvm::StringRef text;
  std::size_t at;  // in the lexed text

  bool is(char sign) const { return kind == Kind::kSign && text[0] == sign; }
};

// LLVM's form of an asm string ("$0", "$$", "${:uid}") as PTX, with %N between two marks that
// tokens() knows. `number` is what %= stands for.
std::string expand_template(llvm::StringRef asm_string, unsigned number);

// The last token is the end. Comments are skipped.
std::vector<Token> tokens(llvm::StringRef text);

// `text` without the marks of expand_template and on one line, for messages.
std::string readable(llvm::StringRef text);

}  // namespace heddle::ptx
