// SPDX-License-Identifier: Apache-2.0
// Ordered and unordered comparisons of halves and of pairs, as numbers, masks and truths; minimum
// and maximum with NaN and zeros of both signs.
#include <cuda_fp16.h>

#include "narrow_comparisons.h"

int main() {
  narrow::Comparisons<__half, __half2, narrow::Format<10>>::run_all();
  return check::result();
}
