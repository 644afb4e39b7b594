// SPDX-License-Identifier: Apache-2.0
#include "frontend/diagnostics.h"

#include <cstdio>
#include <string_view>

#include "frontend/missing_header.h"
#include "frontend/toolchain.h"

namespace heddle::frontend {
namespace {

bool contains(std::string_view line, std::string_view part) {
  return line.find(part) != std::string_view::npos;
}

// Colours put escape sequences around "error: ", never inside.
bool is_head(std::string_view line) {
  return contains(line, "error: ") || contains(line, "warning: ");
}

bool is_lead(std::string_view line) {
  return line.starts_with("In file included from ");
}

// "2 warnings generated when compiling for host." is not a message.
bool is_count(std::string_view line) {
  return contains(line, " generated");
}

}  // namespace

void Diagnostics::show(const std::string& text) {
  std::string message;
  bool has_head = false;
  const auto flush = [&] {
    if (!message.empty() && shown_.insert(message).second) {
      std::fputs(message.c_str(), stderr);
      const std::string hint = hint_for(message, !toolchain().third_party_dir.empty());
      if (shown_.insert(hint).second) std::fputs(hint.c_str(), stderr);
    }
    message.clear();
    has_head = false;
  };
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end);
    if (is_count(line)) continue;
    if (has_head && (is_head(line) || is_lead(line))) flush();
    has_head = has_head || is_head(line);
    message += line;
  }
  flush();
}

}  // namespace heddle::frontend
