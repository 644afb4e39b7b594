// SPDX-License-Identifier: Apache-2.0
// WeighKernel: a kernel whose code for vectors would take longer to generate than the budget
// allows is compiled again thread by thread, before more time goes into it. One instruction on 32
// doubles is 16 of a CPU without AVX2; as a single thread it is one. The same for the functions
// behind pointers (a code module).
//
// Needs: the view of one thread, simplified. Stands in front of what makes vectors, which takes as
// long as single threads as a whole. What is copied later (regions, jammed warps) it does not know:
// WeighCode (weigh_code.h) looks at the finished code again.
//
// Single threads that wait for each other otherwise than at __syncthreads() (warp operations, named
// barriers, loops that wait) are fibers, which may take 30 times as long as vectors, where loops
// over threads take a few times as long. For them the budget is a quarter larger.
#pragma once

#include "compiler/compilation.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

// Sets Compilation::threads_meet. Above the budget, where the threads may run one by one, it sets
// Compilation::single_threads and hurried; then it returns 1.
llvm::Expected<unsigned> weigh_kernel(Compilation& c);

// Is this more than the budget, if there is one?
bool exceeds_budget(const Compilation& c, double seconds);

// Code that would take so many seconds: is it to be compiled again, thread by thread? Not where a
// tool listens, nor where functions behind pointers have their lanes meet: these are warps' code,
// in which a thread that calls them is alone. Returns 1 when it is.
llvm::Expected<unsigned> hurry(Compilation& c, double seconds);

// The other way round: the threads of a hurried compilation turn out to need their warps.
void keep_warps(Compilation& c);

}  // namespace heddle::compiler
