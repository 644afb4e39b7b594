// SPDX-License-Identifier: Apache-2.0
// The program's source and its headers in memory, as files for the compiler.
#pragma once

#include <string>

#include "nvrtc/program.h"

namespace heddle::nvrtc {

struct SourceTree {
  std::string folder;  // where the compiler is to run; headers are found relative to it
  std::string source;  // relative to it
  std::string log;     // empty, or what is wrong with a header's name
};

// Below `root`, an empty folder. `text`: the source with what was put before and behind it.
SourceTree write_tree(const _nvrtcProgram& program, const std::string& text,
                      const std::string& root);

// How messages call the source: its name, without what would lead out of the folder.
std::string source_name(const std::string& name);

}  // namespace heddle::nvrtc
