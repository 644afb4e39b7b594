// SPDX-License-Identifier: Apache-2.0
// Declarations of variables, parameters and signatures, which stand in modules and in functions.
#pragma once

#include <optional>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "ptx/lexer.h"
#include "ptx/module/module_text.h"

namespace heddle::ptx {

// A place among tokens, and the first complaint.
class Cursor {
 public:
  Cursor(llvm::ArrayRef<Token> tokens, std::size_t next) : tokens_(tokens), next_(next) {}

  const Token& token(std::size_t ahead = 0) const {
    return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
  }
  std::size_t next() const { return next_; }
  bool at_end() const { return token().kind == Token::Kind::kEnd; }
  bool is_word(llvm::StringRef text) const {
    return token().kind == Token::Kind::kWord && token().text == text;
  }
  bool accept(char sign);
  bool accept_word(llvm::StringRef text);
  void expect(char sign);
  void skip() { next_ += at_end() ? 0 : 1; }
  llvm::StringRef word(const char* what);
  // A constant without sign.
  std::uint64_t number(const char* what);
  void fail(const llvm::Twine& why);
  bool good() const { return !complaint_; }
  const std::optional<Complaint>& complaint() const { return complaint_; }

 private:
  llvm::ArrayRef<Token> tokens_;
  std::size_t next_;
  std::optional<Complaint> complaint_;
};

// A state space by its word; none for what is no space.
std::optional<Space> space_of(llvm::StringRef word);

// From ".global" to before ';' or ',': its space is known, the cursor stands behind its word.
Variable parse_variable(Cursor& at, Space space);
// "(.param .b32 a, .reg .b64 b)"
std::vector<Variable> parse_parameters(Cursor& at);
// A number as an initial value or an operand: bits in the width of `type`.
std::uint64_t parse_constant(Cursor& at, Type type);

}  // namespace heddle::ptx
