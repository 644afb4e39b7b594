// SPDX-License-Identifier: Apache-2.0
// GroupMatrixProducts: products of matrices (mma.sync) that share operands become one call, which
// unpacks each operand once.
//
//     d00 = mma(a0, b0, c00)
//     d01 = mma(a0, b1, c01)     ->     d00, d01, d10, d11 =
//     d10 = mma(a1, b0, c10)              mma.group.2x2(a0, a1, b0, b1, c00, c01, c10, c11)
//     d11 = mma(a1, b1, c11)
//
// Of products of one block that do not need each other's sums, all pairs of some A and some B; the
// call stands in the place of the last, so that loads between them may stay. They touch no memory,
// and all lanes take part in them whatever the mask is: it does not matter where they stand.
// Needs: Linearise's form; keeps it. Stands in front of Widen, behind what looks at single products
// (probes, shadows).
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many groups it made.
unsigned group_matrix_products(llvm::Function& function);

}  // namespace heddle::compiler
