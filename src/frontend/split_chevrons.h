// SPDX-License-Identifier: Apache-2.0
// Launches whose brackets are written apart, as some formatters leave them: kernel << <1, 32>> >().
// nvcc takes them; clang expects an expression where the last bracket stands, and says so.
#pragma once

#include <string>

#include "frontend/source_places.h"

namespace heddle::frontend {

// `text` with the brackets joined whose last ones stand at `places`; no character changes its line,
// and what follows keeps its column.
std::string join_chevrons(std::string text, const Places& places);

}  // namespace heddle::frontend
