// SPDX-License-Identifier: Apache-2.0
// Runs the tool beside this library: `heddle cc` in a process, so that no LLVM comes into the
// program's own. Whoever waits for children of the program does not meet it.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace heddle::support {

struct Installation {
  std::string tool;      // bin/heddle
  std::string identity;  // changes when it or what it loads is rebuilt

  // Beside this library; `tool` is empty where it is not.
  static const Installation& find();
};

struct ToolRun {
  std::vector<std::string> words;   // behind the tool's name
  std::string folder;               // where it runs
  std::string log;                  // the file for what it writes to stdout and stderr
  std::function<bool()> cancelled;  // asked now and then, unless empty; true: it is stopped
};

// Exit status as shells report it; -1: it could not be started; kCancelled.
inline constexpr int kCancelled = -2;
int run_tool(const ToolRun& run);

}  // namespace heddle::support
