// SPDX-License-Identifier: Apache-2.0
// mma.sync.m8n8k4 of halves (PTX ISA, "Matrix Fragments for mma.m8n8k4 with .f16"): four products
// side by side, one for lanes 4q to 4q + 3 and 16 + 4q to 16 + 4q + 3 each. A GPU of sm_90 has no
// such tensor cores: it adds floats, in an order of its own (measured: tests/tensor).
#include "tensor/fragments.h"
#include "tensor/halves.h"
#include "tensor/keep_denormals.h"

HEDDLE_TENSOR_BEGIN
namespace {

constexpr int kSize = 8, kDepth = 4;

// Member 0 to 7 of the quad pair q.
int lane_of(int q, int member) {
  return member / 4 * 16 + 4 * q + member % 4;
}
std::uint32_t half_of(const std::uint32_t* words, int lane, int element) {
  return words[element / 2 * kLanes + lane] >> element % 2 * 16 & 0xffff;
}

// Element k of line `line`, a row of A or a column of B. `along`: a member holds a line; else a k
// of the lines 0 to 3 or 4 to 7.
std::uint32_t operand(const std::uint32_t* words, int q, bool along, int line, int k) {
  if (along) return half_of(words, lane_of(q, line), k);
  return half_of(words, lane_of(q, line / 4 * 4 + k), line % 4);
}

// Where a float of C or D lies.
struct Place {
  int lane, word;
};
Place place_of_float(int q, int row, int column) {
  const int member = row / 4 * 4 + (row & 1) + (column & 2);
  return {lane_of(q, member), (column & 4) + (row & 2) + (column & 1)};
}

// To the nearest after each addition; products are exact.
float add(float addend, const std::uint32_t (&a)[kDepth], const std::uint32_t (&b)[kDepth],
          bool to_halves) {
  float p[kDepth];
  for (int k = 0; k < kDepth; ++k) {
    p[k] = floats_of(floats_of_halves(Half8(static_cast<std::uint16_t>(a[k]))))[0] *
           floats_of(floats_of_halves(Half8(static_cast<std::uint16_t>(b[k]))))[0];
  }
  if (to_halves) return (addend + (p[0] + p[1])) + (p[2] + p[3]);
  // From zero on, which tells where all are negative zeros.
  return addend + ((((0.0f + p[0]) + p[1]) + p[2]) + p[3]);
}

template <bool A_COLUMNS, bool B_COLUMNS, typename D, typename C>
__attribute__((noinline)) void multiply(const std::uint32_t* in, std::uint32_t* out) {
  const std::uint32_t* in_b = in + 2 * kLanes;
  const std::uint32_t* in_c = in_b + 2 * kLanes;
  for (int q = 0; q < 4; ++q) {
    std::uint32_t a[kSize][kDepth], b[kSize][kDepth];
    for (int line = 0; line < kSize; ++line) {
      for (int k = 0; k < kDepth; ++k) {
        a[line][k] = operand(in, q, !A_COLUMNS, line, k);
        b[line][k] = operand(in_b, q, B_COLUMNS, line, k);
      }
    }
    for (int row = 0; row < kSize; ++row) {
      Half8 halves_c(0), halves_d(0);
      if constexpr (C::kBits == 16) {
        for (int n = 0; n < kSize; ++n) {
          halves_c[n] = static_cast<std::uint16_t>(half_of(in_c, lane_of(q, row), n));
        }
      }
      Words sums = floats_of_halves(halves_c);
      for (int n = 0; n < kSize; ++n) {
        const Place place = place_of_float(q, row, n);
        if constexpr (C::kBits == 32) sums[n] = in_c[place.word * kLanes + place.lane];
        const float sum = add(floats_of(sums)[n], a[row], b[n], D::kBits == 16);
        sums[n] = sum != sum ? 0x7fffffffu : __builtin_bit_cast(std::uint32_t, sum);
        if constexpr (D::kBits == 32) out[place.word * kLanes + place.lane] = sums[n];
      }
      if constexpr (D::kBits == 16) {
        halves_d = rounded(floats_of(sums));
        for (int n = 0; n < kSize; n += 2) {
          out[n / 2 * kLanes + lane_of(q, row)] = halves_d[n] | std::uint32_t{halves_d[n + 1]}
                                                                    << 16;
        }
      }
    }
  }
}

}  // namespace
HEDDLE_TENSOR_END

#define QUADS(name, a_columns, b_columns, d, c)                                    \
  HEDDLE_TENSOR_FUNCTION(name) {                                                   \
    using namespace heddle::tensor;                                                \
    const KeepDenormals keep;                                                      \
    multiply<a_columns, b_columns, heddle::tensor::d, heddle::tensor::c>(in, out); \
  }
#include "tensor/forms.inc"
