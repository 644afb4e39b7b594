// SPDX-License-Identifier: Apache-2.0
#include "frontend/asm_escapes.h"

#include <cctype>

namespace heddle::frontend {
namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}
bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// %%, an operand (%0, %[name], with a modifier %c0), or one of the signs that clang knows.
bool is_escape(const std::string& text, std::size_t at) {
  const char next = at + 1 < text.size() ? text[at + 1] : '"';
  if (is_letter(next)) {
    const char behind = at + 2 < text.size() ? text[at + 2] : '"';
    return is_digit(behind) || behind == '[';
  }
  return is_digit(next) || (next != '\0' && std::string("%[{|}=").find(next) != std::string::npos);
}

// The % that an error at `at` speaks of: clang points behind the letter that follows it.
std::size_t percent_at(const std::string& text, std::size_t at) {
  if (at >= text.size()) return std::string::npos;
  const std::size_t found = text.find_last_of('%', at);
  return found != std::string::npos && at - found <= 2 ? found : std::string::npos;
}

}  // namespace

std::string double_percents(std::string text, const Places& places) {
  // From the last place on, so that the others stay where they are.
  for (auto place = places.rbegin(); place != places.rend(); ++place) {
    const std::size_t first = percent_at(text, offset_of(text, *place));
    if (first == std::string::npos) continue;
    bool inside = true;
    for (std::size_t i = first; i < text.size(); ++i) {
      const char c = text[i];
      if (c == '"') {
        inside = !inside;
      } else if (!inside) {
        if (c == ':' || c == ')' || c == ';') break;
      } else if (c == '\\') {
        ++i;
      } else if (c == '%') {
        if (!is_escape(text, i)) text.insert(i, 1, '%');
        ++i;
      }
    }
  }
  return text;
}

}  // namespace heddle::frontend
