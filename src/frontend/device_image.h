// SPDX-License-Identifier: Apache-2.0
// Reads the facts that the runtime needs out of device bitcode: see image/image.h.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "frontend/options.h"
#include "image/image.h"

namespace llvm {
class Module;
}

namespace heddle::frontend {

// Needs: NVPTX bitcode as clang's device pass writes it. The result's `bitcode` refers to the
// argument. Throws Failure when it is not bitcode.
image::Image read_device_image(std::span<const std::uint8_t> bitcode, const Options& options,
                               const Target& target, const std::string& source);

// Mangled names of the functions that are pointed to.
std::vector<std::string> address_taken_functions(const llvm::Module& module);

// The text of --resource-usage for one image.
std::string resource_usage(const image::Image& image);

}  // namespace heddle::frontend
