// SPDX-License-Identifier: Apache-2.0
// Functions of the device library under the names __nv_*, which a program declares itself: the same
// bits as by their CUDA names, in lanes that take different branches too.
#include "../check.h"

extern "C" {
__device__ float __nv_expf(float);
__device__ float __nv_logf(float);
__device__ double __nv_pow(double, double);
__device__ double __nv_sin(double);
__device__ float __nv_fast_sinf(float);
__device__ float __nv_fast_powf(float, float);
__device__ float __nv_rsqrtf(float);
__device__ float __nv_floorf(float);
__device__ float __nv_fmaf_rn(float, float, float);
__device__ float __nv_fadd_ru(float, float);
__device__ double __nv_ddiv_rz(double, double);
__device__ int __nv_popc(int);
__device__ int __nv_clz(int);
__device__ int __nv_byte_perm(int, int, int);
__device__ unsigned __nv_umulhi(unsigned, unsigned);
__device__ int __nv_float2int_rd(float);
__device__ float __nv_int2float_rz(int);
__device__ int __nv_float_as_int(float);
__device__ void __nv_sincosf(float, float*, float*);
}

template <bool library>
__global__ void compute(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid(), v = in[i];
  const float x = v % 1000 * 0.01f + 0.5f, y = v / 7 % 100 * 0.03f;
  float f, s, c;
  double d;
  int n;
  if constexpr (library) {
    f = __nv_expf(x) + __nv_fast_sinf(y) * __nv_fast_powf(x, 0.5f) + __nv_rsqrtf(x);
    f = __nv_fadd_ru(f, __nv_fmaf_rn(x, y, __nv_floorf(x)));
    __nv_sincosf(y, &s, &c);
    d = __nv_ddiv_rz(__nv_pow(x, y), 3.0);
    if (v % 3) d += __nv_sin(y), f += __nv_logf(x);
    n = __nv_popc(v) + __nv_clz(v >> v % 30) + __nv_byte_perm(v, i, 0x5160) + __nv_umulhi(v, ~v) +
        __nv_float2int_rd(-f) + __nv_float_as_int(__nv_int2float_rz(v));
  } else {
    f = expf(x) + __sinf(y) * __powf(x, 0.5f) + rsqrtf(x);
    f = __fadd_ru(f, __fmaf_rn(x, y, floorf(x)));
    sincosf(y, &s, &c);
    d = __ddiv_rz(pow((double)x, (double)y), 3.0);
    if (v % 3) d += sin((double)y), f += logf(x);
    n = __popc(v) + __clz(v >> v % 30) + __byte_perm(v, i, 0x5160) + __umulhi(v, ~v) +
        __float2int_rd(-f) + __float_as_int(__int2float_rz(v));
  }
  out[i] = __float_as_uint(f) ^ __float_as_uint(s) * 3 ^ __float_as_uint(c) * 5 ^
           (unsigned)__double_as_longlong(d) ^ (unsigned)(__double_as_longlong(d) >> 32) ^ n;
}

int main() {
  static unsigned expected[4096];
  check::run<unsigned>(
      "names of the device library",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        compute<false><<<g, b>>>(in, out);
        check::cuda(cudaMemcpy(expected, out, g.x * b.x * b.y * b.z * 4, cudaMemcpyDeviceToHost),
                    "CUDA");
        compute<true><<<g, b>>>(in, out);
      },
      [](const check::Thread& t, const unsigned*) { return expected[t.global]; });
  return check::result();
}
