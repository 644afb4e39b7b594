// SPDX-License-Identifier: Apache-2.0
// Lines of source files, for excerpts and for comments that suppress findings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace heddle::checker {

// Line `line` (from 1) of a file, without its end. Empty when there is none. Files are read once.
std::optional<std::string> source_line(const std::string& file, std::uint32_t line);

}  // namespace heddle::checker
