// SPDX-License-Identifier: Apache-2.0
#include "frontend/nvvm/ir_tokens.h"

#include <algorithm>
#include <cctype>

namespace heddle::frontend {
namespace {

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) || c == '\0';
}
bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) ||
         std::string_view("_.$-").find(c) != std::string_view::npos;
}
bool begins_word(char c) {
  return is_word(c) || std::string_view("%@!#").find(c) != std::string_view::npos;
}

// Behind the string that begins at `at`.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  return std::min(text.find('"', at + 1), text.size() - 1) + 1;
}

std::size_t end_of_space(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (text[at] == ';') {
      at = std::min(text.find('\n', at), text.size());
    } else if (is_space(text[at])) {
      ++at;
    } else {
      break;
    }
  }
  return at;
}

std::size_t end_of_word(std::string_view text, std::size_t at) {
  const bool is_name = text[at] == '%' || text[at] == '@';
  if (is_name && at + 1 < text.size() && text[at + 1] == '"') return end_of_string(text, at + 1);
  do {
    ++at;
  } while (at < text.size() && is_word(text[at]));
  return at;
}

// Behind "(1)"; `at` when that is not what stands there.
std::size_t end_of_number_in_brackets(std::string_view text, std::size_t at) {
  const auto open = end_of_space(text, at);
  if (open >= text.size() || text[open] != '(') return at;
  const auto number = end_of_space(text, open + 1);
  auto end = number;
  while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
  const auto close = end_of_space(text, end);
  return end > number && close < text.size() && text[close] == ')' ? close + 1 : at;
}

}  // namespace

std::vector<IrToken> ir_tokens(std::string_view text) {
  using Kind = IrToken::Kind;
  std::vector<IrToken> tokens;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
    Kind kind = Kind::kSign;
    if (is_space(text[at]) || text[at] == ';') {
      kind = Kind::kSpace;
      end = end_of_space(text, at);
    } else if (text[at] == '"') {
      kind = Kind::kString;
      end = end_of_string(text, at);
    } else if (begins_word(text[at])) {
      kind = Kind::kWord;
      end = end_of_word(text, at);
      if (text.substr(at, end - at) == "addrspace") {
        const auto whole = end_of_number_in_brackets(text, end);
        if (whole > end) kind = Kind::kAddressSpace;
        end = whole;
      }
    } else {
      end = at + 1;
    }
    tokens.push_back({kind, std::string(text.substr(at, end - at)), at, {}});
  }
  return tokens;
}

}  // namespace heddle::frontend
