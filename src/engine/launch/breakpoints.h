// SPDX-License-Identifier: Apache-2.0
// Whether a debugger wants to be stopped in a kernel's code.
#pragma once

#include "engine/module/code_source.h"

namespace heddle::engine {

// A debugger that lets a program run has put instructions of its own where its breakpoints are.
// True also where the code's file cannot be read, with which it is compared.
bool has_breakpoints(const LoadedCode& code);

}  // namespace heddle::engine
