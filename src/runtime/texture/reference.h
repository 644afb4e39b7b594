// SPDX-License-Identifier: Apache-2.0
// Texture references: variables of the program that name what is bound to them.
#pragma once

#include "runtime/runtime.h"

namespace heddle::runtime {

// Called when a program is loaded. `read_mode`: cudaReadModeNormalizedFloat or not.
void add_texture_reference(engine::Module* module, const textureReference* host, const char* name,
                           int read_mode);
// Bindings to a device's memory, which is gone.
void forget_bindings(const Device& device);

}  // namespace heddle::runtime
