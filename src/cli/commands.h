// SPDX-License-Identifier: Apache-2.0
// The subcommands of `heddle`. Each takes the words after its name and returns the exit status.
#pragma once

#include <span>
#include <string>

namespace heddle::cli {

int cc(std::span<const std::string> words);
int run(std::span<const std::string> words);

}  // namespace heddle::cli
