// SPDX-License-Identifier: Apache-2.0
#include "frontend/shared_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace heddle::frontend {
namespace {

constexpr std::string_view kShared = "__shared__";
// Takes its place where it has served one name: the next may stand before it.
constexpr std::string_view kWasShared = "/*shared*/";
static_assert(kShared.size() == kWasShared.size());

constexpr std::string_view kAlignment[] = {"alignas", "__align__", "aligned"};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::size_t begin_of_declaration(const std::string& text, std::size_t at) {
  const std::size_t end = text.find_last_of(";{}", at);
  return end == std::string::npos ? 0 : end + 1;
}

// The __shared__ of the declaration that the name at `at` belongs to.
std::size_t find_shared(const std::string& text, std::size_t at) {
  const std::size_t begin = begin_of_declaration(text, at);
  for (const auto word : {kShared, kWasShared}) {
    const std::size_t found = text.rfind(word, at);
    if (found != std::string::npos && found >= begin) return found;
  }
  return std::string::npos;
}

// What the declaration from `begin` on says about alignment in front of the name at `end`, as
// further arguments of the object's template: it would count for the reference alone.
std::string alignments(const std::string& text, std::size_t begin, std::size_t end) {
  std::string result;
  for (std::size_t at = begin; at < end;) {
    if (text[at] == '#') {  // a line of the preprocessor
      at = std::min(text.find('\n', at), end);
    } else if (!is_word(text[at])) {
      ++at;
    } else {
      const std::size_t first = at;
      while (at < end && is_word(text[at])) ++at;
      const std::string_view word(text.data() + first, at - first);
      const bool aligns =
          std::find(std::begin(kAlignment), std::end(kAlignment), word) != std::end(kAlignment);
      if (!aligns || text[at] != '(') continue;
      const std::size_t inside = at + 1;
      int depth = 0;
      do depth += (text[at] == '(') - (text[at] == ')');
      while (++at < end && depth > 0);
      result += fmt::format(", __heddle_alignment<{}>()", text.substr(inside, at - 1 - inside));
    }
  }
  return result;
}

// Overwrites `word` when it stands before `end`, blanks aside.
void blank_before(std::string& text, std::size_t end, std::string_view word) {
  const std::size_t last = end == 0 ? std::string::npos : text.find_last_not_of(" \t\n", end - 1);
  if (last == std::string::npos || last + 1 < word.size()) return;
  const std::size_t first = last + 1 - word.size();
  if (text.compare(first, word.size(), word) != 0) return;
  text.replace(first, word.size(), std::string(word.size(), ' '));
}

}  // namespace

std::string refer_to_shared_objects(std::string text, const Places& places) {
  for (auto place = places.rbegin(); place != places.rend(); ++place) {
    const std::size_t at = offset_of(text, *place);
    if (at >= text.size() || !is_word(text[at])) continue;
    const std::size_t qualifier = find_shared(text, at);
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::size_t next = text.find_first_not_of(" \t\n", end);
    const bool is_plain = next != std::string::npos && (text[next] == ';' || text[next] == ',');
    if (qualifier == std::string::npos || !is_plain) continue;
    const std::string name = text.substr(at, end - at);
    text.replace(at, end - at,
                 fmt::format("(&{}) = __heddle_shared_object<struct __heddle_at_{}_{}{}>()", name,
                             place->first, place->second,
                             alignments(text, begin_of_declaration(text, at), at)));
    text.replace(qualifier, kShared.size(), kWasShared);
    blank_before(text, qualifier, "static");
  }
  return text;
}

}  // namespace heddle::frontend
