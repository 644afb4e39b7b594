// SPDX-License-Identifier: Apache-2.0
// mma.sync of floating-point operands up to tf32.
#include "tensor/dot.h"
#include "tensor/fragments.h"
#include "tensor/halves.h"

HEDDLE_TENSOR_BEGIN
namespace {

// So many products are added at once.
constexpr int kAtOnce = 16;

template <typename F, int COUNT>
bool decode(const std::uint32_t (&bits)[COUNT], float* values, std::int32_t* exponents) {
  Ints beyond(0);
  for (int k = 0; k < COUNT; k += 8) {
    const Decoded<F> eight(load<Words>(bits + k));
    store(values + k, eight.value);
    store(exponents + k, eight.exponent);
    beyond |= eight.beyond;
  }
  return __builtin_reduce_or(beyond) != 0;
}

template <typename A, typename B, int M, int K>
struct Operands {
  static constexpr int kWordsA = M * K * A::kBits / 1024, kWordsB = 8 * K * B::kBits / 1024;
  static constexpr int kPart = K < kAtOnce ? K : kAtOnce;

  std::uint32_t a_bits[M * K], b_bits[K * kColumns];
  float a[M * K], b[K * kColumns];
  std::int32_t of_a[M * K], of_b[K * kColumns];
  bool beyond;

  explicit Operands(const std::uint32_t* in) {
    unpack_rows<A::kBits, K, M / 8>(in, reinterpret_cast<std::uint32_t (*)[K]>(a_bits));
    std::uint32_t columns[kColumns][K];
    unpack_rows<B::kBits, K, 1>(in + kWordsA * kLanes, columns);
    for (int k = 0; k < K; ++k) {
      for (int n = 0; n < kColumns; ++n) b_bits[k * kColumns + n] = columns[n][k];
    }
    const bool beyond_a = decode<A>(a_bits, a, of_a);
    beyond = decode<B>(b_bits, b, of_b) || beyond_a;
  }

  // A row of D, cut off to floats. `odd`: what is cut off shows in the last bit.
  Words row(int i, Words c, bool odd) const {
    for (int k = 0; k < K; k += kPart) {
      const int at = i * K + k;
      Floats part_b[kPart];
      Ints part_of_b[kPart];
      for (int n = 0; n < kPart; ++n) {
        part_b[n] = load<Floats>(b + (k + n) * kColumns);
        part_of_b[n] = load<Ints>(of_b + (k + n) * kColumns);
      }
      const Sum sum = dot<kPart>(floats_of(c), a + at, of_a + at, part_b, part_of_b);
      if (beyond || __builtin_reduce_or(sum.out_of_range) != 0) {
        for (int n = 0; n < kColumns; ++n) {
          c[n] =
              dot_of_any<A, B>(c[n], a_bits + at, b_bits + k * kColumns + n, kColumns, kPart, odd);
        }
      } else {
        c = words_of(odd ? cut_off_odd(sum.value) : cut_off(sum.value));
      }
    }
    return c;
  }
};

template <typename D, typename A, typename B, int M, int K>
void multiply(const std::uint32_t* in, std::uint32_t* out) {
  const Operands<A, B, M, K> operands(in);
  const std::uint32_t* c = in + (operands.kWordsA + operands.kWordsB) * kLanes;
  for (int i = 0; i < M; ++i) {
    if constexpr (D::kBits == 32) {
      store_row_of_sums(out, i, operands.row(i, row_of_sums(c, i), false));
    } else {
      const Words sums = operands.row(i, floats_of_halves(row_of_halves(c, i)), true);
      store_row_of_halves(out, i, halves_of_floats(sums));
    }
  }
}

}  // namespace
HEDDLE_TENSOR_END

#define FORM(name, M, N, K, d, a, b, c)                                               \
  HEDDLE_TENSOR_FUNCTION(name) {                                                      \
    using namespace heddle::tensor;                                                   \
    multiply<heddle::tensor::d, heddle::tensor::a, heddle::tensor::b, M, K>(in, out); \
  }
#include "tensor/forms.inc"
