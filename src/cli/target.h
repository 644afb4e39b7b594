// SPDX-License-Identifier: Apache-2.0
// What a tool is to look at: a .cu that is compiled first, a program, or a command with children.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "frontend/run_cache.h"

namespace heddle::cli {

struct Target {
  std::vector<std::string> command;
  std::optional<frontend::Program> program;  // compiled from a .cu
};

// `tool`: its name, for messages; `options`: of heddle cc, that it wants a .cu compiled with.
// Throws frontend::Failure.
Target target_of(std::span<const std::string> words, const std::string& tool,
                 std::span<const std::string> options);

// Runs it in a process of its own. Exit status as shells report it. While it runs, a terminal is
// told now and then "heddle check: 10 s, " and what `so_far()` says.
int run_target(Target& target, const std::string& tool, std::function<std::string()> so_far);

}  // namespace heddle::cli
