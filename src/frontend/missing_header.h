// SPDX-License-Identifier: Apache-2.0
// What to do about a header of a CUDA library that Heddle does not have.
#pragma once

#include <string>
#include <string_view>

namespace heddle::frontend {

// For a message of clang's, "'cublas_v2.h' file not found": a line for the user. Empty: it speaks
// of no such header.
std::string hint_for(std::string_view message);

}  // namespace heddle::frontend
