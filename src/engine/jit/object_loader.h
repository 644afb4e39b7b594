// SPDX-License-Identifier: Apache-2.0
// Turns an object's bytes into code in this process.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/module/code_source.h"

namespace heddle::engine {

// Opens the object at `path`, or, when that is empty or fails (a file system mounted noexec, a file
// deleted meanwhile), its `bytes` from anonymous memory. False with `reason` on failure.
bool open_object(const std::string& path, std::span<const std::uint8_t> bytes, LoadedCode* out,
                 std::string* reason);

}  // namespace heddle::engine
