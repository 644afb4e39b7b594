// SPDX-License-Identifier: Apache-2.0
// Lookups of textures and accesses to surfaces in PTX that any driver takes.
#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace heddle::frontend {

// The functions of the device library that textures.h and surfaces.h call become the instructions
// tex, tld4, suld and sust (PTX ISA, "Texture Instructions", "Surface Instructions"). Returns the
// names of those that PTX cannot express, with commas, and of texture references, which PTX of
// today has no more; empty: none.
std::string use_texture_instructions(llvm::Module& module);

}  // namespace heddle::frontend
