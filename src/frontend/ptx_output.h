// SPDX-License-Identifier: Apache-2.0
// Device bitcode to PTX text, by LLVM's NVPTX back end: heddle cc -ptx.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "frontend/options.h"

namespace heddle::frontend {

// The device library's functions that the code calls become part of it. `note` gets a sentence
// about functions that the text calls and does not hold. Throws DeviceCodeErrors, which names what
// PTX cannot express, and Failure.
std::string ptx_output(std::span<const std::uint8_t> bitcode, const Options& options,
                       const Target& target, const std::string& source, std::string* note);

}  // namespace heddle::frontend
