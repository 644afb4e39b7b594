// SPDX-License-Identifier: Apache-2.0
// Lines of source files, for excerpts and for comments that suppress findings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace heddle::support {

// Line `line` (from 1) of a file, without its end. Empty when there is none. Files are read once.
std::optional<std::string> source_line(const std::string& file, std::uint32_t line);

// Where the thing that begins at `begin` of a line ends: a name with the brackets that follow, or
// one sign.
std::size_t end_of_expression(const std::string& line, std::size_t begin);

// The expression that an access at `column` (from 0) of a line stands for: with the brackets and
// members that follow it and the objects that it is a member of; at an assignment, what is assigned
// to. Empty where the line does not say.
std::string expression_at(const std::string& line, std::size_t column);

}  // namespace heddle::support
