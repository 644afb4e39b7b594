// SPDX-License-Identifier: Apache-2.0
// mma.sync of integers of 8 and 4 bits, and of single bits.
#include "tensor/integer_panels.h"

HEDDLE_TENSOR_BEGIN
namespace {

// One product, whose sums go elsewhere.
template <typename Sums, typename A, typename B, int M, int BLOCKS>
void multiply(const std::uint32_t* in, std::uint32_t* out) {
  constexpr int kOperands = BLOCKS * (M / 8 + 1) * kLanes, kSums = M / 4 * kLanes;
  __builtin_memcpy(out, in + kOperands, kSums * sizeof *out);
  multiply_integers<Sums, A, B, M, BLOCKS>(in, 1, 1, out);
}

}  // namespace
HEDDLE_TENSOR_END

#define PRODUCTS(name, M, BLOCKS, ...)                                        \
  HEDDLE_TENSOR_FUNCTION(name) {                                              \
    using namespace heddle::tensor;                                           \
    multiply<__VA_ARGS__, M, BLOCKS>(in, out);                                \
  }                                                                           \
  HEDDLE_TENSOR_GROUP(name) {                                                 \
    using namespace heddle::tensor;                                           \
    multiply_integers<__VA_ARGS__, M, BLOCKS>(operands, rows, columns, sums); \
  }
#define INTEGERS(name, M, N, K, a, b, saturate)                                               \
  PRODUCTS(name, M, (K) * heddle::tensor::a::kBits / 128, heddle::tensor::AddPairs<saturate>, \
           heddle::tensor::PairsOf<heddle::tensor::a>, heddle::tensor::PairsOf<heddle::tensor::b>)
#define BITS(name, M, N, K, differ)                                                           \
  PRODUCTS(name, M, (K) / 128, heddle::tensor::CountBits<differ>, heddle::tensor::WholeWords, \
           heddle::tensor::WholeWords)
#include "tensor/forms.inc"
