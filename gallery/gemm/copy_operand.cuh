// SPDX-License-Identifier: Apache-2.0
// Operands that the copy engine cannot read, copied into lines that it can: line by line where the
// order may stay, else turned.
#pragma once

#include "launch.h"
#include "problem_shape.h"
#include "small_tiles.cuh"
#include "workspace.h"

namespace gemm {

// A thread has 16 bytes of a line of the copy. They lie in two aligned pieces of the original,
// which are read whole where the matrix does not end before, and shifted.
template <class T>
__global__ void copy_lines(const T* from, int ld, int length, int lines, T* to, int to_ld) {
  constexpr int kEach = 16 / int(sizeof(T)), kUnroll = 4;
  const unsigned across = unsigned(to_ld / kEach), all = across * unsigned(lines);
  const char* const end = reinterpret_cast<const char*>(from + (size_t)(lines - 1) * ld + length);
  const unsigned first = blockIdx.x * (256 * kUnroll) + threadIdx.x;
#pragma unroll
  for (int u = 0; u < kUnroll; ++u) {
    const unsigned i = first + u * 256;
    if (i >= all) return;
    const int line = int(i / across), place = int(i % across) * kEach;
    const T* const source = from + (size_t)line * ld + place;
    const unsigned offset = unsigned(reinterpret_cast<size_t>(source) & 15);
    const char* const pieces = reinterpret_cast<const char*>(source) - offset;
    uint4 result = make_uint4(0, 0, 0, 0);
    if (place + kEach <= length && pieces + 32 <= end) {
      const uint4 low = __ldg(reinterpret_cast<const uint4*>(pieces));
      const uint4 high = __ldg(reinterpret_cast<const uint4*>(pieces) + 1);
      result = shift_pieces<sizeof(T)>(low, high, offset);
    } else {
      struct __align__(16) Each {
        T value[kEach];
      } each;
#pragma unroll
      for (int e = 0; e < kEach; ++e) each.value[e] = place + e < length ? source[e] : T(0.0f);
      result = *reinterpret_cast<const uint4*>(&each);
    }
    *reinterpret_cast<uint4*>(to + (size_t)line * to_ld + place) = result;
  }
}

// Columns into rows.
template <class T>
__global__ void turn_to_rows(Matrix<const T> from, int rows, int columns, T* to, int ld) {
  __shared__ T tile[32][33];
  const int across = (columns + 31) / 32;
  const int row0 = blockIdx.x / across * 32, column0 = blockIdx.x % across * 32;
  for (int y = threadIdx.y; y < 32; y += 8)  // a warp reads along a line
    if (row0 + threadIdx.x < rows && column0 + y < columns)
      tile[y][threadIdx.x] = *from.at(row0 + threadIdx.x, column0 + y);
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8)
    if (row0 + r < rows && column0 + threadIdx.x < columns)
      to[(size_t)(row0 + r) * ld + column0 + threadIdx.x] = tile[threadIdx.x][r];
}

template <class T>
cudaError_t copy_operand(Matrix<const T>* x, int rows, int columns, bool turn, Workspace* memory,
                         cudaStream_t stream) {
  const bool by_rows = turn || x->order == Order::kRow;
  const int length = by_rows ? columns : rows, lines = by_rows ? rows : columns;
  const int ld = line_of_copy(length, int(sizeof(T)));
  T* const to = reinterpret_cast<T*>(memory->data);
  memory->skip(size_t(lines) * ld * sizeof(T) / 4);
  cudaError_t error;
  if (turn) {
    const unsigned blocks = unsigned(tiles(rows, 32)) * tiles(columns, 32);
    error =
        launch(turn_to_rows<T>, shape(blocks, dim3(32, 8), 0, stream), *x, rows, columns, to, ld);
  } else {
    const size_t pieces = size_t(lines) * ld * sizeof(T) / 16;
    error = launch(copy_lines<T>, shape(unsigned((pieces + 1023) / 1024), 256, 0, stream), x->data,
                   x->ld, length, lines, to, ld);
  }
  *x = {to, ld, by_rows ? Order::kRow : Order::kColumn};
  return error;
}

// So that the copy engine can read both, and their k lie side by side where that is wanted.
template <class In, class Out>
cudaError_t copy_operands(Problem<In, Out>* p, const ProblemShape& shape, Workspace* memory,
                          cudaStream_t stream) {
  cudaError_t error = cudaSuccess;
  if (shape.copies_a) error = copy_operand(&p->a, p->m, p->k, shape.turns_a, memory, stream);
  if (error != cudaSuccess || !shape.copies_b) return error;
  if (!shape.turns_b) return copy_operand(&p->b, p->k, p->n, false, memory, stream);
  auto rows = p->b.transposed();
  error = copy_operand(&rows, p->n, p->k, true, memory, stream);
  p->b = rows.transposed();
  return error;
}

}  // namespace gemm
