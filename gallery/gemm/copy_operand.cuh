// SPDX-License-Identifier: Apache-2.0
// Operands that the copy engine cannot read, copied into lines that it can: line by line where the
// order may stay, else turned.
#pragma once

#include <type_traits>

#include "launch.h"
#include "problem_shape.h"
#include "small_tiles.cuh"
#include "workspace.h"

namespace gemm {

// A copy of an operand: `lines` of `length` elements, `ld` apart, into lines that are to_ld apart;
// or, turned, its columns into lines.
struct OperandCopy {
  const void* from;
  void* to;
  int ld, length, lines, to_ld;
  bool turn;
  unsigned blocks;  // none: nothing is copied
};

// Elements of so many bytes: a copy need not know more.
template <int BYTES>
using Raw = std::conditional_t<
    BYTES == 8, unsigned long long,
    std::conditional_t<BYTES == 4, unsigned,
                       std::conditional_t<BYTES == 2, unsigned short, unsigned char>>>;

// A thread has 16 bytes of a line of the copy. They lie in two aligned pieces of the original,
// which are read whole where the matrix does not end before, and shifted.
constexpr int kPiecesOfBlock = 1024;
template <class T>
__device__ __forceinline__ void copy_lines(const OperandCopy& c, unsigned block) {
  constexpr int kEach = 16 / int(sizeof(T)), kUnroll = kPiecesOfBlock / 256;
  const T* const from = static_cast<const T*>(c.from);
  const unsigned across = unsigned(c.to_ld / kEach), all = across * unsigned(c.lines);
  const char* const end =
      reinterpret_cast<const char*>(from + (size_t)(c.lines - 1) * c.ld + c.length);
  const unsigned first = block * kPiecesOfBlock + threadIdx.x;
#pragma unroll
  for (int u = 0; u < kUnroll; ++u) {
    const unsigned i = first + u * 256;
    if (i >= all) return;
    const int line = int(i / across), place = int(i % across) * kEach;
    const T* const source = from + (size_t)line * c.ld + place;
    const unsigned offset = unsigned(reinterpret_cast<size_t>(source) & 15);
    const char* const pieces = reinterpret_cast<const char*>(source) - offset;
    uint4 result = make_uint4(0, 0, 0, 0);
    if (place + kEach <= c.length && pieces + 32 <= end) {
      const uint4 low = __ldg(reinterpret_cast<const uint4*>(pieces));
      const uint4 high = __ldg(reinterpret_cast<const uint4*>(pieces) + 1);
      result = shift_pieces<sizeof(T)>(low, high, offset);
    } else {
      struct __align__(16) Each {
        T value[kEach];
      } each;
#pragma unroll
      for (int e = 0; e < kEach; ++e) each.value[e] = place + e < c.length ? source[e] : T(0);
      result = *reinterpret_cast<const uint4*>(&each);
    }
    *reinterpret_cast<uint4*>(static_cast<T*>(c.to) + (size_t)line * c.to_ld + place) = result;
  }
}

// Columns into rows; a block has 32 x 32 elements. A warp reads along a line, and writes along one.
template <class T>
__device__ __forceinline__ void turn_lines(const OperandCopy& c, unsigned block) {
  __shared__ T tile[32][33];
  const T* const from = static_cast<const T*>(c.from);
  const int across = (c.lines + 31) / 32, x = threadIdx.x % 32, y0 = threadIdx.x / 32;
  const int place0 = block / across * 32, line0 = block % across * 32;
  for (int y = y0; y < 32; y += 8)
    if (place0 + x < c.length && line0 + y < c.lines)
      tile[y][x] = from[(size_t)(line0 + y) * c.ld + place0 + x];
  __syncthreads();
  for (int y = y0; y < 32; y += 8)
    if (place0 + y < c.length && line0 + x < c.lines)
      static_cast<T*>(c.to)[(size_t)(place0 + y) * c.to_ld + line0 + x] = tile[x][y];
}

// Both operands in one launch. The product may start meanwhile; it waits by itself.
template <class T>
__global__ void __launch_bounds__(256) copy_both(OperandCopy a, OperandCopy b) {
  asm volatile("griddepcontrol.launch_dependents;");
  const bool first = blockIdx.x < a.blocks;
  const OperandCopy mine = first ? a : b;
  const unsigned block = first ? blockIdx.x : blockIdx.x - a.blocks;
  if (mine.turn)
    turn_lines<T>(mine, block);
  else
    copy_lines<T>(mine, block);
}

// How x, rows x columns, is copied into the workspace; x is the copy then.
template <class T>
OperandCopy plan_copy(Matrix<const T>* x, int rows, int columns, bool turn, Workspace* memory) {
  const bool by_rows = x->order == Order::kRow;
  OperandCopy c{x->data, memory->data, x->ld, by_rows ? columns : rows, by_rows ? rows : columns,
                0,       turn,         0};
  const int lines = turn ? c.length : c.lines;
  c.to_ld = line_of_copy(turn ? c.lines : c.length, int(sizeof(T)));
  memory->skip(size_t(lines) * c.to_ld * sizeof(T) / 4);
  if (turn)
    c.blocks = unsigned(tiles(c.length, 32)) * tiles(c.lines, 32);
  else
    c.blocks =
        unsigned((size_t(lines) * c.to_ld * sizeof(T) / 16 + kPiecesOfBlock - 1) / kPiecesOfBlock);
  *x = {static_cast<const T*>(c.to), c.to_ld, by_rows != turn ? Order::kRow : Order::kColumn};
  return c;
}
template <class In, class Out>
cudaError_t launch_copies(Problem<In, Out>* p, const OperandCopy& a, const OperandCopy& b,
                          cudaStream_t stream) {
  if (a.blocks + b.blocks == 0) return cudaSuccess;
  p->reads_copies = true;
  return launch(copy_both<Raw<int(sizeof(InA<In>))>>, shape(a.blocks + b.blocks, 256, 0, stream), a,
                b);
}

// So that the copy engine can read both, and their k lie side by side where that is wanted.
template <class In, class Out>
cudaError_t copy_operands(Problem<In, Out>* p, const ProblemShape& shape, Workspace* memory,
                          cudaStream_t stream) {
  OperandCopy a{}, b{};
  if (shape.copies_a) a = plan_copy(&p->a, p->m, p->k, shape.turns_a, memory);
  if (shape.copies_b) b = plan_copy(&p->b, p->k, p->n, shape.turns_b, memory);
  return launch_copies(p, a, b, stream);
}

}  // namespace gemm
