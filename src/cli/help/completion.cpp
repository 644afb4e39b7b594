// SPDX-License-Identifier: Apache-2.0
// heddle completion: prints what a shell reads to complete heddle's words.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.h"
#include "cli/help/generators.h"
#include "frontend/failure.h"
#include "frontend/words.h"

namespace heddle::cli {

std::vector<std::string> choices(const std::string& value) {
  return value.find('|') == std::string::npos ? std::vector<std::string>()
                                              : frontend::split(value, '|');
}

bool is_path(const std::string& value) {
  return value.starts_with("FILE") || value == "FOLDER" || value == "OLD";
}

Texts options_of(const Command& command) {
  Texts texts = command.options ? command.options() : Texts();
  const bool has_help = std::ranges::any_of(texts, [](const auto& option) {
    return std::ranges::find(option.names, "--help") != option.names.end();
  });
  if (!has_help) texts.push_back({{"--help"}, "", "this text"});
  return texts;
}

int completion(std::span<const std::string> words) {
  if (words.size() == 1 && words[0] == "--help") {
    fmt::print("{}\n{}\n", usage_of("completion"), command_named("completion")->text);
    return 0;
  }
  const std::string shell = words.size() == 1 ? words[0] : "";
  if (shell != "bash" && shell != "zsh" && shell != "fish") {
    throw frontend::Failure("heddle completion takes the name of a shell: bash, zsh or fish");
  }
  fmt::print("{}", shell == "bash"  ? bash_completion()
                   : shell == "zsh" ? zsh_completion()
                                    : fish_completion());
  return 0;
}

}  // namespace heddle::cli
