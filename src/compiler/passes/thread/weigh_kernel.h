// SPDX-License-Identifier: Apache-2.0
// WeighKernel: a kernel whose code for vectors would take longer to generate than the budget
// allows is compiled again thread by thread, before more time goes into it. One instruction on 32
// doubles is 16 of a CPU without AVX2; as a single thread it is one.
//
// Needs: the view of one thread, simplified. Stands in front of what makes vectors, which takes as
// long as single threads as a whole. What is copied later (regions, jammed warps) it does not know:
// WeighCode (weigh_code.h) looks at the finished code again.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Sets Compilation::may_hurry: whether a budget speaks of this kernel, and its threads may run one
// by one. No tool listens, and no volatile access makes a promise on what lanes see of each other.
// Above the budget also single_threads and hurried; then it returns 1.
unsigned weigh_kernel(Compilation& c);

// The same of the code as it is now.
bool can_hurry(const Compilation& c);

// Compile it again, thread by thread, because its vectors would take so many seconds.
void hurry(Compilation& c, double seconds);

}  // namespace heddle::compiler
