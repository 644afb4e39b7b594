// SPDX-License-Identifier: Apache-2.0
// heddle new: a small project to begin with.
#include <fmt/format.h>

#include "cli/command_table.h"
#include "cli/commands.h"
#include "frontend/failure.h"
#include "starter/new_project.h"

namespace heddle::cli {

int new_project(std::span<const std::string> words) {
  if (!words.empty() && (words[0] == "--help" || words[0] == "-h")) {
    fmt::print("{}{}\n", usage_of("new"), command_named("new")->text);
    return 0;
  }
  if (words.size() != 1 || words[0].starts_with('-')) {
    throw frontend::Failure("heddle new takes the name of a project (see heddle new --help)");
  }
  starter::make_project(words[0]);
  fmt::print(
      "{0} is made. Next:\n    cd {0}\n    cmake -B build && cmake --build build\n    ctest "
      "--test-dir build\n",
      words[0]);
  return 0;
}

}  // namespace heddle::cli
