// SPDX-License-Identifier: Apache-2.0
// What a compilation will cost, said before most of it is done: the CPU's instructions that the
// code will have, by kind, times what one of a kind takes to be selected, scheduled and allocated.
//
// One instruction on 32 lanes becomes as many as registers hold its lanes, more where the CPU has
// no such instruction: a gather without AVX2 is 32 loads. Factors and prices are a fit to kernels
// of public collections on one machine: docs/compile-time.md says how far off they are. They do not
// look at a clock, so that the same program gives the same code on a busy machine.
#pragma once

#include <cstdint>

#include "compiler/target.h"
#include "llvm/IR/Module.h"

namespace heddle::compiler {

// CPU seconds, of finished code that was made from so many instructions of one thread.
double code_seconds(const llvm::Module& module, const Isa& isa, std::uint64_t instructions_in);

// Of the code of one thread, were it to become that of a warp. Knows neither what is simplified on
// the way nor what is copied.
double warp_code_seconds(llvm::Module& module, const Isa& isa);

}  // namespace heddle::compiler
