// SPDX-License-Identifier: Apache-2.0
// The commands of `heddle`, one a row: `heddle --help`, what is run, manuals and completion of
// shells come from it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/option_texts.h"

namespace heddle::cli {

using Texts = std::vector<support::OptionText>;

struct Command {
  std::string_view name;
  std::string_view sentence;  // as in `heddle --help`
  std::string_view usage;     // a line for each form, without "heddle NAME"
  std::string_view text;      // what a manual says besides; paragraphs are lines
  Texts (*options)();         // its own, null: none but --help
  bool takes_sources;         // a .cu may follow, then options of heddle cc
  int (*run)(std::span<const std::string> words);
};

std::span<const Command> commands();

// Null when there is none of this name.
const Command* command_named(std::string_view name);

// "Usage: heddle run ..." with a line for each form.
std::string usage_of(std::string_view command);

// The text of `heddle --help`.
std::string help_of_all();

}  // namespace heddle::cli
