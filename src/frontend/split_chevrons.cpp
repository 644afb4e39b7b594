// SPDX-License-Identifier: Apache-2.0
#include "frontend/split_chevrons.h"

namespace heddle::frontend {

std::string join_chevrons(std::string text, const Places& places) {
  for (const Place& place : places) {
    const std::size_t at = offset_of(text, place);
    if (at == 0 || at >= text.size() || (text[at] != '<' && text[at] != '>')) continue;
    const char bracket = text[at];
    const std::size_t before = text.find_last_not_of(" \t", at - 1);
    if (before == std::string::npos || before == 0 || before + 1 == at) continue;
    if (text[before] != bracket || text[before - 1] != bracket) continue;
    // The pair moves to the last bracket.
    text.replace(before - 1, 2, "  ");
    text.replace(at - 2, 2, 2, bracket);
  }
  return text;
}

}  // namespace heddle::frontend
