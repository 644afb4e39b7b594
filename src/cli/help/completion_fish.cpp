// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/help/generators.h"

namespace heddle::cli {
namespace {

std::string in_quotes(std::string_view words) {
  std::string text = "'";
  for (const char c : words) {
    if (c == '\'' || c == '\\') text += '\\';
    text += c;
  }
  return text + "'";
}

// fish tells --word, -word and -w apart.
std::string name_word(const std::string& name) {
  if (name.starts_with("--")) return "-l " + in_quotes(name.substr(2));
  return (name.size() == 2 ? "-s " : "-o ") + in_quotes(name.substr(1));
}

// Whether the words so far take options of `command`; those of cc also stand behind a .cu.
constexpr std::string_view kCondition = R"(function __heddle_takes
  set -l words (commandline -opc)
  contains -- -- $words; and return 1
  test (count $words) -ge 2; or return 1
  set -l command $words[2]
  if contains -- $command $__heddle_take_sources; and string match -q -- '*.cu' $words[3..-1]
    set command cc
  end
  test $command = run; and set command cc
  test $command = $argv[1]
end
function __heddle_has_no_command
  test (count (commandline -opc)) -eq 1
end
)";

}  // namespace

std::string fish_completion() {
  std::string text = "# Written by heddle completion fish.\n", sources, rows, names;
  for (const Command& command : commands()) {
    if (command.takes_sources) sources += fmt::format(" {}", command.name);
    names += fmt::format(" {}", command.name);
    rows += fmt::format("complete -c heddle -n __heddle_has_no_command -f -a {} -d {}\n",
                        command.name, in_quotes(command.sentence));
    for (const auto& option : options_of(command)) {
      const auto known = choices(option.value);
      std::string value;
      if (!known.empty()) {
        value = " -x -a " + in_quotes(fmt::format("{}", fmt::join(known, " ")));
      } else if (!option.value.empty()) {
        value = is_path(option.value) ? " -r -F" : " -x";
      }
      for (const auto& name : option.names) {
        rows += fmt::format("complete -c heddle -n '__heddle_takes {}' {}{} -d {}\n", command.name,
                            name_word(name), value, in_quotes(option.sentence));
      }
    }
  }
  for (const auto& [command, words] :
       {std::pair<const char*, std::string>{"completion", " bash zsh fish"}, {"manual", names}}) {
    rows += fmt::format("complete -c heddle -n '__heddle_takes {}' -f -a {}\n", command,
                        in_quotes(std::string_view(words).substr(1)));
  }
  return text + fmt::format("set -g __heddle_take_sources{}\n", sources) + std::string(kCondition) +
         rows;
}

}  // namespace heddle::cli
