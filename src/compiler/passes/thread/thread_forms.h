// SPDX-License-Identifier: Apache-2.0
// ThreadForms: functions behind pointers are warps' code, also for a thread that runs alone and
// calls one as a warp of one lane (call_as_lane.h). A warp operation in it would see that lane
// only. So functions that have warp operations are compiled once more, for single threads, which
// meet each other there. A pointer leads to the warps' form, whoever stores and reads it. The word
// in front of that says how far away the other form lies; zero: there is none. It also has the mark
// of all functions (ir/function_mark.h), the reference's as well, whose only form is for a thread.
//
//   .quad (f.form - f) + (mark << 32)
//   f:      (block, warp_context, warp, mask, lanes of the arguments...)
//   f.form: (block, thread, arguments...)
//
// Needs: finished functions, not described yet, as the forms may need more symbols.
#pragma once

#include "compiler/compilation.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Error.h"

namespace heddle::compiler {

// Returns how many functions have a second form. Nothing of a kernel.
llvm::Expected<unsigned> thread_forms(Compilation& c);

}  // namespace heddle::compiler
