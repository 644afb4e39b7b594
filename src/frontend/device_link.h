// SPDX-License-Identifier: Apache-2.0
// The device link step. The runtime joins relocatable device code, but a member of a static library
// whose device code alone is called would not be linked: the host linker sees no reference to it.
#pragma once

#include <string>
#include <vector>

#include "frontend/options.h"

namespace heddle::frontend {

// The members of the static libraries among `files` (paths, -l words) that define device functions
// or variables which the objects, or members found before, use and do not define. A member is named
// by the function that registers its device code.
std::vector<std::string> called_members(const Options& options,
                                        const std::vector<std::string>& files);

// A C file that refers to these functions.
std::string references_to(const std::vector<std::string>& functions);

}  // namespace heddle::frontend
