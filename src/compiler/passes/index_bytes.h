// SPDX-License-Identifier: Apache-2.0
// What LLVM's LoadStoreVectorizer has to be given: it takes the distance of two places from their
// indices alone, so of p[i] and ((S*)p)[i].x it thinks that `i` means the same distance (LLVM 22).
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Where types of several sizes are indexed from one pointer, the indices become bytes.
void index_bytes(llvm::Function& function);

}  // namespace heddle::compiler
