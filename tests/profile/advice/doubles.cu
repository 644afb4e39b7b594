// SPDX-License-Identifier: Apache-2.0
// GPU: rtx4090
#include "advice.h"

#ifdef MENDED
using Number = float;
#else
using Number = double;
#endif

__global__ void squares(const Number* in, Number* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i] * in[i] + 1;  // ADVICE double-precision 0.9 64 times as slowly
}

int main() {
  squares<<<8192, 256>>>(device_array<Number>(1 << 21), device_array<Number>(1 << 21));
  return finished();
}
