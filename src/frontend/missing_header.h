// SPDX-License-Identifier: Apache-2.0
// What to do about a header of a CUDA library that Heddle does not have.
#pragma once

#include <string>
#include <string_view>

namespace heddle::frontend {

// For a message of clang's, "'cublas_v2.h' file not found": a line for the user. Empty: it speaks
// of no such header. `has_third_party`: the headers of CCCL and NVTX are there.
std::string hint_for(std::string_view message, bool has_third_party);

}  // namespace heddle::frontend
