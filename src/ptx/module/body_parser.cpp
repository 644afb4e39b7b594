// SPDX-License-Identifier: Apache-2.0
#include "ptx/module/body_parser.h"

#include <algorithm>

#include "ptx/module/declaration_parser.h"

namespace heddle::ptx {

using namespace llvm;

BodyParser::BodyParser(StringRef text, ArrayRef<Token> tokens, std::size_t next,
                       const Signature& signature)
    : StatementParser(text, tokens, next), all_(tokens), names_(1) {
  for (const auto* list : {&signature.parameters, &signature.results}) {
    for (const Variable& variable : *list) {
      if (variable.space == Space::kRegister) declare(variable.name, variable.type);
      declare_variable(variable);
    }
  }
}

std::optional<Complaint> BodyParser::parse(Body& body) {
  run(true);
  if (!complaint_ && !error().empty()) complaint_ = Complaint{error_at(), error()};
  if (complaint_) return complaint_;
  body_.program = std::move(program());
  body_.program.variables = static_cast<unsigned>(body_.variables.size());
  body = std::move(body_);
  return {};
}

void BodyParser::open_scope() {
  StatementParser::open_scope();
  names_.emplace_back();
}

void BodyParser::close_scope() {
  StatementParser::close_scope();
  if (names_.size() > 1) names_.pop_back();
}

void BodyParser::redirect(unsigned from, unsigned to) {
  StatementParser::redirect(from, to);
  for (auto& [name, labels] : body_.branch_targets) std::ranges::replace(labels, from, to);
}

bool BodyParser::other_statement() {
  if (token().kind != Token::Kind::kWord) return false;
  const StringRef word = token().text;
  if (token(1).is(':') && token(2).kind == Token::Kind::kWord) {
    const auto name = word.str();
    if (token(2).text == ".branchtargets") return name_targets(name), true;
    if (token(2).text == ".callprototype") return name_prototype(name), true;
    if (token(2).text == ".calltargets") {
      while (!at_end() && !token().is(';')) skip();
      return true;
    }
  }
  if (word == ".loc") return note_line(), true;
  if (word == ".file" || word == ".section" || word == ".alias") {
    fail("'" + word + "' in a function");
    return true;
  }
  const auto space = space_of(word);
  const bool is_extern = word == ".extern";
  if (is_extern || (space && *space != Space::kRegister)) {
    if (is_extern) skip();
    const auto of = space_of(token().text);
    if (!of) return fail("expected a state space"), true;
    skip();
    declare_variable(*of);
    if (is_extern && !body_.variables.empty()) body_.variables.back().is_external = true;
    return true;
  }
  return false;
}

std::optional<Operand> BodyParser::other_name(StringRef name) {
  Operand result{Operand::Kind::kSymbol};
  for (auto scope = names_.rbegin(); scope != names_.rend(); ++scope) {
    const auto found = scope->find(name.str());
    if (found == scope->end()) continue;
    result = Operand{Operand::Kind::kVariable, found->second};
    break;
  }
  result.name = name.str();
  // sym+4, which is a constant.
  while ((token().is('+') || token().is('-')) && token(1).kind == Token::Kind::kNumber) {
    std::uint64_t offset = 0;
    if (token(1).text.getAsInteger(0, offset)) fail("bad constant");
    result.bits += token().is('-') ? -offset : offset;
    skip(2);
  }
  return result;
}

void BodyParser::declare_variable(Space space) {
  Cursor at(all_, next());
  std::vector<Variable> made{parse_variable(at, space)};
  while (at.good() && at.accept(',')) {
    // Names that share the type.
    Variable other = made.front();
    other.name = at.word("a name").str();
    made.push_back(std::move(other));
  }
  at.expect(';');
  if (!at.good()) {
    complaint_ = at.complaint();
    return fail("a declaration");
  }
  skip(at.next() - next());
  for (Variable& variable : made) declare_variable(std::move(variable));
}

void BodyParser::declare_variable(Variable variable) {
  const auto index = static_cast<unsigned>(body_.variables.size());
  if (variable.space != Space::kRegister && !names_.back().insert({variable.name, index}).second) {
    return fail("variable '" + variable.name + "' twice");
  }
  body_.variables.push_back(std::move(variable));
}

// .loc file line column{, function_name label{+n}, inlined_at file line column}
void BodyParser::note_line() {
  Line line;
  unsigned* const parts[] = {&line.file, &line.line, &line.column};
  skip();
  for (unsigned* part : parts) {
    if (token().kind != Token::Kind::kNumber || token().text.getAsInteger(10, *part)) {
      return fail("'.loc' needs file, line and column");
    }
    skip();
  }
  if (accept(',')) {
    while (!at_end() && !(token().kind == Token::Kind::kWord && token().text == "inlined_at")) {
      skip();
    }
    skip(4);
  }
  body_.lines[program().instructions.size()] = line;
}

// name: .branchtargets a, b;
void BodyParser::name_targets(const std::string& name) {
  skip(3);
  auto& targets = body_.branch_targets[name];
  do {
    if (token().kind != Token::Kind::kWord) return fail("expected a label");
    targets.push_back(label_index(token().text));
    skip();
  } while (accept(','));
  expect(';');
}

// name: .callprototype (results) _ (parameters);
void BodyParser::name_prototype(const std::string& name) {
  Cursor at(all_, next() + 3);
  Signature signature;
  if (at.token().is('(')) signature.results = parse_parameters(at);
  at.word("'_'");
  if (at.token().is('(')) signature.parameters = parse_parameters(at);
  while (at.good() && at.token().kind == Token::Kind::kWord) at.skip();  // .noreturn
  at.expect(';');
  if (!at.good()) {
    complaint_ = at.complaint();
    return fail("a prototype");
  }
  skip(at.next() - next());
  body_.prototypes[name] = std::move(signature);
}

}  // namespace heddle::ptx
