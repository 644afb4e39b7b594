// SPDX-License-Identifier: Apache-2.0
#include "frontend/source_overlay.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include "frontend/asm_escapes.h"
#include "frontend/asm_operands.h"
#include "frontend/failure.h"
#include "frontend/library_helpers.h"
#include "frontend/shared_objects.h"
#include "frontend/split_chevrons.h"

namespace heddle::frontend {
namespace {

struct Kind {
  const char* message;  // the beginning of clang's
  std::string (*rewrite)(std::string text, const Places& places);
  const char* header;  // null, or what is included instead
};

// In the order in which they are rewritten: what moves no column comes first.
constexpr Kind kTable[] = {
    {"expected expression", join_chevrons, nullptr},
    {"expected ')'", separate_operands, nullptr},
    {"invalid % escape in inline assembly string", double_percents, nullptr},
    {"reference to __host__ function '__assign_one<", share_helpers, nullptr},
    {"initialization is not supported for __shared__ variables", refer_to_shared_objects, nullptr},
    {"no template named 'surface'", nullptr, "heddle/surface_reference.h"},
};

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

}  // namespace

bool SourceOverlay::note(const std::string& messages) {
  static_assert(std::size(kTable) == kKinds);
  static const std::regex colour("\x1b\\[[0-9;]*[mK]");
  static const std::regex line("^(.+):([0-9]+):([0-9]+): error: (.*)");
  std::istringstream in(std::regex_replace(messages, colour, ""));
  bool fresh = false;
  for (std::string text; std::getline(in, text);) {
    std::smatch match;
    if (!std::regex_search(text, match, line)) continue;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      if (!match[4].str().starts_with(kTable[kind].message)) continue;
      const auto path = std::filesystem::absolute(match[1].str()).lexically_normal().string();
      const Place place(std::stoul(match[2]), std::stoul(match[3]));
      fresh |= places_[path][kind].insert(place).second;
    }
  }
  return fresh;
}

Command SourceOverlay::words(Workspace& workspace) const {
  std::string roots;
  std::set<std::string> headers;
  for (const auto& [path, kinds] : places_) {
    const std::string original = read(path);
    std::string text = original;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      if (kTable[kind].rewrite) {
        text = kTable[kind].rewrite(std::move(text), kinds[kind]);
      } else if (!kinds[kind].empty()) {
        headers.insert(kTable[kind].header);
      }
    }
    if (text == original) continue;
    const std::string copy = workspace.file(path, ".read");
    write(copy, text);
    roots += fmt::format("  - {{ type: file, name: {}, external-contents: {} }}\n", quoted(path),
                         quoted(copy));
  }
  Command words;
  for (const std::string& header : headers) words.insert(words.end(), {"-include", header});
  if (roots.empty()) return words;
  const std::string overlay = workspace.file("overlay", ".yaml");
  // The copies go by the names of the originals in messages, dependencies and debug information.
  write(overlay, "version: 0\nuse-external-names: false\nroots:\n" + roots);
  words.insert(words.end(), {"-ivfsoverlay", overlay, "-include", "heddle/shared_object.h"});
  return words;
}

}  // namespace heddle::frontend
