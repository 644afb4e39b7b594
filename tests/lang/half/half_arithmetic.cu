// SPDX-License-Identifier: Apache-2.0
// Sums, products, quotients and fused multiply-adds of halves are rounded once, saturated or not,
// in scalars and pairs, on the device and on the host.
#include <cuda_fp16.h>

#include "narrow_arithmetic.h"

using Test = narrow::Arithmetic<__half, __half2, narrow::Format<10>>;

int main() {
  Test::scalars();
  Test::vectors();
  check::each<Test::divergent>("halves under divergence");
  return check::result();
}
