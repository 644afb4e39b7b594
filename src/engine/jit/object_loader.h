// SPDX-License-Identifier: Apache-2.0
// Turns an object's bytes into code in this process.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "engine/jit/code_cache.h"
#include "engine/module/code_source.h"

namespace heddle::engine {

// Opens the object in the cache at `place`, or, when there is none or that fails (a file system
// mounted noexec, a file deleted meanwhile), its `bytes` from anonymous memory. False with `reason`
// on failure.
bool open_object(const std::optional<CodeCache::Place>& place, std::span<const std::uint8_t> bytes,
                 LoadedCode* out, std::string* reason);

}  // namespace heddle::engine
