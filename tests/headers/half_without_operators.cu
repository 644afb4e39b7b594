// SPDX-License-Identifier: Apache-2.0
// The macros that leave out conversions and operators of the 16-bit types.
#define __CUDA_NO_HALF_CONVERSIONS__
#define __CUDA_NO_HALF_OPERATORS__
#define __CUDA_NO_HALF2_OPERATORS__
#define __CUDA_NO_BFLOAT16_CONVERSIONS__
#define __CUDA_NO_BFLOAT16_OPERATORS__
#define __CUDA_NO_BFLOAT162_OPERATORS__
#include <cuda_fp8.h>
__global__ void k(__half* p, __half2* q, __nv_bfloat16* b) {
  p[0] = __hadd(p[0], __float2half(1.0f));
  q[0] = __hmul2(q[0], q[1]);
  b[0] = __hfma(b[0], b[1], b[2]);
}
template <class A, class B, class = void>
struct adds {
  static const bool v = false;
};
template <class A, class B>
struct adds<A, B, decltype(void(A() + B()))> {
  static const bool v = true;
};
static_assert(!adds<__half2, __half2>::v && !adds<__half, __half>::v, "no operators");
int main() {
  return 0;
}
