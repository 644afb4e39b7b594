// SPDX-License-Identifier: Apache-2.0
// The 16-bit and 8-bit types of a program that no CUDA compiler sees: every number goes to float
// and back, and operators round once. (tests/lang/half_*.cu and others compare all functions with
// exact results.)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdio>
#include <cstring>

namespace {

int failures = 0;

void that(bool ok, const char* what) {
  if (ok) return;
  ++failures;
  std::fprintf(stderr, "FAIL %s\n", what);
}

template <class T, class T2>
void check_type(T (*from_bits)(unsigned short), unsigned short (*to_bits)(T), int mantissa) {
  for (unsigned i = 0; i < 0x10000; ++i) {
    const T h = from_bits(static_cast<unsigned short>(i));
    const float f = h;
    if (f != f) {
      that(__hisnan(h) && __hisnan(T(f)), "not a number");
    } else {
      that(to_bits(T(f)) == i && to_bits(T(static_cast<double>(f))) == i, "to float and back");
    }
  }
  const float step = 1.0f / static_cast<float>(1 << mantissa);
  that(float(T(1 + step / 2)) == 1, "halfway to even, down");
  that(float(T(1 + 3 * step / 2)) == 1 + 2 * step, "halfway to even, up");
  that(float(T(1 + 0.5000001 * step)) == 1 + step, "double is rounded once");
  that(float(T(3.0f) * T(0.5f) - T(2.0f) / T(4.0f)) == 1.0f, "operators");
  that(float(__hfma(T(1 + step), T(1 - step), T(-1.0f))) == -step * step, "fma is rounded once");
  T2 pair(T(1.0f), T(-2.0f));
  pair += pair;
  that(float(pair.x) == 2 && float(pair.y) == -4 && pair == T2(T(2), T(-4)), "pairs");
  that(int(T(-7.9f)) == -7 && static_cast<unsigned char>(T(300)) == 255, "integers");
}

}  // namespace

int main() {
  check_type<__half, __half2>([](unsigned short b) { return __ushort_as_half(b); },
                              [](__half h) { return __half_as_ushort(h); }, 10);
  check_type<__nv_bfloat16, __nv_bfloat162>(
      [](unsigned short b) { return __ushort_as_bfloat16(b); },
      [](__nv_bfloat16 h) { return __bfloat16_as_ushort(h); }, 7);
  for (unsigned i = 0; i < 256; ++i) {
    __nv_fp8_e4m3 a;
    __nv_fp8_e5m2 b;
    a.__x = b.__x = static_cast<unsigned char>(i);
    that((i & 0x7f) == 0x7f || __nv_fp8_e4m3(float(a)).__x == i, "e4m3 to float and back");
    that((i & 0x7f) >= 0x7c || __nv_fp8_e5m2(__half(b)).__x == i, "e5m2 to half and back");
  }
  that(__half_as_ushort(__float2half_rz(65535.0f)) == 0x7bff, "toward zero");
  that(__half_as_ushort(__float2half_ru(1e-9f)) == 0x0001, "up");
  return failures != 0;
}
