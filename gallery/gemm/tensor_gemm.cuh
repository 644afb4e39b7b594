// SPDX-License-Identifier: Apache-2.0
// The front functions of bf16 and TF32: any size, order, alignment, any view of a larger matrix.
// What the copy engine cannot read (lines that do not start at multiples of 16 bytes) goes to
// mma.sync; what it cannot write is stored from registers.
#pragma once

#include <type_traits>

#include "bf16.cuh"
#include "blas_rules.cuh"
#include "split_k.cuh"
#include "tf32.cuh"
#include "workspace.h"

namespace gemm {

// Calls f with the orders as constants.
template <class Function>
auto with_orders(Order a, Order b, Function f) {
  constexpr std::integral_constant<Order, Order::kRow> row;
  constexpr std::integral_constant<Order, Order::kColumn> column;
  if (a == Order::kRow) return b == Order::kRow ? f(row, row) : f(row, column);
  return b == Order::kRow ? f(column, row) : f(column, column);
}

enum class TensorTiles { kLarge, kMedium, kSmall };
struct TensorChoice {
  TensorTiles tiles;
  int splits;
};
// The largest tiles that fill most multiprocessors; when none do, the medium ones, and k in parts
// of at least 512: a small tile costs L2 too much.
inline TensorChoice choose_tensor(int m, int n, int k, int processors, size_t room, int large_m,
                                  int large_n, int medium_m, int medium_n) {
  if (tiles(m, large_m) * tiles(n, large_n) >= processors * 3 / 4) return {TensorTiles::kLarge, 1};
  if (tiles(m, 64) * tiles(n, 128) >= processors * 3 / 4) return {TensorTiles::kSmall, 1};
  const int count = tiles(m, medium_m) * tiles(n, medium_n);
  int splits = 1;
  while (count * (splits + 1) <= processors && k / (splits + 1) >= 512 &&
         size_t(m) * n * (splits + 1) <= room)
    ++splits;
  return {splits == 1 ? TensorTiles::kSmall : TensorTiles::kMedium, splits};
}

template <class T, Order A_ORDER, Order B_ORDER, class Finish, class Out>
cudaError_t launch_bf16(const Problem<bf16, Out>& p, Finish finish, cudaStream_t stream) {
  if (fits_box_store(p))
    return launch_warp_specialised<T, A_ORDER, B_ORDER, PersistentWalk, BoxStore<Finish>>(
        p, finish, 1, stream);
  return launch_warp_specialised<T, A_ORDER, B_ORDER, PersistentWalk, DirectStore<Finish>>(
      p, finish, 1, stream);
}

// The tiles and the parts of k that suit the shape. memory: for the parts.
template <Order A_ORDER, Order B_ORDER, class Finish, class Out>
cudaError_t launch_chosen(const Problem<bf16, Out>& p, Finish finish, Workspace memory,
                          cudaStream_t stream) {
  using Large = TensorTile<128, 256, 4, 2>;
  using Medium = TensorTile<128, 128, 6, 2>;
  using Small = TensorTile<64, 128, 8, 2>;
  // For few columns of C sharing B costs more than it saves, as two blocks wait for each other; but
  // not when lines of B are no multiples of 128 bytes, which took up to 50% longer alone.
  using SmallAlone = TensorTile<64, 128, 8, 1>;
  int processors = 0;
  cudaError_t error = count_multiprocessors(&processors);
  if (error != cudaSuccess) return error;
  const TensorChoice choice = choose_tensor(p.m, p.n, p.k, processors, memory.room, Large::BM,
                                            Large::BN, Medium::BM, Medium::BN);
  if (choice.tiles == TensorTiles::kLarge)
    return launch_bf16<Large, A_ORDER, B_ORDER>(p, finish, stream);
  if (choice.splits == 1) {
    if constexpr (B_ORDER == Order::kRow)
      if (tiles(p.n, Small::BN) <= 4 && p.b.ld % 64 == 0)
        return launch_bf16<SmallAlone, A_ORDER, B_ORDER>(p, finish, stream);
    return launch_bf16<Small, A_ORDER, B_ORDER>(p, finish, stream);
  }
  const SplitK split{choice.splits, memory.data};
  const int parts = split.parts(p.k, Medium::BK);
  error = launch_warp_specialised<Medium, A_ORDER, B_ORDER, PersistentWalk, DirectStore<Plain>>(
      split.partial(p), Plain{}, parts, stream);
  return error != cudaSuccess ? error : split.finish(p, parts, stream, finish);
}

template <class Out>
cudaError_t gemm(const Problem<bf16, Out>& problem, float* workspace, size_t room,
                 cudaStream_t stream) {
  const Problem<bf16, Out> p = problem.with_c_in_rows();
  return by_blas_rules(p, stream, [&] {
    if (!fits_tensor_map(p.a) || !fits_tensor_map(p.b)) return mma_sync(p, stream);
    return with_orders(p.a.order, p.b.order, [&](auto a, auto b) {
      return launch_chosen<a(), b()>(p, Plain{}, Workspace(workspace, room), stream);
    });
  });
}

// GELU(alpha A B + beta C + bias), a bias for each column, for C in rows. Fast for A and B in rows
// that fit tensor maps.
template <class Out>
cudaError_t gemm_bias_gelu(const Problem<bf16, Out>& p, const float* bias, float* workspace,
                           size_t room, cudaStream_t stream) {
  if (p.c.order != Order::kRow) return cudaErrorInvalidValue;
  const BiasGelu finish{bias};
  const auto product = [&] {
    const bool rows = p.a.order == Order::kRow && p.b.order == Order::kRow;
    if (!rows || !fits_tensor_map(p.a) || !fits_tensor_map(p.b)) return mma_sync(p, stream, finish);
    return launch_chosen<Order::kRow, Order::kRow>(p, finish, Workspace(workspace, room), stream);
  };
  return by_blas_rules(p, stream, product, finish);
}

static __global__ void to_rows(Matrix<const float> from, int rows, int columns, float* to, int ld) {
  __shared__ float tile[32][33];
  const int row0 = blockIdx.y * 32, column0 = blockIdx.x * 32;
  for (int c = threadIdx.y; c < 32; c += 8)
    if (row0 + threadIdx.x < rows && column0 + c < columns)
      tile[c][threadIdx.x] = *from.at(row0 + threadIdx.x, column0 + c);
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8)
    if (row0 + r < rows && column0 + threadIdx.x < columns)
      to[(size_t)(row0 + r) * ld + column0 + threadIdx.x] = tile[threadIdx.x][r];
}

// TF32 wants A and B in rows: an operand in columns is copied into rows first, a pass over it.
// workspace: room for these copies and for the parts of a split k.
inline cudaError_t gemm_tf32(const FloatProblem& problem, float* workspace, size_t room,
                             cudaStream_t stream) {
  using Large = Tf32Tile<256, 128, 4>;
  using Small = Tf32Tile<64, 128, 8>;
  FloatProblem p = problem.with_c_in_rows();
  Workspace memory(workspace, room);
  const auto in_rows = [&](Matrix<const float>& x, int rows, int columns) {
    const int ld = tiles(columns, 4) * 4;
    const size_t size = size_t(rows) * ld;
    if (x.order == Order::kRow || size > memory.room) return cudaSuccess;
    const dim3 blocks(tiles(columns, 32), tiles(rows, 32));
    const cudaError_t error =
        launch(to_rows, shape(blocks, dim3(32, 8), 0, stream), x, rows, columns, memory.data, ld);
    x = {memory.data, ld, Order::kRow};
    memory.skip(size);
    return error;
  };
  return by_blas_rules(p, stream, [&] {
    int processors = 0;
    cudaError_t error = count_multiprocessors(&processors);
    if (error == cudaSuccess) error = in_rows(p.a, p.m, p.k);
    if (error == cudaSuccess) error = in_rows(p.b, p.k, p.n);
    if (error != cudaSuccess) return error;
    const bool rows = p.a.order == Order::kRow && p.b.order == Order::kRow;
    if (!rows || !fits_tensor_map(p.a) || !fits_tensor_map(p.b)) return mma_sync(p, stream);
    const TensorChoice choice = choose_tensor(p.m, p.n, p.k, processors, memory.room, Large::BM,
                                              Large::BN, Small::BM, Small::BN);
    if (choice.tiles == TensorTiles::kLarge) return launch_tf32<Large>(p, Plain{}, 1, stream);
    const SplitK split{choice.splits, memory.data};
    const int parts = split.parts(p.k, Small::BK);
    error = launch_tf32<Small>(parts == 1 ? p : split.partial(p), Plain{}, parts, stream);
    return error != cudaSuccess || parts == 1 ? error : split.finish(p, parts, stream);
  });
}

}  // namespace gemm
