// SPDX-License-Identifier: Apache-2.0
// BoundConversions: a floating-point number that no integer of the type can hold becomes what a GPU
// makes of it (safe_to_integer). C++ leaves that undefined, and so does LLVM, which else takes it
// for certain that the number fits: (unsigned)1e20f is any value, and is below 2^32 at once.
//
//     fptosi double x to i32              x is NaN ? 0x80000000 : llvm.fptosi.sat(x)
//     llvm.fptoui.sat.i8.f32(x)           trunc llvm.fptoui.sat.i32(x)
//
// clang is told to write the saturating form (-fno-strict-float-cast-overflow), so that it folds no
// constant. It has that form for narrow integers too, where a GPU takes the low bits of a
// conversion to 32. The pass runs in clang, before anything has drawn conclusions
// (plugin/bound_conversions.cc), and once more over what comes from elsewhere.
//
// Needs: to run before the code is optimised, and before PTX and the device library are joined:
// both say themselves what they convert to.
#pragma once

#include "compiler/compilation.h"

namespace heddle::compiler {

// Returns how many conversions it bounded.
unsigned bound_conversions_of(llvm::Module& module);
unsigned bound_conversions(Compilation& c);

}  // namespace heddle::compiler
