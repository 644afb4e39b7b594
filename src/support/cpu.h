// SPDX-License-Identifier: Apache-2.0
// What the host CPU can do.
#pragma once

#include <cstdint>
#include <string>

namespace heddle::support {

// The vector instruction sets that kernels are compiled for, from the least to the greatest.
inline constexpr const char* kIsaNames[] = {"baseline", "avx2", "avx512"};

// Whether this CPU can run code made for `isa` (one of kIsaNames).
bool cpu_supports(const std::string& isa);

// The greatest of kIsaNames that this CPU can run.
const char* best_isa();

// The CPUs that this process may run on.
unsigned process_cpus();

// Bytes that a program can expect to find in the caches after it has written them: half of the
// largest cache, at most 16 MiB a CPU (a virtual machine of two CPUs shares a server's 300 MiB with
// others). A huge number when the cache is not known.
std::uint64_t cache_share_bytes();

// Makes stores that went past the caches visible to other threads before what follows.
void finish_streaming_stores();

// Ends what a kernel that flushes denormal numbers has set for this thread and did not get to
// reset.
void keep_denormals();

// Text that differs between CPUs for which code generation differs (vendor, family, model,
// feature words): part of the code-cache key.
std::string cpu_identity();

}  // namespace heddle::support
