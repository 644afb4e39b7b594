// SPDX-License-Identifier: Apache-2.0
// RegroupRows: where each thread loads a row, does the same with each element and stores a row,
// lanes take elements that lie side by side instead of rows.
//
//     float4 v = x[i];                              k = 0 .. 3:
//     v.x = 2 * v.x; .. v.w = 2 * v.w;      ->        y'[32 * k + lane] = 2 * x'[32 * k + lane];
//     y[i] = v;
//
// Who computes an element does not matter then, and vectors of a row's first elements, second
// elements and so on need not be made of what lies in memory, nor taken apart again: half of such a
// kernel's instructions. A factor of each element that all lanes share becomes a vector of them in
// turn.
// Needs: Linearise's form, because all lanes must be here; keeps it. Stands in front of Widen. Rows
// that a thread also uses otherwise, and elements that meet something of their thread's own, stay.
#pragma once

#include "llvm/IR/Function.h"

namespace heddle::compiler {

// Returns how many stores of rows it regrouped.
unsigned regroup_rows(llvm::Function& function);

}  // namespace heddle::compiler
