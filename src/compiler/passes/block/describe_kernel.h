// SPDX-License-Identifier: Apache-2.0
// DescribeKernel: the KernelCode by which the engine knows the kernel, or the code module
// (image/kernel_abi.h): how it is run, what it needs, its symbols, the sites of its events.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

unsigned describe_kernel(Compilation& c);

// What is described turns out to be made in a cheaper way: KernelCode::hurried.
void describe_as_hurried(llvm::Module& module);

}  // namespace heddle::compiler
