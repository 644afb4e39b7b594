// SPDX-License-Identifier: Apache-2.0
// Where in a kernel something happened.
#pragma once

#include <cstdint>

#include "engine/module/code_source.h"

namespace heddle::engine {

class BlockRunner;

// The kernel's own code nearest to `pc`: that itself, or the call that led to a library function or
// to the engine. Compiled kernels keep no frame pointers, so the stack, from `sp` up, is searched
// for the first word that is an address of kernel code. 0 = none. Safe in a signal handler.
std::uintptr_t kernel_pc(const BlockRunner& runner, const LoadedCode& code, std::uintptr_t pc,
                         std::uintptr_t sp);

}  // namespace heddle::engine
