// SPDX-License-Identifier: Apache-2.0
// Instructions of inline PTX that are functions of CUDA C++ under another name, and the copies of
// cp.async.
extern "C" {

#define PTX_MUL24(T, t, lo, hi)                       \
  __device__ T __ptx_mul24_lo_##t(T a, T b) {         \
    return lo;                                        \
  }                                                   \
  __device__ T __ptx_mul24_hi_##t(T a, T b) {         \
    return hi;                                        \
  }                                                   \
  __device__ T __ptx_mad24_lo_##t(T a, T b, T c) {    \
    return (T)((unsigned int)(lo) + (unsigned int)c); \
  }                                                   \
  __device__ T __ptx_mad24_hi_##t(T a, T b, T c) {    \
    return (T)((unsigned int)(hi) + (unsigned int)c); \
  }
// The high form has bits 16 to 47 of the product.
PTX_MUL24(unsigned int, u32, __umul24(a, b),
          (unsigned int)(((unsigned long long)(a & 0xffffffu) * (b & 0xffffffu)) >> 16))
PTX_MUL24(int, s32, __mul24(a, b), (int)(((long long)(a << 8 >> 8) * (b << 8 >> 8)) >> 16))
#undef PTX_MUL24

#define PTX_SAD(T, U, t)                                    \
  __device__ T __ptx_sad_##t(T a, T b, T c) {               \
    return (T)((U)c + (a < b ? (U)b - (U)a : (U)a - (U)b)); \
  }
PTX_SAD(unsigned short, unsigned short, u16)
PTX_SAD(short, unsigned short, s16)
PTX_SAD(unsigned int, unsigned int, u32)
PTX_SAD(int, unsigned int, s32)
PTX_SAD(unsigned long long, unsigned long long, u64)
PTX_SAD(long long, unsigned long long, s64)
#undef PTX_SAD

// Sums wrap, so that one sum does for signed and unsigned results.
#define PTX_DOT(ta, A, HA, tb, B)                                                                  \
  __device__ unsigned int __ptx_dp4a_##ta##_##tb(unsigned int a, unsigned int b, unsigned int c) { \
    for (int k = 0; k < 32; k += 8) c += (unsigned int)((int)(A)(a >> k) * (int)(B)(b >> k));      \
    return c;                                                                                      \
  }                                                                                                \
  __device__ unsigned int __ptx_dp2a_lo_##ta##_##tb(unsigned int a, unsigned int b,                \
                                                    unsigned int c) {                              \
    return c + (unsigned int)((int)(HA)a * (int)(B)b) +                                            \
           (unsigned int)((int)(HA)(a >> 16) * (int)(B)(b >> 8));                                  \
  }                                                                                                \
  __device__ unsigned int __ptx_dp2a_hi_##ta##_##tb(unsigned int a, unsigned int b,                \
                                                    unsigned int c) {                              \
    return __ptx_dp2a_lo_##ta##_##tb(a, b >> 16, c);                                               \
  }
PTX_DOT(u32, unsigned char, unsigned short, u32, unsigned char)
PTX_DOT(u32, unsigned char, unsigned short, s32, signed char)
PTX_DOT(s32, signed char, short, u32, unsigned char)
PTX_DOT(s32, signed char, short, s32, signed char)
#undef PTX_DOT

#define PTX_REDUX(T, t, op, function)                                       \
  __device__ T __ptx_redux_sync_##op##_##t(T value, unsigned int members) { \
    return function(members, value);                                        \
  }
PTX_REDUX(unsigned int, u32, add, __reduce_add_sync)
PTX_REDUX(unsigned int, u32, min, __reduce_min_sync)
PTX_REDUX(unsigned int, u32, max, __reduce_max_sync)
PTX_REDUX(int, s32, add, __reduce_add_sync)
PTX_REDUX(int, s32, min, __reduce_min_sync)
PTX_REDUX(int, s32, max, __reduce_max_sync)
PTX_REDUX(unsigned int, b32, and, __reduce_and_sync)
PTX_REDUX(unsigned int, b32, or, __reduce_or_sync)
PTX_REDUX(unsigned int, b32, xor, __reduce_xor_sync)
#undef PTX_REDUX

#define PTX_CVT(from, F, rnd, mode)                                 \
  __device__ int __ptx_cvt_##rnd##_s32_##F(from x) {                \
    return HEDDLE_CVT(from, int, mode)(x);                          \
  }                                                                 \
  __device__ unsigned int __ptx_cvt_##rnd##_u32_##F(from x) {       \
    return HEDDLE_CVT(from, uint, mode)(x);                         \
  }                                                                 \
  __device__ long long __ptx_cvt_##rnd##_s64_##F(from x) {          \
    return HEDDLE_CVT(from, ll, mode)(x);                           \
  }                                                                 \
  __device__ unsigned long long __ptx_cvt_##rnd##_u64_##F(from x) { \
    return HEDDLE_CVT(from, ull, mode)(x);                          \
  }
#define HEDDLE_CVT(from, to, mode) __##from##2##to##_##mode
PTX_CVT(float, f32, rni, rn)
PTX_CVT(float, f32, rzi, rz)
PTX_CVT(float, f32, rmi, rd)
PTX_CVT(float, f32, rpi, ru)
PTX_CVT(double, f64, rni, rn)
PTX_CVT(double, f64, rzi, rz)
PTX_CVT(double, f64, rmi, rd)
PTX_CVT(double, f64, rpi, ru)
#undef HEDDLE_CVT
#undef PTX_CVT

// The first `read` bytes of `from`, zeros behind them.
#define PTX_CP_ASYNC(bytes, Word)                                                         \
  __device__ void __ptx_cp_async_##bytes(void* to, const void* from, unsigned int read) { \
    if (read >= bytes) {                                                                  \
      *(Word*)to = *(const Word*)from;                                                    \
      return;                                                                             \
    }                                                                                     \
    for (unsigned int k = 0; k < bytes; ++k)                                              \
      ((unsigned char*)to)[k] = k < read ? ((const unsigned char*)from)[k] : 0;           \
  }
PTX_CP_ASYNC(4, unsigned int)
PTX_CP_ASYNC(8, uint2)
PTX_CP_ASYNC(16, uint4)
#undef PTX_CP_ASYNC
}
