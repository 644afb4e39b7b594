// SPDX-License-Identifier: Apache-2.0
// Places in a source file, as messages of compilers name them.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <utility>

namespace heddle::frontend {

using Place = std::pair<unsigned, unsigned>;  // line, column, both from 1
using Places = std::set<Place>;

// Where a place is in the text; the text's size or more when it is not there.
inline std::size_t offset_of(const std::string& text, Place place) {
  std::size_t at = 0;
  for (unsigned line = 1; line < place.first; ++line) {
    at = text.find('\n', at);
    if (at == std::string::npos) return at;
    ++at;
  }
  return at + place.second - 1;
}

}  // namespace heddle::frontend
