// SPDX-License-Identifier: Apache-2.0
// Splitting of option values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::frontend {

// Parts between `separator`, empty ones left out.
std::vector<std::string> split(std::string_view text, char separator);

// An -Xcompiler value: parts between commas and spaces; a backslash keeps the next character,
// quotes keep what is between them.
std::vector<std::string> split_tool_options(std::string_view text);

// A response file's contents: words between white space, with shell quoting.
std::vector<std::string> split_response(std::string_view text);

}  // namespace heddle::frontend
