// SPDX-License-Identifier: Apache-2.0
// Transforms whose numbers functions of the program read and write (cufftXtSetCallback). They are
// device code, so kernels call them (callbacks/callbacks.cu): all numbers are read into memory of
// the transform's own, which is transformed, and written from there.
#pragma once

#include "cufft/execute.h"

namespace heddle::cufft {

// The transform with the plan's callbacks of its GPU number `gpu`, where it has some.
cufftResult with_callbacks(const Plan& plan, int gpu, const Work& work);

}  // namespace heddle::cufft
