// SPDX-License-Identifier: Apache-2.0
// The subcommands of `heddle`. Each returns the exit status.
#pragma once

#include <span>
#include <string>

#include "profiler/options.h"

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

// Options of gdb, then a .cu with options of cc or a program; its arguments.
int debug(std::span<const std::string> words);

// Options alone.
int occupancy(std::span<const std::string> words);

// The name of a project.
int new_project(std::span<const std::string> words);

// No options.
int doctor(std::span<const std::string> words);

struct DevicesOptions {
  std::string models;  // comma separated; empty: HEDDLE_GPU
  bool list = false;   // one line for each built-in model
  bool json = false;
};
int devices(const DevicesOptions& options);

}  // namespace heddle::cli
