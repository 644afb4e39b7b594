// SPDX-License-Identifier: Apache-2.0
// PlaceSymbols: says where variables live.
//
//   __shared__ variables       ->  offsets into the block's shared memory (sorted by alignment)
//   extern __shared__ arrays   ->  the dynamic part behind them
//   __device__, __constant__, __managed__ variables, and functions that are pointed to
//                              ->  loads from the symbol table that the engine fills by name
//
// Constants that hold no address of such a symbol stay in the kernel's own object.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many symbols it placed.
unsigned place_symbols(Compilation& c);

}  // namespace heddle::compiler
