// SPDX-License-Identifier: Apache-2.0
// The host side of a program that is compiled with -G: what the host compiler makes of a kernel,
// the stub that launches it, has no debug information. Else a debugger takes the kernel's lines for
// the stub's, stops there, and looks there for the variables of a condition. The driver includes
// this header behind the prologue.
#pragma once

#ifndef __CUDA_ARCH__
#undef __global__
#define __global__ __attribute__((global, nodebug))
#endif
