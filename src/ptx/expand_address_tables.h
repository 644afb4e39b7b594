// SPDX-License-Identifier: Apache-2.0
// Constants that hold addresses of shared variables become code again. To LLVM such an address is a
// constant, so it makes a table of a `switch` that chooses among shared arrays, and a constant of
// what a local array of their addresses begins with; but each block has its own, so no variable of
// the program can hold them (and PTX has no initialiser for them).
//
//     load [4 x ptr] table[i]             i == 0 ? &a : i == 1 ? &b : i == 2 ? &c : &d
//     memcpy(to, table)                   to[0] = &a; to[1] = &b; ...
//     any other use                       of a local variable that is filled when its function
//     begins
//
// Needs: to run behind what makes the tables, which is nearly the last of what LLVM does.
#pragma once

#include "llvm/IR/Module.h"

namespace heddle::ptx {

// Returns how many constants are gone.
unsigned expand_address_tables(llvm::Module& module);

}  // namespace heddle::ptx
