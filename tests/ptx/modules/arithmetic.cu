// SPDX-License-Identifier: Apache-2.0
// Integers and floats of all widths, conversions, bits, predicates. Every result is exact, so that
// it is the same whatever joins a product with a sum.
#include <cuda_fp16.h>

#define KERNEL extern "C" __global__ void
#define HERE                                           \
  const int i = blockIdx.x * blockDim.x + threadIdx.x; \
  if (i >= n) return;                                  \
  const int x = in[i], y = in[(i * 7 + 3) % n];

KERNEL integers(int* out, const int* in, int n) {
  HERE const int z = y == 0 ? 1 : y;
  unsigned sum = x + y * 3 - (x ^ y) + (x & ~y) + (x | 5) + (x << (i & 31)) + (x >> (i & 31));
  sum += (unsigned)x >> (i & 31);
  sum += x / z + x % z + (unsigned)x / (unsigned)z + (unsigned)x % 17u;
  sum += min(x, y) + max((unsigned)x, (unsigned)y) + abs(x) + __mulhi(x, y) + __umulhi(x, y);
  out[i] = sum + (x < y ? 3 : -3) + ((unsigned)x < (unsigned)y) * 8;
}

KERNEL wide_integers(int* out, const int* in, int n) {
  HERE const long long a = (long long)x * y + ((long long)x << 33), b = ((long long)y << 20) | 1;
  unsigned long long sum =
      a * b + a / b + a % b + (a >> 7) + ((unsigned long long)a >> 9) + __mul64hi(a, b);
  sum += (a < b) + llabs(a) + (unsigned long long)a % 1000003ull + __clzll(a) + __popcll(b) +
         __ffsll(a);
  out[i] = (int)(sum ^ sum >> 32);
}

KERNEL small_integers(int* out, const int* in, int n) {
  HERE const signed char a = (signed char)x;
  const unsigned char b = (unsigned char)y;
  const short c = (short)(x * 3);
  const unsigned short d = (unsigned short)(y * 5);
  out[i] = a * b + c * d + (signed char)(a + b) + (short)(c - d) + (a < c) * 64 +
           (unsigned char)(a >> 1) + (d >> 3);
}

KERNEL bits(int* out, const int* in, int n) {
  HERE unsigned sum = __popc(x) + __clz(y) * 3 + __ffs(x) * 5 + __brev(y);
  sum ^= __byte_perm(x, y, i & 0x7777) + __funnelshift_l(x, y, i) + __funnelshift_rc(x, y, i & 63);
  sum += __vadd4(x, y) ^ __dp4a(x, y, 7) ^ __sad(x, y, 9u) ^ __mul24(x, y);
  out[i] = sum + ((x & y) | (~x & i)) + (x ^ y ^ i);
}

KERNEL floats(int* out, const int* in, int n) {
  HERE const float a = (float)(x % 1000), b = (float)(y % 1000) + 0.5f;
  float sum =
      a * b + a - b + fminf(a, b) + fmaxf(a, 7.0f) + fabsf(b) + floorf(b) + ceilf(a * 0.25f);
  sum += rintf(b) + truncf(-b) + sqrtf((float)(i * i)) + (a > b ? 1.0f : 2.0f) + copysignf(3.0f, a);
  const float rest = 1.0f / (float)(1 << (i & 7)) + __saturatef(a) + (float)(unsigned)x * 0.0f;
  out[i] = (int)sum + (int)(rest * 128.0f) + (int)lrintf(b) + __float_as_int(a) % 1000 +
           (isnan(a / (b - b)) ? 4 : 0);
}

KERNEL doubles(int* out, const int* in, int n) {
  HERE const double a = x % 100000, b = y % 100000 * 0.5;
  const double sum = a * b + fmin(a, b) + floor(b) + sqrt((double)i * i) +
                     (double)(float)(x % 4096) - (a <= b ? 1 : 2);
  out[i] = (int)(long long)sum ^ (int)((long long)sum >> 32) ^ (unsigned)fabs(b) ^
           __double2int_rn(b) ^ __double2hiint(a);
}

KERNEL halves(int* out, const int* in, int n) {
  HERE const __half a = __float2half((float)(x % 32)), b = __int2half_rn(y % 16);
  const __half2 two = __hfma2(__halves2half2(a, b), __float2half2_rn(2.0f), __halves2half2(b, a));
  const __half sum = __hadd(__hmul(a, b), __hsub(a, b));
  out[i] = (int)__low2float(two) + 100 * (int)__high2float(two) + 10000 * (__hlt(a, b) ? 1 : 0) +
           (int)__half2float(sum) * 3;
}
