// SPDX-License-Identifier: Apache-2.0
// FindOwnSymbols: functions behind pointers see the table of the kernel that calls them, which has
// their symbols where the kernel is of their program. A kernel of another module (a library's) has
// other ones there, so each device's table of the functions' own program stands in a variable of
// their object, which the engine fills:
//
//   @heddle_function_symbols = [kFunctionDevices x ptr]
//   symbols = block.symbols   ->   symbols = block.symbols
//                                  if (symbols[-2] != heddle_function_symbols)
//                                    symbols = heddle_function_symbols[symbols[-1]]
//
// Needs: the block's context as a pseudo call. Stands behind what asks which variable an address is
// made from, as it would not know the choice.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many loads of the table it changed. Nothing of a kernel.
unsigned find_own_symbols(Compilation& c);

}  // namespace heddle::compiler
