// SPDX-License-Identifier: Apache-2.0
#include "ptx/lexer.h"

#include "llvm/ADT/StringExtras.h"

namespace heddle::ptx {

using namespace llvm;

namespace {

constexpr char kArgumentBegin = '\x01', kArgumentEnd = '\x02';
// In the place of these two where the program's text has them: no token of PTX.
constexpr char kNoCharacter = '?';

bool begins_word(char c) {
  return isAlpha(c) || c == '_' || c == '$' || c == '%' || c == '.';
}
bool goes_on(StringRef text, std::size_t at) {
  const char c = text[at];
  return isAlnum(c) || c == '_' || c == '$' || c == '.';
}

// The first character behind white space and comments.
std::size_t skip_blanks(StringRef text, std::size_t at) {
  while (at < text.size()) {
    if (isSpace(text[at])) {
      ++at;
    } else if (text.substr(at).starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.substr(at).starts_with("/*")) {
      const auto end = text.find("*/", at + 2);
      at = end == StringRef::npos ? text.size() : end + 2;
    } else {
      break;
    }
  }
  return at;
}

std::size_t end_of_word(StringRef text, std::size_t at) {
  ++at;
  while (at < text.size()) {
    if (goes_on(text, at)) {
      ++at;
    } else if (text.substr(at).starts_with("::") && at + 2 < text.size() && isAlnum(text[at + 2])) {
      at += 2;
    } else {
      break;
    }
  }
  return at;
}

std::size_t end_of_number(StringRef text, std::size_t at) {
  const auto prefix = text.substr(at, 2).lower();
  const bool plain = prefix != "0x" && prefix != "0f" && prefix != "0d";
  while (at < text.size()) {
    const char c = text[at];
    const bool exponent_sign =
        (c == '+' || c == '-') && plain && (text[at - 1] == 'e' || text[at - 1] == 'E');
    if (!isAlnum(c) && c != '.' && !exponent_sign) break;
    ++at;
  }
  return at;
}

}  // namespace

std::string expand_template(StringRef asm_string, unsigned number) {
  std::string result;
  while (!asm_string.empty()) {
    if (!asm_string.consume_front("$")) {
      const char c = asm_string.front();
      result += c == kArgumentBegin || c == kArgumentEnd ? kNoCharacter : c;
      asm_string = asm_string.drop_front();
    } else if (asm_string.consume_front("$")) {
      result += '$';
    } else if (asm_string.consume_front("{:uid}")) {
      result += utostr(number);
    } else {
      const bool braces = asm_string.consume_front("{");
      const auto digits = asm_string.take_while(isDigit);
      result += kArgumentBegin;
      result += digits;
      result += kArgumentEnd;
      asm_string = asm_string.drop_front(digits.size());
      // A letter behind the number asks for another form of the same operand.
      if (braces) asm_string = asm_string.drop_front(asm_string.find('}') + 1);
    }
  }
  return result;
}

std::vector<Token> tokens(StringRef text) {
  using Kind = Token::Kind;
  std::vector<Token> result;
  for (std::size_t at = skip_blanks(text, 0); at < text.size(); at = skip_blanks(text, at)) {
    const char c = text[at];
    std::size_t end = at + 1;
    if (c == kArgumentBegin) {
      // A module's text may hold the first character without the second one.
      end = std::min(text.find(kArgumentEnd, at), text.size());
      result.push_back({Kind::kArgument, text.slice(at + 1, end), at});
      end = std::min(end + 1, text.size());
    } else if (c == '"') {
      end = std::min(text.find('"', at + 1), text.size());
      result.push_back({Kind::kString, text.slice(at + 1, end), at});
      end = std::min(end + 1, text.size());
    } else if (begins_word(c)) {
      end = end_of_word(text, at);
      result.push_back({Kind::kWord, text.slice(at, end), at});
    } else if (isDigit(c)) {
      end = end_of_number(text, at);
      result.push_back({Kind::kNumber, text.slice(at, end), at});
    } else {
      result.push_back({Kind::kSign, text.slice(at, end), at});
    }
    at = end;
  }
  result.push_back({Kind::kEnd, "", text.size()});
  return result;
}

std::string readable(StringRef text) {
  std::string result;
  for (const char c : text.trim()) {
    if (c == kArgumentBegin) {
      result += '%';
    } else if (isSpace(c)) {
      if (!result.empty() && result.back() != ' ') result += ' ';
    } else if (c != kArgumentEnd) {
      result += c;
    }
  }
  return result;
}

}  // namespace heddle::ptx
