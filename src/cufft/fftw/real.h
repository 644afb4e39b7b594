// SPDX-License-Identifier: Apache-2.0
// Transforms of real data to real data: half-complex, Hartley, cosine and sine transforms, another
// one along each axis if the program says so.
#pragma once

#include "cufft/fftw/plan.h"
#include "cufftw.h"

namespace heddle::cufft::fftw {

// Null: it is no transform. `kinds`: one for each of `dims`.
Plan* make_real(const Request& request, std::span<const Dim> dims, std::span<const Dim> batch,
                const fftw_r2r_kind* kinds);

// Done when it returns.
cufftResult run_real(const Plan& plan, const char* name, const void* in, void* out);

}  // namespace heddle::cufft::fftw
