// SPDX-License-Identifier: Apache-2.0
// LowerLaunches: what clang makes of kernel<<<...>>>() in device code (CUDA C++ Programming Guide,
// "CUDA Dynamic Parallelism").
//
//     cudaGetParameterBuffer(alignment, size)    a local variable: the launch copies what is in it
//     the address of a kernel                    that of a symbol for which the engine has the
//     kernel
//
// and of what a compiler for GPUs makes of it, in PTX (the same guide, "Device-side Launch from
// PTX"):
//
//     b = cudaGetParameterBufferV2(kernel, grid, block, shared)    a local variable, what to launch
//                                                                  in front of the parameters
//     cudaLaunchDeviceV2(b, stream)                                __heddle_launch of what is there
//     cudaStreamCreateWithFlags and its like                       the device library's
//
// also under the names of CUDA 12's headers (__cudaCDP2..., ..._ptsz).
//
// Stands in front of everything that goes from a function to those it refers to: a kernel that is
// launched is no part of the one that launches it. Needs sizes that are constants, as clang's are.
#pragma once

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

// Returns on how many places it changed something.
llvm::Expected<unsigned> lower_launches(llvm::Module& module);

}  // namespace heddle::compiler
