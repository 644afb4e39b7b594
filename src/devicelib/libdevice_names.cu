// SPDX-License-Identifier: Apache-2.0
// Functions under the names of the LLVM-level device library (Libdevice User's Guide), which
// programs may declare and call: those that CUDA C++ has as inline functions of its headers. The
// others are found by their CUDA names (compiler/passes/libdevice_names.h).
#include "portable.h"

#ifdef __CUDACC__
#define ROW_1(R, name, A, call) \
  DEVICE R __nv_##name(A x) {   \
    return call(x);             \
  }
#define ROW_2(R, name, A, call)    \
  DEVICE R __nv_##name(A x, A y) { \
    return call(x, y);             \
  }
#define CONVERT(R, A, from, to)                       \
  ROW_1(R, from##2##to##_rn, A, __##from##2##to##_rn) \
  ROW_1(R, from##2##to##_rz, A, __##from##2##to##_rz) \
  ROW_1(R, from##2##to##_rd, A, __##from##2##to##_rd) \
  ROW_1(R, from##2##to##_ru, A, __##from##2##to##_ru)

using uint = unsigned int;
using ll = long long;
using ull = unsigned long long;

DEVICE_BEGIN

ROW_1(int, abs, int, abs)
ROW_1(ll, llabs, ll, llabs)
ROW_1(int, clz, int, __clz)
ROW_1(int, clzll, ll, __clzll)
ROW_1(int, ffs, int, __ffs)
ROW_1(int, ffsll, ll, __ffsll)
ROW_1(int, popc, int, __popc)
ROW_1(int, popcll, ll, __popcll)
ROW_1(int, brev, int, __brev)
ROW_1(ll, brevll, ll, __brevll)
ROW_2(int, min, int, min)
ROW_2(int, max, int, max)
ROW_2(uint, umin, uint, min)
ROW_2(uint, umax, uint, max)
ROW_2(ll, llmin, ll, min)
ROW_2(ll, llmax, ll, max)
ROW_2(ull, ullmin, ull, min)
ROW_2(ull, ullmax, ull, max)
ROW_2(int, mul24, int, __mul24)
ROW_2(int, umul24, int, __umul24)
ROW_2(int, mulhi, int, __mulhi)
ROW_2(uint, umulhi, uint, __umulhi)
ROW_2(ll, mul64hi, ll, __mul64hi)
ROW_2(ull, umul64hi, ull, __umul64hi)
ROW_2(int, hadd, int, __hadd)
ROW_2(int, rhadd, int, __rhadd)
ROW_2(uint, uhadd, uint, __uhadd)
ROW_2(uint, urhadd, uint, __urhadd)
DEVICE int __nv_sad(int x, int y, int z) {
  return (int)__sad(x, y, (uint)z);
}
DEVICE int __nv_usad(int x, int y, int z) {
  return (int)__usad((uint)x, (uint)y, (uint)z);
}
DEVICE int __nv_byte_perm(int x, int y, int selector) {
  return (int)__byte_perm((uint)x, (uint)y, (uint)selector);
}

ROW_1(int, float_as_int, float, __float_as_int)
ROW_1(float, int_as_float, int, __int_as_float)
ROW_1(ll, double_as_longlong, double, __double_as_longlong)
ROW_1(double, longlong_as_double, ll, __longlong_as_double)
ROW_1(int, double2hiint, double, __double2hiint)
ROW_1(int, double2loint, double, __double2loint)
ROW_2(double, hiloint2double, int, __hiloint2double)
ROW_1(float, saturatef, float, __saturatef)

ROW_2(float, fadd_rn, float, __fadd_rn)
ROW_2(float, fsub_rn, float, __fsub_rn)
ROW_2(float, fmul_rn, float, __fmul_rn)
ROW_2(float, fdiv_rn, float, __fdiv_rn)
ROW_2(float, fast_fdividef, float, __fdividef)
ROW_1(float, frcp_rn, float, __frcp_rn)
ROW_1(float, fsqrt_rn, float, __fsqrt_rn)
ROW_2(double, dadd_rn, double, __dadd_rn)
ROW_2(double, dmul_rn, double, __dmul_rn)
ROW_2(double, ddiv_rn, double, __ddiv_rn)
ROW_1(double, drcp_rn, double, __drcp_rn)
ROW_1(double, dsqrt_rn, double, __dsqrt_rn)
DEVICE float __nv_fmaf_rn(float x, float y, float z) {
  return __fmaf_rn(x, y, z);
}
DEVICE double __nv_fma_rn(double x, double y, double z) {
  return __fma_rn(x, y, z);
}

CONVERT(int, float, float, int)
CONVERT(uint, float, float, uint)
CONVERT(ll, float, float, ll)
CONVERT(ull, float, float, ull)
CONVERT(int, double, double, int)
CONVERT(uint, double, double, uint)
CONVERT(ll, double, double, ll)
CONVERT(ull, double, double, ull)
CONVERT(float, double, double, float)
CONVERT(float, int, int, float)
CONVERT(float, uint, uint, float)
CONVERT(float, ll, ll, float)
CONVERT(float, ull, ull, float)
CONVERT(double, ll, ll, double)
CONVERT(double, ull, ull, double)
ROW_1(double, int2double_rn, int, __int2double_rn)
ROW_1(double, uint2double_rn, uint, __uint2double_rn)

DEVICE_END

#endif
