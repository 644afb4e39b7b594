// SPDX-License-Identifier: Apache-2.0
// Which threads the process has.
#pragma once

#include <unordered_set>

namespace heddle::engine {

// The calling thread belongs to the pool: it never runs anything but operations, or what no
// operation waits for.
void note_pool_thread();
// It ends. Its number may become another's.
void forget_pool_thread();

// Whether the process has no threads but those of the pool and `others` (thread numbers). False
// where the system does not say.
bool has_only_pool_threads_and(const std::unordered_multiset<int>& others);

}  // namespace heddle::engine
