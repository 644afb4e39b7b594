// SPDX-License-Identifier: Apache-2.0
// Launches whose brackets are written apart, as some formatters leave them: kernel << <1, 32>> >().
// nvcc takes them; clang expects an expression where the last bracket stands, and says so.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/source_places.h"

namespace heddle::frontend {

// `text` with the brackets joined whose last ones stand at `places`; no character changes its line,
// and what follows keeps its column.
std::string join_chevrons(std::string text, const Places& places);

// Three brackets of a launch that are not together, from the first to behind the last.
struct SplitChevrons {
  std::size_t begin, end;
};

// Those of a text that no compiler has looked at: comments and literals are left out, and closing
// brackets count only behind opening ones, since `>> >` also ends template arguments.
std::vector<SplitChevrons> find_split_chevrons(std::string_view text);

// Joins one of them as join_chevrons does.
void join(std::string& text, SplitChevrons brackets);

}  // namespace heddle::frontend
