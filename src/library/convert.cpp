// SPDX-License-Identifier: Apache-2.0
#include "library/convert.h"

#include <immintrin.h>

#include <bit>

#include "heddle/fp8_format.h"

namespace heddle::library {
namespace {

bool has_f16c() {
  static const bool has = __builtin_cpu_supports("f16c") && __builtin_cpu_supports("avx");
  return has;
}

[[gnu::target("avx,f16c")]] void to_floats_f16c(const Half* from, i64 count, float* to) {
  i64 i = 0;
  for (; i + 8 <= count; i += 8) {
    const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i));
    _mm256_storeu_ps(to + i, _mm256_cvtph_ps(halves));
  }
  for (; i < count; ++i) to[i] = to_float(from[i]);
}

[[gnu::target("avx,f16c")]] void to_halves_f16c(const float* from, i64 count, Half* to) {
  i64 i = 0;
  for (; i + 8 <= count; i += 8) {
    const __m256 floats = _mm256_loadu_ps(from + i);
    const __m128i halves = _mm256_cvtps_ph(floats, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + i), halves);
  }
  for (; i < count; ++i) to[i] = to_half(from[i]);
}

// The upper bits of a float, `dropped` fewer than 32.
std::uint32_t rounded(float value, unsigned dropped) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t even = bits >> dropped & 1;
  return bits + (1u << (dropped - 1)) - 1 + even;
}
bool is_nan(float value) {
  return value != value;
}

}  // namespace

float to_float(E4m3 value) {
  return heddle_narrow::e4m3_format::widen(value.bits);
}
float to_float(E5m2 value) {
  return heddle_narrow::e5m2_format::widen(value.bits);
}
E4m3 to_e4m3(float value) {
  return {heddle_narrow::e4m3_format::nearest(value, 0x7e)};
}
E5m2 to_e5m2(float value) {
  return {heddle_narrow::e5m2_format::nearest(value, 0x7b)};
}

float to_float(BFloat16 value) {
  return std::bit_cast<float>(std::uint32_t{value.bits} << 16);
}

BFloat16 to_bfloat16(float value) {
  if (is_nan(value)) return {0x7fff};
  return {static_cast<std::uint16_t>(rounded(value, 16) >> 16)};
}

float to_tf32(float value) {
  if (is_nan(value)) return value;
  return std::bit_cast<float>(rounded(value, 13) & ~std::uint32_t{0x1fff});
}

float to_float(Half value) {
  const std::uint32_t sign = std::uint32_t{value.bits & 0x8000u} << 16;
  const std::uint32_t magnitude = value.bits & 0x7fffu;
  if (magnitude >= 0x7c00)
    return std::bit_cast<float>(sign | 0x7f800000u | (magnitude & 0x3ff) << 13);
  // With the exponent moved, multiplied by the power of two that makes up for it: subnormals, too.
  const float moved = std::bit_cast<float>(magnitude << 13) * 0x1p112f;
  return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(moved));
}

Half to_half(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = bits >> 16 & 0x8000u;
  const float magnitude = std::bit_cast<float>(bits & 0x7fffffffu);
  if (is_nan(value)) return {0x7fff};
  if (magnitude >= 65520.0f) return {static_cast<std::uint16_t>(sign | 0x7c00u)};
  if (magnitude < 0x1p-14f) {
    // The addition rounds to a multiple of the smallest subnormal, 2^-24.
    const float shifted = magnitude + 0.5f;
    return {
        static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000u))};
  }
  return {static_cast<std::uint16_t>(sign | ((rounded(magnitude, 13) >> 13) - (112u << 10)))};
}

void to_floats(const Half* from, i64 count, float* to) {
  if (has_f16c()) return to_floats_f16c(from, count, to);
  for (i64 i = 0; i < count; ++i) to[i] = to_float(from[i]);
}

void to_halves(const float* from, i64 count, Half* to) {
  if (has_f16c()) return to_halves_f16c(from, count, to);
  for (i64 i = 0; i < count; ++i) to[i] = to_half(from[i]);
}

}  // namespace heddle::library
