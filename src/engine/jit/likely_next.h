// SPDX-License-Identifier: Apache-2.0
// Which kernels a program will likely launch after one that it launches, and how.
#pragma once

#include <vector>

#include "engine/module/code_source.h"

namespace heddle::engine {

// The other kernels of the translation unit, those behind this one in the file first; each with the
// block shape of this launch, or, where its launch bounds rule that out, with a row of as many
// threads as they allow.
std::vector<CodeRequest> likely_next(const CodeRequest& request);

}  // namespace heddle::engine
