// SPDX-License-Identifier: Apache-2.0
// LanesInMemory: lanes that are taken out of a vector one by one are found in memory.
//
//     for lane in mask: atomicAdd(addresses[lane], values[lane])
//
// A lane whose number is not known is not in a register of its own: LLVM would store the whole
// vector each time to load one lane of it. Here it is stored once, before the loop.
//
//     add 1 to *addresses[0]; add 1 to *addresses[1]; ..
//
// Places that lanes update one after the other may be one place. Where their addresses come out of
// a vector, Zen 4 takes 3.8 ns for an increment, half of which go to one place, and 0.9 where they
// are loaded. (A guess: it starts loads before it knows where older stores go, and repeats them.)
// On a Xeon that has an H100 beside it they take 1.1 and 1.2 ns, so this is done for AMD's CPUs
// alone. Where an address is base + index * size with a few bits of index, the indices are what is
// stored: a load brings two of them, or eight below 256. Of 16 M bytes a histogram takes 5.7 ms so,
// by addresses 10.4 (Zen 4 with AVX-512; 6.2 and 9.1 with AVX2, 2026-11-28); four of 16 bits in a
// load were slower with AVX-512 than two of 32.
#pragma once

#include "compiler/target.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

// `function` is host code as it will be translated: what it keeps on its stack stays there. Returns
// how many vectors were put there.
unsigned lanes_in_memory(llvm::Function& function, const Isa& isa);

}  // namespace heddle::compiler
