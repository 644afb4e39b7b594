// SPDX-License-Identifier: Apache-2.0
// Relocatable device code, host side: see include/heddle/linked_binary.h.
#pragma once

#include <string>

#include "frontend/process.h"

namespace heddle::frontend {

// The function that clang's constructor calls for a file compiled under this name with -fgpu-rdc.
std::string linked_binary_function(const std::string& input);

// clang also exports an alias of that kind, for a device linker that does not exist here. It has to
// be made local, or two files of one name could not be linked together.
Command localize_linked_binary(const std::string& object);

}  // namespace heddle::frontend
