// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/help/generators.h"

namespace heddle::cli {
namespace {

// _describe reads "word:what it is".
std::string described(const std::string& word, std::string_view sentence) {
  std::string text = "'";
  for (const char c : word) text += c == ':' ? "\\:" : std::string(1, c);
  text += ':';
  for (const char c : sentence) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

constexpr std::string_view kFunction = R"(_heddle() {
  local command=${words[2]} last=${words[CURRENT-1]} i
  if ((CURRENT == 2)); then
    _describe -t commands command _heddle_commands
    return
  fi
  for ((i = 3; i < CURRENT; i++)); do
    if [[ ${words[i]} == -- ]]; then
      _files
      return
    fi
    [[ ${words[i]} == *.cu && " $_heddle_take_sources " == *" $command "* ]] && command=cc
  done
  [[ $command == run ]] && command=cc
  local -a options
  if [[ ${words[CURRENT]} == -*=* ]]; then
    last=${words[CURRENT]%%=*}
    compset -P '*='
  fi
  if [[ -n ${_heddle_values[$command $last]-} ]]; then
    compadd -- ${=_heddle_values[$command $last]}
  elif [[ ${words[CURRENT]} == -* ]]; then
    options=(${(P)${:-_heddle_options_$command}})
    _describe -o -t options option options
  elif [[ -n ${_heddle_words[$command]-} ]]; then
    compadd -- ${=_heddle_words[$command]}
  else
    _files
  fi
}
# As a function of $fpath this file is the function; sourced, it only defines it.
if [[ ${funcstack[1]-} == _heddle ]]; then
  _heddle "$@"
elif (($+functions[compdef])); then
  compdef _heddle heddle
fi
)";

}  // namespace

std::string zsh_completion() {
  std::string text = "#compdef heddle\n# Written by heddle completion zsh.\n";
  std::string all = "typeset -ga _heddle_commands=(\n", sources, names;
  std::string values = "typeset -gA _heddle_values=(\n";
  for (const Command& command : commands()) {
    const std::string name(command.name);
    all += fmt::format("  {}\n", described(name, command.sentence));
    names += name + " ";
    if (command.takes_sources) sources += name + " ";
    text += fmt::format("typeset -ga _heddle_options_{}=(\n", name);
    for (const auto& option : options_of(command)) {
      for (const auto& word : option.names) {
        text += fmt::format("  {}\n", described(word, option.sentence));
        const auto known = choices(option.value);
        if (known.empty()) continue;
        values += fmt::format("  '{} {}' '{}'\n", name, word, fmt::join(known, " "));
      }
    }
    text += ")\n";
  }
  text += all + ")\n" + values + ")\n";
  text += fmt::format("typeset -g _heddle_take_sources='{}'\n", sources);
  text += fmt::format(
      "typeset -gA _heddle_words=(\n  completion 'bash zsh fish'\n  manual '{}'\n)\n", names);
  return text + std::string(kFunction);
}

}  // namespace heddle::cli
