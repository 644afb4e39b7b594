// SPDX-License-Identifier: Apache-2.0
#include "ptx/module/declaration_parser.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace heddle::ptx {

using namespace llvm;

namespace {
// More than any device has, and what a module's text can be given in.
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;
constexpr std::uint64_t kMostInitialBytes = std::uint64_t{1} << 32;
// A thread's local memory, where parameters lie (CUDA programming guide, "Compute Capabilities").
constexpr std::uint64_t kMostParameterBytes = 512 * 1024;
}  // namespace

bool Cursor::accept(char sign) {
  if (!token().is(sign)) return false;
  ++next_;
  return true;
}

bool Cursor::accept_word(StringRef text) {
  if (!is_word(text)) return false;
  ++next_;
  return true;
}

void Cursor::expect(char sign) {
  if (!accept(sign)) fail(Twine("expected '") + Twine(sign) + "'");
}

StringRef Cursor::word(const char* what) {
  if (token().kind != Token::Kind::kWord) {
    fail(Twine("expected ") + what);
    return {};
  }
  return tokens_[next_++].text;
}

std::uint64_t Cursor::number(const char* what) {
  std::uint64_t value = 0;
  auto text = token().text;
  text.consume_back("U");
  if (token().kind != Token::Kind::kNumber || text.getAsInteger(0, value)) {
    fail(Twine("expected ") + what);
  }
  skip();
  return value;
}

void Cursor::fail(const Twine& why) {
  if (complaint_) return;
  const auto found = at_end() ? std::string("the end") : "'" + readable(token().text) + "'";
  complaint_ = Complaint{token().at, (why + " before " + found).str()};
}

std::optional<Space> space_of(StringRef word) {
  return StringSwitch<std::optional<Space>>(word)
      .Case(".reg", Space::kRegister)
      .Case(".global", Space::kGlobal)
      .Case(".const", Space::kConstant)
      .Cases({".shared", ".shared::cta"}, Space::kShared)
      .Case(".local", Space::kLocal)
      .Case(".param", Space::kParameter)
      .Default(std::nullopt);
}

std::uint64_t parse_constant(Cursor& at, Type type) {
  const bool minus = at.accept('-');
  const auto lower = at.token().text.lower();
  StringRef text = lower;
  std::uint64_t bits = 0;
  const auto bad = [&] { at.fail("bad constant"); };
  if (at.token().kind != Token::Kind::kNumber) {
    at.fail("expected a constant");
  } else if (text.consume_front("0f")) {
    if (text.size() != 8 || text.getAsInteger(16, bits)) bad();
    if (minus) bits ^= 0x80000000u;
    if (type.bits == 64)
      bits = bit_cast<std::uint64_t>(double{bit_cast<float>(std::uint32_t(bits))});
  } else if (text.consume_front("0d") ||
             (!text.starts_with("0x") && text.find_first_of(".e") != StringRef::npos)) {
    APFloat value(APFloat::IEEEdouble());
    if (lower[1] == 'd') {
      if (text.size() != 16 || text.getAsInteger(16, bits)) bad();
      value = APFloat(APFloat::IEEEdouble(), APInt(64, bits));
    } else if (auto status = value.convertFromString(text, APFloat::rmNearestTiesToEven); !status) {
      consumeError(status.takeError());
      bad();
    }
    if (minus) value.changeSign();
    bool loses = false;
    if (type.bits == 32) value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &loses);
    bits = value.bitcastToAPInt().getZExtValue();
  } else {
    text.consume_back("u");
    if (text.getAsInteger(0, bits)) bad();
    if (minus) bits = -bits;
    if (type.is_float()) at.fail("an integer constant where a floating-point one is needed,");
  }
  at.skip();
  return bits;
}

namespace {

// A name, generic(name), or one byte of either: 0xFF00(name). With what is added.
Initial parse_address(Cursor& at, bool masked = false) {
  Initial result;
  result.at = at.token().at;
  if (!masked && at.token().kind == Token::Kind::kNumber) {
    std::uint64_t mask = at.number("a mask");
    result.is_byte = true;
    while (mask && (mask & 0xff) == 0) {
      mask >>= 8;
      result.mask_shift += 8;
    }
    if (mask != 0xff) at.fail("a mask that is not of one byte");
    at.expect('(');
    Initial inner = parse_address(at, true);
    at.expect(')');
    result.symbol = inner.symbol;
    result.bits = inner.bits;
    return result;
  }
  if (at.accept_word("generic")) {
    at.expect('(');
    result.symbol = at.word("a name").str();
    if (at.accept('+')) result.bits = at.number("an offset");
    at.expect(')');
  } else {
    result.symbol = at.word("a name").str();
  }
  if (at.accept('+')) {
    result.bits += at.number("an offset");
  } else if (at.accept('-')) {
    result.bits -= at.number("an offset");
  }
  return result;
}

void parse_initial(Cursor& at, Variable& variable, std::uint64_t depth) {
  if (at.accept('{')) {
    if (depth > 8) return at.fail("braces too deep");
    if (at.accept('}')) return;
    do parse_initial(at, variable, depth + 1);
    while (at.good() && at.accept(','));
    return at.expect('}');
  }
  const bool masked = at.token().kind == Token::Kind::kNumber && at.token(1).is('(');
  if (at.token().kind == Token::Kind::kWord || masked) {
    variable.initial.push_back(parse_address(at));
    return;
  }
  Initial value;
  value.at = at.token().at;
  value.bits = parse_constant(at, variable.type);
  variable.initial.push_back(value);
}

// "[4][2]", "[]"
void parse_extents(Cursor& at, Variable& variable) {
  bool first = true;
  while (at.good() && at.accept('[')) {
    variable.is_array = true;
    std::uint64_t extent = 0;
    if (!at.token().is(']')) extent = at.number("the number of elements");
    at.expect(']');
    const auto before = first ? 1 : variable.count;
    const auto most = kMostBytes / variable.element_bytes() / std::max<std::uint64_t>(before, 1);
    if (extent > most) return at.fail("too many elements");
    variable.count = before * extent;
    first = false;
  }
}

}  // namespace

namespace {

// One word between the space and the name; `typed`: there was a type.
void parse_property(Cursor& at, StringRef word, Variable& variable, bool& typed) {
  if (word == "align") {
    const auto bytes = at.number("an alignment");
    if (!isPowerOf2_64(bytes) || bytes > 4096) at.fail("bad alignment");
    // Behind .ptr it is that of what the parameter points to.
    if (!variable.is_pointer) variable.align = bytes;
  } else if (word == "ptr") {
    variable.is_pointer = true;
  } else if (variable.is_pointer && space_of((Twine(".") + word).str())) {
  } else if (word == "attribute") {
    at.expect('(');
    while (at.good() && !at.at_end() && !at.accept(')')) {
      variable.is_managed |= at.is_word(".managed");
      at.skip();
    }
  } else if (word == "v2" || word == "v4" || word == "v8") {
    variable.vector = static_cast<unsigned>(word[1] - '0');
  } else if (word == "texref" || word == "samplerref" || word == "surfref") {
    at.fail("references to textures and surfaces are not supported (." + word + ")");
  } else if (const auto type = parse_type(word); type && !typed) {
    variable.type = *type;
    typed = true;
  } else {
    at.fail("unknown word '." + word + "' of a declaration");
  }
}

}  // namespace

Variable parse_variable(Cursor& at, Space space) {
  Variable variable;
  variable.space = space;
  bool typed = false;
  while (at.good() && at.token().kind == Token::Kind::kWord && at.token().text.starts_with(".")) {
    const StringRef words = at.token().text.drop_front();
    at.skip();
    for (const auto word : split(words, '.')) parse_property(at, word, variable, typed);
  }
  if (!typed) at.fail("a type is missing");
  variable.at = at.token().at;
  variable.name = at.word("a name").str();
  parse_extents(at, variable);
  if (at.accept('=')) {
    parse_initial(at, variable, 0);
    // Without a number of elements there are as many as values.
    if (variable.is_array && variable.count == 0) {
      variable.count = variable.initial.size() / variable.vector;
    }
    if (variable.initial.size() > variable.count * variable.vector) at.fail("too many values");
    if (variable.bytes() > kMostInitialBytes) at.fail("too many elements with initial values");
  }
  return variable;
}

std::vector<Variable> parse_parameters(Cursor& at) {
  std::vector<Variable> result;
  at.expect('(');
  if (at.accept(')')) return result;
  do {
    const auto space = space_of(at.token().text);
    if (!space || (*space != Space::kParameter && *space != Space::kRegister)) {
      at.fail("expected .param or .reg");
      break;
    }
    at.skip();
    result.push_back(parse_variable(at, *space));
    const Variable& made = result.back();
    if (made.space == Space::kRegister && (made.is_array || made.vector > 1)) {
      at.fail("a register that is an array");
    }
    if (made.bytes() > kMostParameterBytes) at.fail("a parameter of too many bytes");
  } while (at.good() && at.accept(','));
  at.expect(')');
  return result;
}

}  // namespace heddle::ptx
