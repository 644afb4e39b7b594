// SPDX-License-Identifier: Apache-2.0
// Formats of texels: the driver's and the runtime's names for them.
#pragma once

#include "driver/driver.h"

namespace heddle::driver {

// cudaErrorInvalidValue: there is none such; cudaErrorNotSupported: block-compressed and planar
// ones.
cudaError_t texel_of(CUarray_format format, unsigned channels, cudaChannelFormatDesc* out);
CUarray_format format_of(int bits, int kind);

}  // namespace heddle::driver
