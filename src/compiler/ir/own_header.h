// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "llvm/ADT/StringRef.h"

namespace heddle::compiler {

// Is `file` a header of ours, or of clang's for CUDA? The user's line is that of the call into it.
inline bool is_own_header(llvm::StringRef file) {
  return file.contains("/include/heddle/") || file.contains("/include/cuda_wrappers/");
}

}  // namespace heddle::compiler
