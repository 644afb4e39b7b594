// SPDX-License-Identifier: Apache-2.0
// nvcuda::wmma::fragment: shapes, types and layouts, and how many elements a thread holds.
#pragma once

namespace nvcuda {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental

}  // namespace wmma
}  // namespace nvcuda

namespace heddle_wmma {

namespace wmma = nvcuda::wmma;

// Of an element type: its bits, what a fragment stores, and what memory holds.
template <typename T>
struct Element {
  static constexpr int kBits = sizeof(T) * 8;
  using Stored = T;
  using Memory = T;
};
template <>
struct Element<wmma::precision::tf32> {
  static constexpr int kBits = 32;
  using Stored = float;
  using Memory = float;
};
// Elements of less than a byte come by words.
template <int BITS>
struct PackedElement {
  static constexpr int kBits = BITS;
  using Stored = unsigned int;
  using Memory = void;
};
template <>
struct Element<wmma::experimental::precision::u4> : PackedElement<4> {};
template <>
struct Element<wmma::experimental::precision::s4> : PackedElement<4> {};
template <>
struct Element<wmma::experimental::precision::b1> : PackedElement<1> {};

template <typename T>
inline constexpr bool kIsPacked = Element<T>::kBits < 8;

template <typename A_, typename B_>
inline constexpr bool kSame = false;
template <typename A_>
inline constexpr bool kSame<A_, A_> = true;

// The operands that exist, by shape.
template <int M_, int N_, int K_, typename T>
constexpr bool is_operand() {
  const bool sixteen = (M_ == 16 && N_ == 16) || (M_ == 32 && N_ == 8) || (M_ == 8 && N_ == 32);
  if (kSame<T, wmma::precision::tf32>) return M_ == 16 && N_ == 16 && K_ == 8;
  if (kSame<T, double>) return M_ == 8 && N_ == 8 && K_ == 4;
  if (kSame<T, wmma::experimental::precision::b1>) return M_ == 8 && N_ == 8 && K_ == 128;
  if (kIsPacked<T>) return M_ == 8 && N_ == 8 && K_ == 32;
  const bool type = kSame<T, __half> || kSame<T, __nv_bfloat16> || kSame<T, signed char> ||
                    kSame<T, char> || kSame<T, unsigned char>;
  return type && sixteen && K_ == 16;
}
template <int M_, int N_, int K_, typename T>
constexpr bool is_sum() {
  const bool sixteen = (M_ == 16 && N_ == 16) || (M_ == 32 && N_ == 8) || (M_ == 8 && N_ == 32);
  if (kSame<T, double>) return M_ == 8 && N_ == 8 && K_ == 4;
  if (kSame<T, int>)
    return (sixteen && K_ == 16) || (M_ == 8 && N_ == 8 && (K_ == 32 || K_ == 128));
  if (kSame<T, float>) return (sixteen && K_ == 16) || (M_ == 16 && N_ == 16 && K_ == 8);
  return kSame<T, __half> && sixteen && K_ == 16;
}

// What a thread stores: elements, or words of packed ones. Operands of halves are there twice or
// four times, 16 in all, as the fragments of wmma in PTX are.
template <typename Use, int M_, int N_, int K_, typename T>
constexpr int stored() {
  if (kSame<Use, wmma::accumulator>) return M_ * N_ / 32;
  if (kSame<T, __half>) return 16;
  const int elements = (kSame<Use, wmma::matrix_a> ? M_ : N_) * K_ / 32;
  return kIsPacked<T> ? elements * Element<T>::kBits / 32 : elements;
}

}  // namespace heddle_wmma

namespace nvcuda {
namespace wmma {

template <typename Use, int m, int n, int k, typename T, typename Layout = void>
class alignas(8) fragment {
  static constexpr bool kIsSum = heddle_wmma::kSame<Use, accumulator>;
  static_assert(kIsSum ? heddle_wmma::is_sum<m, n, k, T>() : heddle_wmma::is_operand<m, n, k, T>(),
                "wmma: there is no fragment of this shape and type");
  static_assert(kIsSum == heddle_wmma::kSame<Layout, void>,
                "wmma: matrix_a and matrix_b have a layout, an accumulator has none");

 public:
  using element_type = T;
  using storage_element_type = typename heddle_wmma::Element<T>::Stored;
  enum {
    num_storage_elements = heddle_wmma::stored<Use, m, n, k, T>(),
    num_elements = heddle_wmma::kIsPacked<T> && !kIsSum
                       ? num_storage_elements * (32 / heddle_wmma::Element<T>::kBits)
                       : num_storage_elements
  };
  storage_element_type x[num_storage_elements];
};

template <typename Use, int m, int n, int k, typename T, typename Layout>
__device__ inline void fill_fragment(
    fragment<Use, m, n, k, T, Layout>& f,
    const typename fragment<Use, m, n, k, T, Layout>::storage_element_type& value) {
#pragma unroll
  for (int i = 0; i < f.num_storage_elements; ++i) f.x[i] = value;
}

}  // namespace wmma
}  // namespace nvcuda
