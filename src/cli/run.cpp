// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <vector>

#include "cli/command_table.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "frontend/failure.h"
#include "frontend/run_cache.h"

namespace heddle::cli {

int run(std::span<const std::string> words) {
  const auto separator = std::ranges::find(words, "--");
  const std::span<const std::string> options(words.begin(), separator);
  if (!options.empty() && (options[0] == "--help" || options[0] == "-h")) {
    fmt::print("{}", usage_of("run"));
    return 0;
  }
  auto program = [&] {
    const Progress progress("compiling ...");
    return frontend::cached_program(options);
  }();

  std::vector<char*> argv = {program.path.data()};
  std::vector<std::string> arguments;
  if (separator != words.end()) arguments.assign(separator + 1, words.end());
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  // The program takes this process's place, so its exit code and signals are its own.
  std::signal(SIGPIPE, SIG_DFL);
  program.execute(argv.data());
  throw frontend::Failure(fmt::format("cannot run {}: {}", program.path, std::strerror(errno)));
}

}  // namespace heddle::cli
