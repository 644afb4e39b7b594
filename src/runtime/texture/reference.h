// SPDX-License-Identifier: Apache-2.0
// Texture and surface references: variables of the program that name what is bound to them.
#pragma once

#include "runtime/runtime.h"

namespace heddle::runtime {

// Called when a program is loaded. `read_mode`: cudaReadModeNormalizedFloat or not.
void add_texture_reference(engine::Module* module, const textureReference* host, const char* name,
                           int read_mode);
void add_surface_reference(engine::Module* module, const surfaceReference* host, const char* name);
// Bindings to a device's memory, which is gone.
void forget_bindings(const Device& device);
void forget_surface_bindings(const Device& device);
// The device's variable gets the handle. Kernels that look at it must have ended.
Error set_reference(Device& device, const void* reference, unsigned long long handle);

}  // namespace heddle::runtime
