// SPDX-License-Identifier: Apache-2.0
// Parses a run of statements: those of one asm statement (parser.h), or of a function of a module
// (module/body_parser.h), which knows more statements and names.
#pragma once

#include <map>

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "ptx/lexer.h"
#include "ptx/program.h"

namespace heddle::ptx {

class StatementParser {
 public:
  // From tokens[next] on, which are of `text`.
  StatementParser(llvm::StringRef text, llvm::ArrayRef<Token> tokens, std::size_t next)
      : text_(text), tokens_(tokens), next_(next) {
    scopes_.emplace_back();
  }
  virtual ~StatementParser() = default;

  // Statements up to the end of the text, or up to the '}' that closes them where they are
  // `braced`.
  void run(bool braced);

  Program& program() { return program_; }
  std::size_t next() const { return next_; }
  const std::string& error() const { return error_; }
  // Where the first complaint is.
  std::size_t error_at() const { return error_at_; }

 protected:
  // A statement that is neither an instruction nor a declaration of registers; false: it is none.
  virtual bool other_statement() { return false; }
  // A name that is no register of the program.
  virtual std::optional<Operand> other_name(llvm::StringRef name) { return {}; }
  virtual void open_scope() { scopes_.emplace_back(); }
  virtual void close_scope() { leave_scope(); }
  // A label that a scope names is one of the scope around it.
  virtual void redirect(unsigned from, unsigned to);
  virtual unsigned most_registers() const { return 4096; }

  const Token& token(std::size_t ahead = 0) const {
    return tokens_[std::min(next_ + ahead, tokens_.size() - 1)];
  }
  bool at_end() const { return token().kind == Token::Kind::kEnd; }
  bool accept(char sign);
  void expect(char sign);
  void fail(const llvm::Twine& why);
  void skip(std::size_t count = 1) { next_ += count; }
  void declare(const std::string& name, Type type);
  unsigned label_index(llvm::StringRef name) { return label(name).index; }
  Operand operand();

 private:
  struct Label {
    unsigned index;
    bool placed = false;
  };
  struct Scope {
    std::map<std::string, unsigned> registers;
    std::map<std::string, Label> labels;
  };

  void statement();
  void leave_scope();
  Label& label(llvm::StringRef name);
  void place_label();
  void declaration();
  void instruction();
  Operand simple_operand();
  Operand operand_without_limit();
  Operand address();
  Operand named(llvm::StringRef name);
  Operand number(llvm::StringRef text, bool minus);

  llvm::StringRef text_;
  llvm::ArrayRef<Token> tokens_;
  std::size_t next_, statement_at_ = 0, error_at_ = 0;
  std::vector<Scope> scopes_;
  std::vector<std::map<std::string, Label>> all_labels_;
  Program program_;
  std::string error_;
  unsigned depth_ = 0;  // operands within operands
};

}  // namespace heddle::ptx
