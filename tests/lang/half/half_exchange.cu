// SPDX-License-Identifier: Apache-2.0
// Halves and pairs move between lanes and through memory: shuffles under masks, loads and stores
// with cache hints, atomic additions on one address and on many, 16-bit compare and exchange.
#include <cuda_fp16.h>

#include "narrow_exchange.h"

int main() {
  using Test = narrow::Exchange<__half, __half2>;
  Test::shuffles();
  Test::loads();
  Test::atomics();
  return check::result();
}
