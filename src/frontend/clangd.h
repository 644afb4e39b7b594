// SPDX-License-Identifier: Apache-2.0
// What an editor's clangd is told, so that it reads .cu files as `heddle cc` does.
#pragma once

#include <string>

#include "frontend/options.h"

namespace heddle::frontend {

// The text of a `.clangd` for files that are compiled with `options`. Paths in it are absolute:
// clangd reads them from wherever a file lies.
std::string clangd_config(const Options& options);

// Writes it to the output of `options` (.clangd). Throws Failure where that cannot be written, or
// is there and somebody else's.
void write_clangd_config(const Options& options);

}  // namespace heddle::frontend
