// SPDX-License-Identifier: Apache-2.0
// The C++ standard library that clang takes from the machine: headers, start files and libstdc++ of
// a GCC.
#pragma once

#include <string>

namespace heddle::frontend {

struct HostLibrary {
  std::string gcc;  // the GCC that clang chose, as /usr/lib/gcc/x86_64-linux-gnu/12; empty: none
  std::string lacking;  // what to install, as a sentence; empty: nothing
};

// Asks clang, which takes some hundredths of a second. With `link`, whether a program links, too.
HostLibrary find_host_library(bool link);

// To be called after a step has failed: throws Failure when the reason is that there is no such
// library. Errors about headers that every program includes would not say so.
void check_host_library();

}  // namespace heddle::frontend
