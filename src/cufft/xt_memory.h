// SPDX-License-Identifier: Apache-2.0
// Copies between the arrays of a plan on several GPUs and one array of the host.
#pragma once

#include "cufft/spread.h"
#include "cufftXt.h"

namespace heddle::cufft {

// As work of the first GPU's default stream, which the caller has made the current device. `keep`
// lives as long.
cufftResult gather(const Plan& plan, const char* name, const cudaLibXtDesc& from, void* to,
                   std::shared_ptr<const void> keep);
// `format`: in which they come to lie, and what the array is of.
cufftResult scatter(const Plan& plan, const char* name, const void* from, const cudaLibXtDesc& to,
                    int format, std::shared_ptr<const void> keep);

// Whether an array is one that the plan's transform can have: of its GPUs.
bool is_of(const Plan& plan, const cudaLibXtDesc& array);

}  // namespace heddle::cufft
