// SPDX-License-Identifier: Apache-2.0
// Which threads the process has.
#pragma once

namespace heddle::engine {

struct Grid;

// The calling thread belongs to a pool: it never runs anything but blocks.
void note_pool_thread();

// Whether the process has no threads but those that run blocks of `grid` or wait for it, and idle
// ones of the pool. False where the system does not say.
bool only_threads_of(const Grid& grid);

}  // namespace heddle::engine
