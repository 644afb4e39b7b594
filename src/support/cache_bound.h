// SPDX-License-Identifier: Apache-2.0
// The bound of what the cache holds (HEDDLE_CACHE_SIZE): kernels, programs, parsed headers and
// modules together.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::support {

inline constexpr const char* kKernelFolder = "kernels";
inline constexpr const char* kProgramFolder = "programs";
inline constexpr const char* kHeaderFolder = "headers";
inline constexpr const char* kModuleFolder = "modules";

// Deletes the longest-unused entries (by modification time: kernels are files, the others folders)
// below the cache's folder, which is trusted, while it holds more than max_bytes.
void trim_cache(const std::string& cache, std::uint64_t max_bytes);

}  // namespace heddle::support
