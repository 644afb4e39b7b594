// SPDX-License-Identifier: Apache-2.0
// heavy: 33
// The mathematical functions of bfloat16 are within their bounds on all 65536 numbers, and those of
// pairs are the same.
#include <cuda_bf16.h>

#include "narrow_math.h"

NARROW_FUNCTIONS(__nv_bfloat16, __nv_bfloat162)

int main() {
  using F = narrow::Format<7>;
  NARROW_CHECK_FUNCTIONS(F)
  return check::result();
}
