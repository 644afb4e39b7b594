// SPDX-License-Identifier: Apache-2.0
// Special registers (PTX ISA, "Special Registers").
#pragma once

#include "ptx/emitter.h"

namespace heddle::ptx {

// The value of e.g. "%tid.x", null when there is no such register here.
llvm::Value* read_special_register(Emitter& e, llvm::StringRef name);

// All names, for the document.
std::vector<std::string> special_register_names();

}  // namespace heddle::ptx
