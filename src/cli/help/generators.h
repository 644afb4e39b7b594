// SPDX-License-Identifier: Apache-2.0
// What is made of the table of commands for shells and for man.
#pragma once

#include <string>

#include "cli/command_table.h"

namespace heddle::cli {

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

// Manual pages in the language of man(7): of all of heddle, and of one command.
std::string manual_of_all();
std::string manual_of(const Command& command);

// What a value may be: the words of "yes|no"; none where it is free.
std::vector<std::string> choices(const std::string& value);
// Whether a value is a place in the file system.
bool is_path(const std::string& value);

// The options of a command, --help among them.
Texts options_of(const Command& command);

}  // namespace heddle::cli
