// SPDX-License-Identifier: Apache-2.0
// mma.sync of floating-point operands up to tf32.
#include "tensor/dot.h"
#include "tensor/exponents.h"
#include "tensor/fragments.h"
#include "tensor/halves.h"

HEDDLE_TENSOR_BEGIN
namespace {

// So many products are added at once.
constexpr int kAtOnce = 16;

template <typename A, typename B, int K>
class Product {
 public:
  static constexpr int kWordsA = kRows * K * A::kBits / 1024;
  static constexpr int kWordsB = kColumns * K * B::kBits / 1024;
  static constexpr int kPart = K < kAtOnce ? K : kAtOnce;

  explicit Product(const std::uint32_t* in) {
    unpack_rows<A::kBits, K, 2>(in, a_bits_);
    unpack_rows<B::kBits, K, 1>(in + kWordsA * kLanes, b_columns_);
    const int top_a = find_exponents<A>(a_bits_, exponents_.a);
    const int top_b = find_exponents<B>(b_columns_, exponents_.b);
    top_ = top_a + top_b - A::kBias - B::kBias;
    for (int i = 0; i < kRows; ++i) {
      for (int k = 0; k < K; k += 8) put_values<A>(a_bits_[i] + k, a_ + i * K + k);
    }
    for (int n = 0; n < kColumns; ++n) {
      for (int k = 0; k < K; k += 8) put_values<B>(b_columns_[n] + k, b_rows_ + n * K + k);
    }
    transpose_b();
  }

  // Rows of D from rows of C: floats, or halves that are rounded from what get() and put() see.
  template <bool ODD, typename Get, typename Put>
  void rows(Get get, Put put) const {
    for (int i = 0; i < kRows; i += 4) {
      Words sums[4];
      for (int r = 0; r < 4; ++r) sums[r] = get(i + r);
      for (int k = 0; k < K; k += kPart) {
        std::int8_t largest[4][kColumns];
        store(largest, exponents_.template largest<kPart>(i, k));
        Words before[4];
        Ints wrong(beyond_ ? -1 : 0);
        for (int r = 0; r < 4; ++r) {
          const Ints below = __builtin_convertvector(load<Bytes8>(largest[r]), Ints);
          const Sum sum =
              dot<kPart, ODD>(sums[r], a_ + (i + r) * K + k, b_ + k, below + top_, top_ - kFar);
          wrong |= sum.wrong;
          before[r] = sums[r];
          sums[r] = sum.value;
        }
        if (__builtin_reduce_or(wrong) >= 0) continue;
        for (int r = 0; r < 4; ++r) sums[r] = long_way(before[r], i + r, k, ODD);
      }
      for (int r = 0; r < 4; ++r) put(i + r, sums[r]);
    }
  }

 private:
  // Fields of exponents, sixteen elements at a time; the largest of all.
  template <typename F, int LINES, int LINES_OUT>
  int find_exponents(const Unit<F> (&lines)[LINES][K], std::int8_t (&out)[K][LINES_OUT]) {
    constexpr int kCount = LINES * K, kWide = 16;
    alignas(64) std::uint16_t all[kCount];
    const Unit<F>* flat = lines[0];
    Halves top(0), beyond(0);
    for (int at = 0; at < kCount; at += kWide) {
      Halves bits;
      if constexpr (F::kBits == 32) {
        // The upper half, whose last bit tells of what is cut off below.
        Words low = load<Words>(flat + at) & ~((1u << F::kUnused) - 1);
        Words high = load<Words>(flat + at + 8) & ~((1u << F::kUnused) - 1);
        low = low >> 16 | ((low & 0xffffu) != 0 ? Words(1) : Words(0));
        high = high >> 16 | ((high & 0xffffu) != 0 ? Words(1) : Words(0));
        store(&bits, __builtin_convertvector(low, Half8));
        store(reinterpret_cast<char*>(&bits) + 16, __builtin_convertvector(high, Half8));
        const Halves field = fields<bf16>(bits, beyond);
        store(all + at, field);
        top = __builtin_elementwise_max(top, field);
      } else {
        const Halves field = fields<F>(load<Halves>(flat + at), beyond);
        store(all + at, field);
        top = __builtin_elementwise_max(top, field);
      }
    }
    beyond_ = beyond_ || __builtin_reduce_or(beyond) != 0;
    const int largest = __builtin_reduce_max(top);
    // Zeros are as far below as can be.
    std::int8_t bytes[kCount + kWide];
    for (int at = 0; at < kCount; at += kWide) {
      const Halves field = load<Halves>(all + at);
      using Shorts = std::int16_t __attribute__((ext_vector_type(16)));
      Shorts below = __builtin_bit_cast(Shorts, field) - static_cast<std::int16_t>(largest);
      below = __builtin_elementwise_max(field == 0 ? Shorts(-kFar) : below, Shorts(-kFar));
      store(bytes + at, __builtin_convertvector(below, Bytes));
    }
    for (int k = 0; k < K; k += kWide) {
      Bytes rows[kWide] = {};
      for (int line = 0; line < LINES; ++line) rows[line] = load<Bytes>(bytes + line * K + k);
      transpose(rows);
      for (int i = 0; i < kWide && k + i < K; ++i) {
        __builtin_memcpy(out[k + i], &rows[i], LINES_OUT);
      }
    }
    return largest;
  }

  template <typename F>
  static void put_values(const Unit<F>* bits, float* to) {
    if constexpr (F::kBits == 32) {
      store(to, values<F>(load<Words>(bits)));
    } else {
      store(to, values<F>(load<Half8>(bits)));
    }
  }

  void transpose_b() {
    for (int k = 0; k < K; k += 8) {
      Floats square[8];
      for (int n = 0; n < 8; ++n) square[n] = load<Floats>(b_rows_ + n * K + k);
      transpose(square);
      for (int i = 0; i < 8 && k + i < K; ++i) b_[k + i] = square[i];
    }
  }

  __attribute__((noinline)) Words long_way(Words sums, int row, int k, bool odd) const {
    for (int n = 0; n < kColumns; ++n) {
      sums[n] = dot_of_any<A, B>(sums[n], a_bits_[row] + k, b_columns_[n] + k, 1, kPart, odd);
    }
    return sums;
  }

  // With room for eight behind the last element.
  Unit<A> a_bits_[kRows][K];
  Unit<B> b_columns_[kColumns][K];
  float a_[kRows * K + 8], b_rows_[kColumns * K + 8];
  Floats b_[K];
  Exponents<K> exponents_;
  int top_ = 0;  // the largest exponent that a product can have
  bool beyond_ = false;
};

template <typename D, typename A, typename B, int K>
void multiply(const std::uint32_t* in, std::uint32_t* out) {
  const Product<A, B, K> product(in);
  const std::uint32_t* c = in + (product.kWordsA + product.kWordsB) * kLanes;
  if constexpr (D::kBits == 32) {
    product.template rows<false>([&](int i) { return row_of_sums(c, i); },
                                 [&](int i, Words sums) { store_row_of_sums(out, i, sums); });
  } else {
    product.template rows<true>(
        [&](int i) { return floats_of_halves(row_of_halves(c, i)); },
        [&](int i, Words sums) { store_row_of_halves(out, i, halves_of_floats(sums)); });
  }
}

}  // namespace
HEDDLE_TENSOR_END

#define FORM(name, M, N, K, d, a, b, c)                                            \
  HEDDLE_TENSOR_FUNCTION(name) {                                                   \
    using namespace heddle::tensor;                                                \
    multiply<heddle::tensor::d, heddle::tensor::a, heddle::tensor::b, K>(in, out); \
  }
#include "tensor/forms.inc"
