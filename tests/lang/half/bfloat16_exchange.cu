// SPDX-License-Identifier: Apache-2.0
// bfloat16 and pairs move between lanes and through memory: shuffles under masks, loads and stores
// with cache hints, atomic additions on one address and on many.
#include <cuda_bf16.h>

#include "narrow_exchange.h"

int main() {
  using Test = narrow::Exchange<__nv_bfloat16, __nv_bfloat162>;
  Test::shuffles();
  Test::loads();
  Test::atomics();
  return check::result();
}
