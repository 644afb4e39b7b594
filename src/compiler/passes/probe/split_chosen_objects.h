// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// SplitChosenObjects: an access whose array was chosen before, by ?: or an if, becomes one access
// for each array, so that each has one object whose bounds are known.
//
//     p = c ? a : b;                      p = c ? a : b;
//     ... p[i] ...             =>         if (c) { ... a[&p[i] - a] ... }
//                                         else   { ... b[&p[i] - b] ... }
//
// Where a tool answers accesses, and one of the objects is a local or shared array or a variable of
// the device: of allocations, it finds the bounds itself. Before note-variables, and before
// place-symbols makes numbers of variables. Returns how many accesses it split.
unsigned split_chosen_objects(Compilation& c);

}  // namespace heddle::compiler
