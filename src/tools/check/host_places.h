// SPDX-License-Identifier: Apache-2.0
// Completes findings by what only the program's debug information and source say: the lines of host
// frames, and the names of allocations.
#pragma once

#include <span>
#include <string>

#include "checker/finding.h"

namespace heddle::tools {

// `library_folder` holds libheddle-compiler.so, which reads debug information; it is loaded when
// there is a frame to look up.
void find_host_places(std::span<checker::Finding> findings, const std::string& library_folder);

// "y" of `cudaMalloc((void**)&y, n);`; empty when the line does not say.
std::string name_in_call(const std::string& line, const std::string& call);

}  // namespace heddle::tools
