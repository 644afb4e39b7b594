// SPDX-License-Identifier: Apache-2.0
// The text of a PTX module to what module_text.h describes.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "ptx/module/module_text.h"

namespace heddle::ptx {

// The first complaint, where something is wrong.
std::optional<Complaint> parse_module(llvm::StringRef text, ModuleText& module);

}  // namespace heddle::ptx
