// SPDX-License-Identifier: Apache-2.0
// What each input of the command line is.
#pragma once

#include <string>
#include <vector>

#include "frontend/options.h"

namespace heddle::frontend {

struct Input {
  std::string path;                       // or a "-lname" word
  Language language = Language::kByName;  // kByName: for the linker
  bool is_source() const { return language != Language::kByName; }
};

// In order, with libraries that are part of libheddle left out.
// Throws Failure: no input, a missing file, an unknown suffix, -o with several outputs.
std::vector<Input> classify_inputs(const Options& options);

}  // namespace heddle::frontend
