// SPDX-License-Identifier: Apache-2.0
// What an option is called and means, without what it does: for help, manuals and shells.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "support/option_words.h"

namespace heddle::support {

struct OptionText {
  std::vector<std::string> names;  // the most used one first
  std::string value;               // "FILE", "yes|no"; empty: takes none
  std::string sentence;
};

template <class Options, std::size_t n>
std::vector<OptionText> option_texts(const OptionRow<Options> (&rows)[n]) {
  std::vector<OptionText> texts;
  for (const auto& row : rows) {
    texts.push_back({{std::string(row.name)}, std::string(row.value), std::string(row.sentence)});
  }
  return texts;
}

}  // namespace heddle::support
