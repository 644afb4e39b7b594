// SPDX-License-Identifier: Apache-2.0
// ThreadByThread: a kernel whose lanes still wait for each other (insert_yields.h,
// let_lanes_pass.h) is compiled again, every CUDA thread on a fiber of its own, as the reference
// does it. Slow, and right.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Sets c.single_threads. Returns 1 when it did.
unsigned thread_by_thread(Compilation& c);

}  // namespace heddle::compiler
