// SPDX-License-Identifier: Apache-2.0
// heddle cc -ptx and -cubin of .ll and .bc files: all inputs become one PTX, or the image that a
// driver makes of it.
#pragma once

#include <span>
#include <string>

#include "frontend/input.h"

namespace heddle::frontend {

// Errors are printed; throws StepFailed then, and Failure.
void compile_nvvm(std::span<const Input> inputs, const Options& options, const Target& target,
                  const std::string& output);

}  // namespace heddle::frontend
