// SPDX-License-Identifier: Apache-2.0
#include "frontend/asm_operands.h"

namespace heddle::frontend {
namespace {

constexpr const char* kSpace = " \t";

// Whether `at` lies in the parentheses of an asm statement, behind a colon.
bool is_in_asm(const std::string& text, std::size_t at) {
  const std::size_t word = text.rfind("asm", at);
  if (word == std::string::npos) return false;
  int depth = 0;
  bool inside = false, colon = false;  // of a string
  for (std::size_t i = word; i < at; ++i) {
    const char c = text[i];
    if (inside && c == '\\') {
      ++i;
    } else if (c == '"') {
      inside = !inside;
    } else if (!inside) {
      depth += (c == '(') - (c == ')');
      colon |= c == ':';
      if (c == ';' || (c == ')' && depth == 0)) return false;
    }
  }
  return depth == 1 && colon && !inside;
}

}  // namespace

std::string separate_operands(std::string text, const Places& places) {
  for (const Place& place : places) {
    const std::size_t at = offset_of(text, place);
    if (at >= text.size() || at == 0 || text[at] != '"') continue;
    const std::size_t before = text.find_last_not_of(kSpace, at - 1);
    // An operand ends with the ')' of its expression.
    if (before == std::string::npos || before == at - 1 || text[before] != ')') continue;
    if (is_in_asm(text, at)) text[at - 1] = ',';
  }
  return text;
}

}  // namespace heddle::frontend
