// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/command_table.h"
#include "cli/commands.h"
#include "frontend/failure.h"
#include "frontend/process.h"
#include "support/nearest.h"

namespace heddle::cli {
namespace {

// "; did you mean 'check'?"
std::string hint_for(const std::string& word) {
  if (word.ends_with(".cu")) return fmt::format("; did you mean 'heddle run {}'?", word);
  std::vector<std::string_view> names;
  for (const Command& command : commands()) names.push_back(command.name);
  // Of a word that is like none, no word is what was meant.
  const auto meant = support::nearest(word, names, 1, (word.size() + 1) / 2);
  return meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant[0]);
}

// heddle help, heddle help run.
int help(std::span<const std::string> words) {
  if (!words.empty()) {
    const std::vector<std::string> asked = {"--help"};
    if (const Command* command = command_named(words[0])) return command->run(asked);
    throw frontend::Failure(
        fmt::format("unknown command '{}'{} (see heddle --help)", words[0], hint_for(words[0])));
  }
  fmt::print("{}", help_of_all());
  return 0;
}

int dispatch(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const std::span<const std::string> all(words);
  // Under such a name (a link that a build system finds) the tool is `heddle cc`.
  const std::string name = std::filesystem::path(argv[0]).filename().string();
  if (name == "nvcc" || name == "heddle-nvcc") return cc(all);
  if (words.empty()) throw frontend::Failure("a command is missing (see heddle --help)");
  if (words[0] == "--help" || words[0] == "-h") return help({});
  if (words[0] == "help") return help(all.subspan(1));
  if (words[0] == "--version") {
    fmt::print("heddle " HEDDLE_VERSION "\n");
    return 0;
  }
  if (const Command* command = command_named(words[0])) return command->run(all.subspan(1));
  if (words[0].starts_with('-'))
    throw frontend::Failure(fmt::format("unknown option '{}' (see heddle --help)", words[0]));
  throw frontend::Failure(
      fmt::format("unknown command '{}'{} (see heddle --help)", words[0], hint_for(words[0])));
}

}  // namespace
}  // namespace heddle::cli

int main(int argc, char** argv) {
  // A compiler that ends early must not end the driver that feeds it.
  std::signal(SIGPIPE, SIG_IGN);
  heddle::frontend::note_interruptions();
  try {
    return heddle::cli::dispatch(argc, argv);
  } catch (const heddle::frontend::Failure& failure) {
    fmt::print(stderr, "heddle: {}\n", failure.what());
    return 2;
  } catch (const heddle::frontend::StepFailed& failed) {
    return failed.status;
  }
}
