// SPDX-License-Identifier: Apache-2.0
// heavy: 33
// The mathematical functions of halves are within their bounds on all 65536 numbers, and those of
// pairs are the same.
#include <cuda_fp16.h>

#include "narrow_math.h"

NARROW_FUNCTIONS(__half, __half2)

int main() {
  using F = narrow::Format<10>;
  NARROW_CHECK_FUNCTIONS(F)
  return check::result();
}
