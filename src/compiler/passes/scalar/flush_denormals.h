// SPDX-License-Identifier: Apache-2.0
// FlushDenormals: -ftz=true (a part of -use_fast_math): operands and results of float operations
// that are denormal count as zeros of their sign. Doubles, halves and moves of bits keep theirs.
//
// The CPU does it for nothing, but for doubles too. So a kernel that computes nothing in double
// that could be denormal runs with the CPU's flags set (flush_around_kernel, which stands at the
// end of the pipeline); what has no CPU instruction (-x, |x|, functions that take numbers apart) is
// flushed by code, where it may be denormal and somebody sees the bits. Any other kernel, a module
// of pointed-to functions, and one of several modules linked together, of which some may not flush,
// flush by code around every operation.
//
// A GPU flushes what is too small before it is rounded: a product just below 2^-126 is zero, though
// the nearest float is 2^-126.
//
// Stands behind Contract, since a joined operation flushes once, and before functions are inlined,
// since it is a function's attribute that asks for it; it is taken away.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

llvm::Error flush_denormals(Compilation& c);

// Sets the CPU's flags around the kernel's entry point if flush_denormals left the flushing to
// them.
llvm::Error flush_around_kernel(Compilation& c);

}  // namespace heddle::compiler
