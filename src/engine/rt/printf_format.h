// SPDX-License-Identifier: Apache-2.0
// printf() of device code (CUDA C++ Programming Guide, "Formatted Output").
#pragma once

#include <string>

namespace heddle::engine {

// Appends what `format` makes of `args`, a packed buffer in which every argument (promoted as in C)
// is aligned to its size. Returns the number of arguments, -1 for a null format.
int format_printf(const char* format, const void* args, std::string* out);

}  // namespace heddle::engine
