// SPDX-License-Identifier: Apache-2.0
// Ordered and unordered comparisons of bfloat16 and of pairs, as numbers, masks and truths; minimum
// and maximum with NaN and zeros of both signs.
#include <cuda_bf16.h>

#include "narrow_comparisons.h"

int main() {
  narrow::Comparisons<__nv_bfloat16, __nv_bfloat162, narrow::Format<7>>::run_all();
  return check::result();
}
