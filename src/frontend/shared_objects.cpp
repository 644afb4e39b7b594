// SPDX-License-Identifier: Apache-2.0
#include "frontend/shared_objects.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include "frontend/failure.h"

namespace heddle::frontend {
namespace {

constexpr std::string_view kShared = "__shared__";
// Takes its place where it has served one name: the next may stand before it.
constexpr std::string_view kWasShared = "/*shared*/";
static_assert(kShared.size() == kWasShared.size());

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Where line and column, both from 1, are in the text.
std::size_t offset_of(const std::string& text, std::pair<unsigned, unsigned> place) {
  std::size_t at = 0;
  for (unsigned line = 1; line < place.first; ++line) {
    at = text.find('\n', at);
    if (at == std::string::npos) return at;
    ++at;
  }
  return at + place.second - 1;
}

// The __shared__ of the declaration that the name at `at` belongs to.
std::size_t find_shared(const std::string& text, std::size_t at) {
  const std::size_t end = text.find_last_of(";{}", at);
  const std::size_t begin = end == std::string::npos ? 0 : end + 1;
  for (const auto word : {kShared, kWasShared}) {
    const std::size_t found = text.rfind(word, at);
    if (found != std::string::npos && found >= begin) return found;
  }
  return std::string::npos;
}

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void write(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (!out) throw Failure(fmt::format("cannot write {}", path));
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("''") : std::string(1, c);
  return result + "'";
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

std::string refer_to_shared_objects(std::string text,
                                    const std::set<std::pair<unsigned, unsigned>>& places) {
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
                 fmt::format("(&{}) = __heddle_shared_object<struct __heddle_at_{}_{}>()", name,
                             place->first, place->second));
    text.replace(qualifier, kShared.size(), kWasShared);
    blank_before(text, qualifier, "static");
  }
  return text;
}

bool SharedObjects::note(const std::string& messages) {
  static const std::regex colour("\x1b\\[[0-9;]*[mK]");
  static const std::regex line(
      "^(.+):([0-9]+):([0-9]+): error: initialization is not supported for __shared__ variables");
  std::istringstream in(std::regex_replace(messages, colour, ""));
  bool fresh = false;
  for (std::string text; std::getline(in, text);) {
    std::smatch match;
    if (!std::regex_search(text, match, line)) continue;
    const auto path = std::filesystem::absolute(match[1].str()).lexically_normal().string();
    const Place place(std::stoul(match[2]), std::stoul(match[3]));
    fresh |= places_[path].insert(place).second;
  }
  return fresh;
}

Command SharedObjects::words(Workspace& workspace) const {
  if (places_.empty()) return {};
  std::string roots;
  for (const auto& [path, places] : places_) {
    const std::string copy = workspace.file(path, ".shared");
    write(copy, refer_to_shared_objects(read(path), places));
    roots += fmt::format("  - {{ type: file, name: {}, external-contents: {} }}\n", quoted(path),
                         quoted(copy));
  }
  const std::string overlay = workspace.file("shared_objects", ".yaml");
  // The copies go by the names of the originals in messages, dependencies and debug information.
  write(overlay, "version: 0\nuse-external-names: false\nroots:\n" + roots);
  return {"-ivfsoverlay", overlay, "-include", "heddle/shared_object.h"};
}

}  // namespace heddle::frontend
