// SPDX-License-Identifier: Apache-2.0
#include "ptx/parser.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "ptx/statement_parser.h"

namespace heddle::ptx {

using namespace llvm;

namespace {
constexpr unsigned kMostDepth = 16;  // of operands; each level takes stack
}

std::optional<Type> parse_type(StringRef name) {
  if (name == "pred") return Type{Type::Kind::kPredicate, 1};
  const auto half = name.ends_with("x2") ? name.drop_back(2) : name;
  if (half == "f16" || half == "bf16") {
    const bool packed = half != name;
    return Type{Type::Kind::kFloat, packed ? 32u : 16u, half == "bf16", packed};
  }
  unsigned bits = 0;
  if (name.size() < 2 || name.drop_front().getAsInteger(10, bits)) return {};
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64 && bits != 128) return {};
  switch (name[0]) {
    case 'b':
      return Type{Type::Kind::kBits, bits};
    case 'u':
      return bits == 128 ? std::nullopt : std::optional(Type{Type::Kind::kUnsigned, bits});
    case 's':
      return bits == 128 ? std::nullopt : std::optional(Type{Type::Kind::kSigned, bits});
    case 'f':
      return bits == 32 || bits == 64 ? std::optional(Type{Type::Kind::kFloat, bits})
                                      : std::nullopt;
    default:
      return {};
  }
}

bool StatementParser::accept(char sign) {
  if (!token().is(sign)) return false;
  ++next_;
  return true;
}
void StatementParser::expect(char sign) {
  if (accept(sign)) return;
  const auto found = at_end() ? "the end" : "'" + readable(token().text) + "'";
  fail(Twine("expected '") + Twine(sign) + "' before " + found);
}
void StatementParser::fail(const Twine& why) {
  if (!error_.empty()) return;
  error_at_ = statement_at_;
  const auto end = std::min(text_.find(';', statement_at_), text_.size());
  error_ = (why + " in '" + readable(text_.slice(statement_at_, end)) + "'").str();
}

void StatementParser::run(bool braced) {
  while (error_.empty() && !at_end() && !(braced && scopes_.size() == 1 && token().is('}'))) {
    statement();
  }
  statement_at_ = token().at;
  if (error_.empty() && (braced ? at_end() : scopes_.size() > 1)) fail("'{' without '}'");
  if (braced) accept('}');
  leave_scope();
  for (const auto& scope : all_labels_) {
    for (const auto& [name, label] : scope) {
      if (error_.empty() && !label.placed) fail("no label '" + name + "'");
    }
  }
}

void StatementParser::statement() {
  statement_at_ = token().at;
  if (accept('{')) {
    open_scope();
  } else if (accept('}')) {
    if (scopes_.size() == 1) return fail("'}' without '{'");
    close_scope();
  } else if (accept(';')) {
  } else if (other_statement()) {
  } else if (token().kind == Token::Kind::kWord && token(1).is(':')) {
    place_label();
  } else if (token().kind == Token::Kind::kWord &&
             (token().text == ".reg" || token().text.starts_with(".reg."))) {
    declaration();
  } else if (token().kind == Token::Kind::kWord && token().text == ".pragma") {
    while (!token().is(';') && token().kind != Token::Kind::kEnd) ++next_;
  } else {
    instruction();
  }
}

// Labels that this scope names and does not place belong to the scope around it.
void StatementParser::leave_scope() {
  auto labels = std::move(scopes_.back().labels);
  if (scopes_.size() > 1) {
    auto& outer = scopes_[scopes_.size() - 2].labels;
    for (auto it = labels.begin(); it != labels.end();) {
      if (it->second.placed) {
        ++it;
        continue;
      }
      const auto [known, fresh] = outer.insert(*it);
      if (!fresh) redirect(it->second.index, known->second.index);
      it = labels.erase(it);
    }
    scopes_.pop_back();
  }
  all_labels_.push_back(std::move(labels));
}
void StatementParser::redirect(unsigned from, unsigned to) {
  for (auto& instruction : program_.instructions) {
    for (auto& operand : instruction.operands) {
      if (operand.kind == Operand::Kind::kLabel && operand.index == from) operand.index = to;
    }
  }
}
StatementParser::Label& StatementParser::label(StringRef name) {
  auto& labels = scopes_.back().labels;
  const auto [it, fresh] =
      labels.insert({name.str(), Label{static_cast<unsigned>(program_.labels.size())}});
  if (fresh) program_.labels.push_back(0);
  return it->second;
}
void StatementParser::place_label() {
  auto& found = label(token().text);
  if (found.placed) return fail("label '" + token().text + "' twice");
  found.placed = true;
  program_.labels[found.index] = program_.instructions.size();
  next_ += 2;
}

// .reg .type a, b<4>; and .reg.type a;
void StatementParser::declaration() {
  auto words = token().text.drop_front(StringRef(".reg").size());
  ++next_;
  std::optional<Type> type;
  const auto next_word = [&] {
    const bool is_more = token().kind == Token::Kind::kWord && token().text.starts_with(".");
    words = is_more ? token().text : "";
    if (is_more) ++next_;
  };
  if (words.empty()) next_word();
  for (; !words.empty(); next_word()) {
    for (const auto name : split(words.drop_front(), '.')) {
      if (name == "v2" || name == "v4") return fail("vector registers are not supported");
      type = parse_type(name);
      if (!type) return fail("register type '." + name + "' is not supported");
    }
  }
  if (!type) return fail(".reg without a type");
  do {
    if (token().kind != Token::Kind::kWord) return fail("expected a register's name");
    const auto name = token().text.str();
    ++next_;
    if (!accept('<')) {
      declare(name, *type);
      continue;
    }
    unsigned count = 0;
    if (token().text.getAsInteger(0, count) || count > most_registers())
      return fail("bad number of registers");
    ++next_;
    expect('>');
    for (unsigned i = 0; i < count; ++i) declare(name + utostr(i), *type);
  } while (accept(','));
  expect(';');
}
void StatementParser::declare(const std::string& name, Type type) {
  const auto index = static_cast<unsigned>(program_.registers.size());
  if (!scopes_.back().registers.insert({name, index}).second) {
    return fail("register '" + name + "' twice");
  }
  program_.registers.push_back(type);
}

void StatementParser::instruction() {
  Instruction made;
  if (accept('@')) {
    const bool negated = accept('!');
    made.guard = operand();
    made.guard->negated = negated;
  }
  if (token().kind != Token::Kind::kWord) return expect('}');
  const auto words = split(token().text, '.');
  bool first = true;
  for (const auto word : words) {
    if (first)
      made.opcode = word.str();
    else
      made.modifiers.push_back(word.str());
    first = false;
  }
  ++next_;
  if (!token().is(';') && token().kind != Token::Kind::kEnd) {
    do made.operands.push_back(operand());
    while (error_.empty() && accept(','));
  }
  // The last one may do without.
  if (token().kind != Token::Kind::kEnd) expect(';');
  const auto end = token().kind == Token::Kind::kEnd ? text_.size() : tokens_[next_ - 1].at;
  made.at = statement_at_;
  made.text = readable(text_.slice(statement_at_, end));
  program_.instructions.push_back(std::move(made));
}

Operand StatementParser::operand() {
  using Kind = Operand::Kind;
  auto result = simple_operand();
  if (!accept('|')) return result;
  Operand pair{Kind::kPair};
  pair.parts.push_back(std::move(result));
  pair.parts.push_back(simple_operand());
  return pair;
}

Operand StatementParser::simple_operand() {
  if (depth_ == kMostDepth) {
    fail("too many operands within each other");
    return Operand{Operand::Kind::kSink};
  }
  ++depth_;
  auto result = operand_without_limit();
  --depth_;
  return result;
}

Operand StatementParser::operand_without_limit() {
  using Kind = Operand::Kind;
  if (accept('!')) {
    auto result = simple_operand();
    result.negated = !result.negated;
    return result;
  }
  if (accept('{')) {
    Operand vector{Kind::kVector};
    do vector.parts.push_back(simple_operand());
    while (error_.empty() && accept(','));
    expect('}');
    return vector;
  }
  if (accept('(')) {
    Operand list{Kind::kList};
    if (accept(')')) return list;
    do list.parts.push_back(simple_operand());
    while (error_.empty() && accept(','));
    expect(')');
    return list;
  }
  if (accept('[')) return address();
  const bool minus = accept('-');
  const auto current = token();
  ++next_;
  switch (current.kind) {
    case Token::Kind::kArgument: {
      Operand argument{Kind::kArgument};
      if (current.text.getAsInteger(10, argument.index)) fail("bad operand");
      if (minus) fail("a sign before an operand");
      return argument;
    }
    case Token::Kind::kNumber:
      return number(current.text, minus);
    case Token::Kind::kWord:
      return named(current.text);
    default:
      --next_;
      fail("expected an operand");
      ++next_;
      return Operand{Kind::kSink};
  }
}

Operand StatementParser::address() {
  Operand result{Operand::Kind::kAddress};
  result.parts.push_back(simple_operand());
  while (error_.empty() && (token().is('+') || token().is('-'))) {
    const bool minus = token().is('-');
    ++next_;
    auto offset = simple_operand();
    if (offset.kind == Operand::Kind::kInteger) {
      result.bits += minus ? -offset.bits : offset.bits;
    } else if (offset.kind == Operand::Kind::kArgument && !minus) {
      result.parts.push_back(std::move(offset));
    } else {
      fail("an offset that is no constant");
    }
  }
  if (accept(',')) {
    auto coordinates = simple_operand();
    if (coordinates.kind == Operand::Kind::kVector) {
      result.parts.push_back(std::move(coordinates));
    } else if (token().is(',')) {
      fail("a sampler apart from its texture is not supported");
    } else {
      // A single one needs no braces.
      Operand list{Operand::Kind::kVector};
      list.parts.push_back(std::move(coordinates));
      result.parts.push_back(std::move(list));
    }
  }
  expect(']');
  return result;
}

Operand StatementParser::named(StringRef name) {
  using Kind = Operand::Kind;
  if (name == "_") return Operand{Kind::kSink};
  if (name == "WARP_SZ") return Operand{Kind::kInteger, 0, 32};
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto found = scope->registers.find(name.str());
    if (found != scope->registers.end()) return Operand{Kind::kRegister, found->second};
  }
  if (name.starts_with("%")) {
    Operand special{Kind::kSpecial};
    special.name = name.str();
    return special;
  }
  const auto& opcode = tokens_[std::max<std::size_t>(next_, 2) - 2].text;
  if (opcode.starts_with("bra")) return Operand{Kind::kLabel, label(name).index};
  if (auto other = other_name(name)) return *other;
  fail("unknown register or symbol '" + name + "'");
  return Operand{Kind::kSink};
}

Operand StatementParser::number(StringRef text, bool minus) {
  using Kind = Operand::Kind;
  Operand result{Kind::kInteger};
  const auto lower = text.lower();
  StringRef rest = lower;
  if (rest.consume_front("0f")) {
    result.kind = Kind::kSingle;
    if (rest.size() != 8 || rest.getAsInteger(16, result.bits)) fail("bad constant");
    if (minus) result.bits ^= 0x80000000u;
    return result;
  }
  if (rest.consume_front("0d")) {
    result.kind = Kind::kDouble;
    if (rest.size() != 16 || rest.getAsInteger(16, result.bits)) fail("bad constant");
    if (minus) result.bits ^= std::uint64_t{1} << 63;
    return result;
  }
  const bool hex = rest.starts_with("0x");
  if (!hex && (rest.contains('.') || rest.contains('e'))) {
    result.kind = Kind::kDouble;
    APFloat value(APFloat::IEEEdouble());
    auto status = value.convertFromString(rest, APFloat::rmNearestTiesToEven);
    if (!status) {
      consumeError(status.takeError());
      fail("bad constant");
    }
    if (minus) value.changeSign();
    result.bits = value.bitcastToAPInt().getZExtValue();
    return result;
  }
  rest.consume_back("u");
  if (rest.getAsInteger(0, result.bits)) fail("bad constant '" + text + "'");
  if (minus) result.bits = -result.bits;
  return result;
}

Expected<Program> parse(StringRef text) {
  const auto all = tokens(text);
  StatementParser parser(text, all, 0);
  parser.run(false);
  if (!parser.error().empty()) return createStringError(parser.error());
  return std::move(parser.program());
}

}  // namespace heddle::ptx
