// SPDX-License-Identifier: Apache-2.0
// Tiles of operands that lie anyhow: any order, any address, any distance of lines. cp.async brings
// aligned pieces of 16 bytes, several steps ahead, and fills with zeros what is not there. Lines
// that start at odd addresses arrive with the rest of their first piece, and are shifted to their
// places from shared memory to shared memory; doubles and floats come one by one then.
#pragma once

#include "problem.h"

namespace gemm {

// Whether every line starts at a multiple of 16 bytes.
template <class In>
bool lines_are_aligned(const Matrix<const In>& x) {
  return x.ld * sizeof(In) % 16 == 0 && reinterpret_cast<size_t>(x.data) % 16 == 0;
}

// A as rows times k, or B as columns times k.
template <class In>
struct Operand {
  const In* data;
  int ld;
  int extent;    // rows
  bool aligned;  // its lines are

  static Operand of(const Matrix<const In>& x, int rows) {
    return {x.data, x.ld, rows, lines_are_aligned(x)};
  }
};

// What a block computes: BM x BN of C by WM x WN warps, and WK times as many, which share k. A step
// has K_BYTES of every row.
template <int BM_, int BN_, int WM_, int WN_, int WK_, int K_BYTES, int BLOCKS_>
struct BlockTile {
  static constexpr int BM = BM_, BN = BN_, WM = WM_, WN = WN_, WK = WK_, BLOCKS = BLOCKS_;
  static constexpr int THREADS = 32 * WM * WN * WK, STAGES = 3;
  static constexpr int WARP_COLUMNS = BN / WN;
  static_assert(BM == 16 * WM && WARP_COLUMNS % 16 == 0, "a warp has 16 rows");
  template <class In>
  static constexpr int BK = K_BYTES / int(sizeof(In));
};

// ROWS x BK of an operand in shared memory, in lines as they come: of k, or of rows at one k. The
// chunks of 16 bytes of a line change places, so that what a warp reads at once lies in different
// banks: chunks below each other (ldmatrix), or words of four k and eight rows (floats by k).
template <class In, int ROWS, int BK, bool K_IN_LINE>
struct TileShape {
  static constexpr int kChunk = 16 / int(sizeof(In));
  static constexpr int LINES = K_IN_LINE ? ROWS : BK, LENGTH = K_IN_LINE ? BK : ROWS;
  static constexpr int LINE_BYTES = LENGTH * int(sizeof(In)), CHUNKS = LINE_BYTES / 16;
  static constexpr int BYTES = LINES * LINE_BYTES;
  // With the rest of the first piece: not yet shifted.
  static constexpr int RAW_LINE_BYTES = LINE_BYTES + 16, RAW_BYTES = LINES * RAW_LINE_BYTES;

  static __device__ __forceinline__ int place(int line, int chunk) {
    int turn = CHUNKS >= 8 ? line % 8 : line * CHUNKS / 8 % CHUNKS;
    if (sizeof(In) == 4 && !K_IN_LINE) turn = CHUNKS >= 8 ? line % 4 * 2 : line / 2 % 2 * 2;
    return line * LINE_BYTES + (chunk ^ turn) * 16;
  }
  // Of an element.
  static __device__ __forceinline__ int at(int row, int k) {
    const int line = K_IN_LINE ? row : k, inside = K_IN_LINE ? k : row;
    return place(line, inside / kChunk) + inside % kChunk * int(sizeof(In));
  }
};

// 16 bytes, of which `exist` are read and the others are zeros.
__device__ __forceinline__ void copy_piece(char* to, const char* from, int exist) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(
                   static_cast<unsigned>(__cvta_generic_to_shared(to))),
               "l"(from), "r"(exist));
}

// Floats and doubles that begin at no multiple of 16 bytes: a thread copies one place of every so
// many lines, so a warp whole lines, and only lines change from one copy to the next.
template <class Shape, bool K_IN_LINE, int THREADS, class In>
__device__ __forceinline__ void fetch_one_by_one(char* to, const Operand<In>& x, int row0, int k,
                                                 int k_end) {
  constexpr int kBytes = int(sizeof(In)), kEach = THREADS / Shape::LENGTH;  // lines at once
  static_assert(THREADS % Shape::LENGTH == 0 && Shape::LINES % kEach == 0, "equal shares");
  const int inside = threadIdx.x % Shape::LENGTH, first = threadIdx.x / Shape::LENGTH;
  const int lines = K_IN_LINE ? x.extent - row0 : k_end - k;  // that exist
  const bool exists = inside < (K_IN_LINE ? k_end - k : x.extent - row0);
  const In* from =
      x.data + inside +
      (K_IN_LINE ? (size_t)(row0 + first) * x.ld + k : (size_t)(k + first) * x.ld + row0);
  const unsigned place =
      static_cast<unsigned>(__cvta_generic_to_shared(to)) + inside % Shape::kChunk * kBytes;
#pragma unroll
  for (int line = 0; line < Shape::LINES; line += kEach) {
    const bool copies = exists && first + line < lines;
    asm volatile("cp.async.ca.shared.global [%0], [%1], %3, %2;" ::"r"(
                     place + Shape::place(first + line, inside / Shape::kChunk)),
                 "l"(copies ? from : x.data), "r"(copies ? kBytes : 0), "n"(kBytes));
    from += (size_t)kEach * x.ld;
  }
}

// Starts the copies of the step at k, of which those below k_end exist.
template <class Shape, bool K_IN_LINE, bool ALIGNED, int THREADS, class In>
__device__ __forceinline__ void fetch_tile(char* to, const Operand<In>& x, int row0, int k,
                                           int k_end) {
  if constexpr (sizeof(In) >= 4)
    if (sizeof(In) == 8 ? !x.aligned : !ALIGNED) {
      fetch_one_by_one<Shape, K_IN_LINE, THREADS>(to, x, row0, k, k_end);
      return;
    }
  constexpr int kPieces = Shape::CHUNKS + (ALIGNED ? 0 : 1), kAll = Shape::LINES * kPieces;
  const int lines = K_IN_LINE ? x.extent - row0 : k_end - k;  // that exist
  const int bytes = (K_IN_LINE ? k_end - k : x.extent - row0) * int(sizeof(In));
  const In* const first = x.data + (K_IN_LINE ? (size_t)row0 * x.ld + k : (size_t)k * x.ld + row0);
#pragma unroll(kAll / THREADS + 1)
  for (int i = threadIdx.x; i < kAll; i += THREADS) {
    const int line = i / kPieces, piece = i % kPieces;
    const char* from = reinterpret_cast<const char*>(first + (size_t)line * x.ld);
    int left = min(bytes, Shape::LINE_BYTES) - piece * 16;
    if (!ALIGNED) {
      const int offset = int(reinterpret_cast<size_t>(from) & 15);
      from -= offset;
      left += offset;
    }
    from += piece * 16;
    const int exist = line < lines ? max(0, min(left, 16)) : 0;
    char* const there =
        to + (ALIGNED ? Shape::place(line, piece) : line * Shape::RAW_LINE_BYTES + piece * 16);
    if (exist <= 0) from = reinterpret_cast<const char*>(x.data);
    copy_piece(there, from, exist);
  }
}

// 16 of 32 bytes, from `offset` on.
template <int ELEMENT>
__device__ __forceinline__ uint4 shift_pieces(uint4 low, uint4 high, unsigned offset) {
  unsigned w[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
#pragma unroll
  for (int i = 0; i < 6; ++i) w[i] = offset & 8 ? w[i + 2] : w[i];
#pragma unroll
  for (int i = 0; i < 5; ++i) w[i] = offset & 4 ? w[i + 1] : w[i];
  if (ELEMENT <= 2)
#pragma unroll
    for (int i = 0; i < 4; ++i)
      w[i] = __funnelshift_r(w[i], w[i + 1], (offset & (ELEMENT == 1 ? 3 : 2)) * 8);
  return make_uint4(w[0], w[1], w[2], w[3]);
}

// Puts the lines of a step that arrived unshifted into their places.
template <class Shape, bool K_IN_LINE, int THREADS, class In>
__device__ __forceinline__ void shift_tile(char* to, const char* raw, const Operand<In>& x,
                                           int row0, int k) {
  constexpr int kAll = Shape::LINES * Shape::CHUNKS;
  static_assert(kAll % THREADS == 0, "equal shares");
  const In* const first = x.data + (K_IN_LINE ? (size_t)row0 * x.ld + k : (size_t)k * x.ld + row0);
  const unsigned start = unsigned(reinterpret_cast<size_t>(first));
#pragma unroll 2
  for (int i = threadIdx.x; i < kAll; i += THREADS) {
    const int line = i / Shape::CHUNKS, chunk = i % Shape::CHUNKS;
    const unsigned offset = (start + unsigned(line) * x.ld * unsigned(sizeof(In))) & 15;
    const uint4* const pieces =
        reinterpret_cast<const uint4*>(raw + line * Shape::RAW_LINE_BYTES + chunk * 16);
    *reinterpret_cast<uint4*>(to + Shape::place(line, chunk)) =
        shift_pieces<sizeof(In)>(pieces[0], pieces[1], offset);
  }
}

}  // namespace gemm
