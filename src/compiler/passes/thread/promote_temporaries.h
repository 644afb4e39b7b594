// SPDX-License-Identifier: Apache-2.0
// PromoteTemporaries: what no variable of the source names becomes values, in code for a debugger.
//
// clang's code without optimisation keeps everything on the stack: parameters of our headers'
// functions, which KeepFunctions has inlined, copies of structures, results of calls. No debugger
// shows these, and they are most of what such code does.
//
// Needs: all debug information. Guarantees: each store that the source makes, and each load but the
// second one of the same in one line, is still there, at its line and in its order, and is
// volatile, so that nothing behind this pass joins two of them; a variable that is changed in the
// debugger has its new value on the next line.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns on how many places it changed something: copies of structures, and functions.
unsigned promote_temporaries(Compilation& c);

}  // namespace heddle::compiler
