// SPDX-License-Identifier: Apache-2.0
// BlendOwnMemory: masked stores to memory that one host thread has to itself - the block's shared
// memory, and variables of a warp - write back what lies at the other lanes' places:
//
//     masked_store(v, p, mask)     ->     p = any(mask) ? p : somewhere;
//                                         *p = select(mask, v, *p);
//
// AVX2 has no masked stores of bytes and shorts, and AMD's CPUs take 12 cycles for one of eight
// words (bench/README.md); a load, a choice and a store take two. Loads of bytes and shorts, which
// AVX2 lacks as well, become plain ones in the same way.
//
// A block's warps, and the blocks of a cluster, take turns on one host thread, so nobody stores
// between the load and the store. A vector of which one lane is active lies in shared memory or
// within the margin around it (kSharedGuardBytes); of a variable only whole rows of all lanes are
// taken. Memory of others stays masked.
// Runs late: the passes above know masked accesses for what they are.
#pragma once

#include "compiler/target.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many accesses it replaced.
unsigned blend_own_memory(llvm::Function& function, const Isa& isa);

}  // namespace heddle::compiler
