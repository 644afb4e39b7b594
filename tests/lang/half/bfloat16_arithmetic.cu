// SPDX-License-Identifier: Apache-2.0
// Sums, products, quotients and fused multiply-adds of bfloat16 are rounded once, saturated or not,
// in scalars and pairs, on the device and on the host.
#include <cuda_bf16.h>

#include "narrow_arithmetic.h"

using Test = narrow::Arithmetic<__nv_bfloat16, __nv_bfloat162, narrow::Format<7>>;

int main() {
  Test::scalars();
  Test::vectors();
  check::each<Test::divergent>("bfloat16 under divergence");
  return check::result();
}
