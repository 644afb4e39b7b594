// SPDX-License-Identifier: Apache-2.0
// The subcommands of `heddle`. Each returns the exit status.
#pragma once

#include <span>
#include <string>

#include "profiler/options.h"
#include "support/option_texts.h"

namespace heddle::cli {

// nvcc's command line; takes the words after its name.
int cc(std::span<const std::string> words);

// Options of cc, then, after "--", the program's arguments.
int run(std::span<const std::string> words);

// Options, then a .cu with options of cc, a program, or "--" and a command; its arguments.
int check(std::span<const std::string> words);

// The same, with options of its own.
int profile(std::span<const std::string> words);

// Of it, --compare: status 0 where nothing became worse, 1 where something did.
int compare(profiler::Options options, std::span<const std::string> words);

// Options, then as for check. Status 1: it fails in some schedule.
int explore(std::span<const std::string> words);
std::vector<support::OptionText> explore_options();

// Options of gdb, then a .cu with options of cc or a program; its arguments.
int debug(std::span<const std::string> words);

// Options of clangd.
int clangd(std::span<const std::string> words);

// Options alone.
int occupancy(std::span<const std::string> words);
std::vector<support::OptionText> occupancy_options();

// The name of a project.
int new_project(std::span<const std::string> words);

// No options.
int doctor(std::span<const std::string> words);

// Models, separated by commas, and options.
int devices(std::span<const std::string> words);
std::vector<support::OptionText> devices_options();

// The name of a shell.
int completion(std::span<const std::string> words);

// The name of a command, or none.
int manual(std::span<const std::string> words);

}  // namespace heddle::cli
