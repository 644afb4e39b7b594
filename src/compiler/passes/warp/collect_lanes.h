// SPDX-License-Identifier: Apache-2.0
// CollectLanes: a loop that puts lanes into a vector one by one puts them into memory.
//
//     for lane in mask: v[lane] = table[index[lane]]
//
// Without AVX-512 LLVM stores the whole vector for each lane, overwrites the lane and loads all
// again, which has to wait for both stores; with it, it compares and blends each register of the
// vector. Here each round stores one lane, and the vector is loaded once, behind the loop. The
// counterpart of LanesInMemory.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// `function` is host code as it will be translated. Returns how many vectors are collected so.
unsigned collect_lanes(llvm::Function& function);

}  // namespace heddle::compiler
