// SPDX-License-Identifier: Apache-2.0
// nvcuda::wmma: fragments from memory and back. Each element is a plain load or store.
#pragma once

// All lanes of the warp must come here: nothing, but for tools.
extern "C" __device__ __attribute__((nothrow)) void __heddle_whole_warp();

namespace heddle_wmma {

// A fragment is made of operands of mma.sync side by side (PTX ISA, "Matrix Fragments for
// mma.m16n8k16"). Where M_ is 8 and N_ 32 the transposed product is computed, so that A is its
// operand of eight columns.
template <int M_, int N_>
inline constexpr bool kTransposed = M_ == 8 && N_ == 32;

// Element `i` of `lane` of an operand: its line (a row of A, a column of B_) and its k.
struct Place {
  int line, k;
};
template <int BITS>
__device__ constexpr Place place_in_operand(int lane, int i, int lines, int depth, bool wide) {
  const int in_word = BITS >= 32 ? 1 : 32 / BITS;
  const int halves = wide ? 2 : 1;  // 16 lines at a time, or 8
  const int of_tile = 8 * halves * depth / 32;
  const int tile = i / of_tile, within = i % of_tile;
  const int word = within / in_word;
  return {tile * 8 * halves + word % halves * 8 + lane / 4,
          (word / halves * 4 + lane % 4) * in_word + within % in_word};
}

// Element `i` of a sum.
struct RowAndColumn {
  int row, column;
};
template <int M_, int N_>
__device__ constexpr RowAndColumn place_in_sum(int lane, int i) {
  const int g = lane / 4, pair = lane % 4 * 2 + i % 2;
  if (M_ == 8 && N_ == 8) return {g, pair};
  const int tile = i / 4, line = g + i % 4 / 2 * 8;
  if (M_ == 16) return {line, tile * 8 + pair};
  if (M_ == 32) return {tile * 16 + line, pair};
  return {pair, tile * 16 + line};
}

__device__ inline int lane() {
  return static_cast<int>(__nvvm_read_ptx_sreg_laneid());
}

template <int M_, int N_, int K_, bool IS_A, typename T, typename Layout, typename Memory>
__device__ inline void load(typename Element<T>::Stored* x, const Memory* from, unsigned ldm) {
  constexpr int kLines = IS_A ? M_ : N_;
  constexpr int kBits = Element<T>::kBits;
  // Operands of 16 lines are the first of mma.sync, those of eight the second.
  constexpr bool kWide = kTransposed<M_, N_> ? !IS_A : IS_A && M_ > 8;
  constexpr bool kAlongK = IS_A == kSame<Layout, wmma::row_major>;
  constexpr int kElements = kLines * K_ / 32;
  if constexpr (kIsPacked<T>) {
    static_assert(kAlongK, "wmma: A_ of less than a byte is row_major, B_ is col_major");
    const auto* words = static_cast<const unsigned int*>(static_cast<const void*>(from));
#pragma unroll
    for (int w = 0; w < kElements * kBits / 32; ++w) {
      const Place at = place_in_operand<kBits>(lane(), w * (32 / kBits), kLines, K_, kWide);
      x[w] = words[(at.line * ldm + at.k) / (32 / kBits)];
    }
  } else {
    constexpr int kStored = kSame<T, __half> ? 16 : kElements;
#pragma unroll
    for (int i = 0; i < kElements; ++i) {
      const Place at = place_in_operand<kBits>(lane(), i, kLines, K_, kWide);
      x[i] = from[kAlongK ? at.line * ldm + at.k : at.k * ldm + at.line];
    }
#pragma unroll
    for (int i = kElements; i < kStored; ++i) x[i] = x[i % kElements];
  }
}

}  // namespace heddle_wmma

namespace nvcuda {
namespace wmma {

template <int m, int n, int k, typename T, typename Layout, typename Memory>
__device__ inline void load_matrix_sync(fragment<matrix_a, m, n, k, T, Layout>& a,
                                        const Memory* mptr, unsigned ldm) {
  __heddle_whole_warp();
  heddle_wmma::load<m, n, k, true, T, Layout>(a.x, mptr, ldm);
}
template <int m, int n, int k, typename T, typename Layout, typename Memory>
__device__ inline void load_matrix_sync(fragment<matrix_b, m, n, k, T, Layout>& b,
                                        const Memory* mptr, unsigned ldm) {
  __heddle_whole_warp();
  heddle_wmma::load<m, n, k, false, T, Layout>(b.x, mptr, ldm);
}
template <int m, int n, int k, typename T>
__device__ inline void load_matrix_sync(fragment<accumulator, m, n, k, T>& c, const T* mptr,
                                        unsigned ldm, layout_t layout) {
  __heddle_whole_warp();
#pragma unroll
  for (int i = 0; i < c.num_elements; ++i) {
    const auto at = heddle_wmma::place_in_sum<m, n>(heddle_wmma::lane(), i);
    c.x[i] = mptr[layout == mem_row_major ? at.row * ldm + at.column : at.column * ldm + at.row];
  }
}
template <int m, int n, int k, typename T>
__device__ inline void store_matrix_sync(T* mptr, const fragment<accumulator, m, n, k, T>& c,
                                         unsigned ldm, layout_t layout) {
  __heddle_whole_warp();
#pragma unroll
  for (int i = 0; i < c.num_elements; ++i) {
    const auto at = heddle_wmma::place_in_sum<m, n>(heddle_wmma::lane(), i);
    mptr[layout == mem_row_major ? at.row * ldm + at.column : at.column * ldm + at.row] = c.x[i];
  }
}

// The nearest number of tf32; a half goes away from zero.
__device__ inline float __float_to_tf32(float x) {
  unsigned int bits;
  asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(bits) : "f"(x));
  return __builtin_bit_cast(float, bits);
}

}  // namespace wmma
}  // namespace nvcuda
