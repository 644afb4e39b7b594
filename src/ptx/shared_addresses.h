// SPDX-License-Identifier: Apache-2.0
// A shared address of 32 bits that was made from a pointer (cvta.to.shared) and is used as one is
// the pointer again: base + (p - base). Later passes would not see that, and lose what they know of
// p.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::ptx {

void fold_shared_addresses(llvm::Function& function);

}  // namespace heddle::ptx
