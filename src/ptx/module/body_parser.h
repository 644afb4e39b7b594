// SPDX-License-Identifier: Apache-2.0
// The statements between the braces of a function.
#pragma once

#include "ptx/module/module_text.h"
#include "ptx/statement_parser.h"

namespace heddle::ptx {

class BodyParser : public StatementParser {
 public:
  // tokens[next] stands behind the '{'. Parameters and results of the function are its first
  // variables, unless they are registers.
  BodyParser(llvm::StringRef text, llvm::ArrayRef<Token> tokens, std::size_t next,
             const Signature& signature);

  // Up to behind the '}'. A complaint where something is wrong.
  std::optional<Complaint> parse(Body& body);

 private:
  bool other_statement() override;
  std::optional<Operand> other_name(llvm::StringRef name) override;
  void open_scope() override;
  void close_scope() override;
  void redirect(unsigned from, unsigned to) override;
  unsigned most_registers() const override { return 1u << 20; }

  void declare_variable(Space space);
  void declare_variable(Variable variable);
  void note_line();
  void name_targets(const std::string& name);
  void name_prototype(const std::string& name);

  llvm::ArrayRef<Token> all_;
  std::vector<std::map<std::string, unsigned>> names_;
  Body body_;
  std::optional<Complaint> complaint_;
};

}  // namespace heddle::ptx
