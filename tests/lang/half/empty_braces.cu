// SPDX-License-Identifier: Apache-2.0
// `x = {}` gives zero for every vector type, and is no question of which assignment is meant.
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include "../check.h"

template <class T>
HD unsigned cleared() {
  unsigned char bytes[sizeof(T)];
  T value;
  memset(&value, 0x5a, sizeof(T));
  value = {};
  memcpy(bytes, &value, sizeof(T));
  unsigned any = 0;
  for (unsigned char b : bytes) any |= b;
  return any;
}
template <class... T>
HD unsigned all_cleared() {
  unsigned any = 0, each[] = {cleared<T>()...};
  for (unsigned one : each) any |= one;
  return any;
}
struct Work {
  HD unsigned operator()(unsigned i, const unsigned* in) const {
    half2 h = __floats2half2_rn(float(in[i] % 7), 2.0f);
    h = {h.y, h.x};
    dim3 d;
    d = {in[i] % 9, 2};
    return all_cleared<__half, half2, __nv_bfloat16, __nv_bfloat162, float4, int2, double2, uchar4,
                       longlong2, cuComplex, __half_raw, __half2_raw>() +
           unsigned(float(h.y)) * 16 + d.x + d.y * d.z;
  }
};
__global__ void kernel(const unsigned* in, unsigned* out) {
  out[check::gid()] = Work()(check::gid(), in);
}
int main() {
  check::run<unsigned>(
      "empty braces",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned v = in[t.global];
        return v % 7 * 16 + v % 9 + 2;
      });
  return check::result();
}
