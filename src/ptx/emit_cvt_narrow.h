// SPDX-License-Identifier: Apache-2.0
// cvt from and to floats of 8 bits and less (PTX ISA, "cvt"), which emit_cvt finds among its forms.
#pragma once

#include "ptx/emitter.h"

namespace heddle::ptx {

// .relu: -0 becomes +0, and what is not a number stays so.
llvm::Value* at_least_zero(Emitter& e, llvm::Value* value);

// Whether it is such a form; its rounding has been taken.
bool emit_cvt_narrow(Emitter& e, llvm::StringRef rounding);

}  // namespace heddle::ptx
