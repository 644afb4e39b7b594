// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/help/generators.h"

namespace heddle::cli {
namespace {

// bash cuts a word at "=", so "--tool=mem" reaches the function as three words. $last is the option
// whose value is being typed.
constexpr std::string_view kFunction = R"(_heddle() {
  local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} i
  if [[ $word == = ]]; then
    word= last=${COMP_WORDS[COMP_CWORD - 1]}
  elif [[ $last == = ]]; then
    last=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W "$_heddle_commands --help --version" -- "$word"))
    return
  fi
  # The program's arguments, and what stands behind a .cu.
  for ((i = 2; i < COMP_CWORD; i++)); do
    [[ ${COMP_WORDS[i]} == -- ]] && return
    [[ ${COMP_WORDS[i]} == *.cu && " $_heddle_take_sources " == *" $command "* ]] && command=cc
  done
  [[ $command == run ]] && command=cc
  local values=${_heddle_values["$command $last"]-}
  if [[ -n $values ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$word"))
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "${_heddle_options[$command]-}" -- "$word"))
  elif [[ -n ${_heddle_words[$command]-} ]]; then
    COMPREPLY=($(compgen -W "${_heddle_words[$command]}" -- "$word"))
  fi
}
complete -o default -o bashdefault -F _heddle heddle
)";

std::string names_of_commands() {
  std::string text;
  for (const Command& command : commands()) text += fmt::format("{} ", command.name);
  text.pop_back();
  return text;
}

}  // namespace

std::string bash_completion() {
  std::string sources, options = "declare -gA _heddle_options=(\n",
                       values = "declare -gA _heddle_values=(\n";
  for (const Command& command : commands()) {
    if (command.takes_sources) sources += fmt::format("{} ", command.name);
    std::vector<std::string> names;
    for (const auto& option : options_of(command)) {
      names.insert(names.end(), option.names.begin(), option.names.end());
      const auto known = choices(option.value);
      if (known.empty()) continue;
      for (const auto& name : option.names) {
        values += fmt::format("  [\"{} {}\"]=\"{}\"\n", command.name, name, fmt::join(known, " "));
      }
    }
    options += fmt::format("  [{}]=\"{}\"\n", command.name, fmt::join(names, " "));
  }
  const std::string all = names_of_commands();
  return "# Written by heddle completion bash.\n" +
         fmt::format("_heddle_commands=\"{}\"\n_heddle_take_sources=\"{}\"\n", all, sources) +
         options + ")\n" + values + ")\n" +
         fmt::format(
             "declare -gA _heddle_words=(\n  [completion]=\"bash zsh fish\"\n"
             "  [manual]=\"{}\"\n)\n",
             all) +
         std::string(kFunction);
}

}  // namespace heddle::cli
