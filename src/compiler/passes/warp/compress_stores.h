// SPDX-License-Identifier: Apache-2.0
// Stores to `out[first + rank]`, where rank is the number of lanes below in a ballot: the way to
// keep some of a warp's values. The active lanes' places lie side by side, so the values are moved
// together and stored as vectors, not scattered.
#pragma once

#include "compiler/request.h"
#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many stores it replaced. That the store's lanes are those of the ballot and that no
// index wraps around is asked at run time; what is known of both folds later.
unsigned compress_stores(llvm::Function& function, const Isa& isa);

}  // namespace heddle::compiler
