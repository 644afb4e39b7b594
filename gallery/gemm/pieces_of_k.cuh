// SPDX-License-Identifier: Apache-2.0
// Numbers along k straight from memory (step 18): in pieces of 4 or 16 bytes where lines are made
// of whole ones, as a load of one element costs what a load of 16 bytes does.
#pragma once

#include <type_traits>

#include "problem.h"

namespace gemm {

// Whether pieces of COUNT bytes lie along k, in lines of nothing else.
template <int COUNT, class In>
__host__ __device__ __forceinline__ bool lies_in_pieces(const Matrix<const In>& x, Order along_k,
                                                        int k) {
  constexpr int kEach = COUNT / int(sizeof(In));
  return x.order == along_k && k % kEach == 0 && x.ld % kEach == 0 &&
         reinterpret_cast<size_t>(x.data) % COUNT == 0;
}
// Both operands, of bytes, by words.
template <class In, class Out>
bool lies_in_words(const Problem<In, Out>& p) {
  if constexpr (sizeof(In) == 1)
    return lies_in_pieces<4>(p.a, Order::kRow, p.k) && lies_in_pieces<4>(p.b, Order::kColumn, p.k);
  else
    return false;
}

// Byte i of a word.
template <class In>
__device__ __forceinline__ Sum<In> number_of(unsigned word, int i) {
  const unsigned char byte = (unsigned char)(word >> 8 * i);
  if constexpr (std::is_same_v<In, int8>) {
    return int8(byte);
  } else {
    In x;
    x.__x = byte;
    return float(x);
  }
}

// A piece of 16 bytes as numbers.
template <class In>
__device__ __forceinline__ void numbers_of(const uint4& piece, Sum<In>* to) {
  if constexpr (sizeof(In) == 1) {
    const unsigned words[4] = {piece.x, piece.y, piece.z, piece.w};
#pragma unroll
    for (int i = 0; i < 16; ++i) to[i] = number_of<In>(words[i / 4], i % 4);
  } else {
    const In* const elements = reinterpret_cast<const In*>(&piece);
#pragma unroll
    for (int i = 0; i < 16 / int(sizeof(In)); ++i) to[i] = Sum<In>(elements[i]);
  }
}

// K numbers from `line` on, `step` elements apart, of which k are there; the others are zeros.
// in_pieces: of 16 bytes, and step is 1.
template <int K, class In>
__device__ __forceinline__ void read_along_k(Sum<In> (&to)[K], const In* line, size_t step, int k,
                                             bool in_pieces) {
  constexpr int kEach = 16 / int(sizeof(In));
  if constexpr (K % kEach == 0)
    if (in_pieces) {
#pragma unroll
      for (int e = 0; e < K; e += kEach) {
        uint4 piece = make_uint4(0, 0, 0, 0);
        if (e < k) piece = *reinterpret_cast<const uint4*>(line + e);
        numbers_of<In>(piece, to + e);
      }
      return;
    }
#pragma unroll
  for (int e = 0; e < K; ++e) to[e] = e < k ? Sum<In>(line[e * step]) : Sum<In>(0);
}

}  // namespace gemm
