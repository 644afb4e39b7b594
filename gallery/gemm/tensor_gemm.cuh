// SPDX-License-Identifier: Apache-2.0
// The front functions of bf16 and TF32: any size, order, alignment, any view of a larger matrix.
// choice.h says which kernel is the fastest. What the copy engine cannot read (lines that do not
// start at multiples of 16 bytes) is copied into lines that it can, or is left to the kernels that
// take everything; what it cannot write is stored from registers.
#pragma once

#include <type_traits>

#include "bf16.cuh"
#include "blas_rules.cuh"
#include "choice_table.h"
#include "small_multiply_mma.cuh"
#include "small_ways.cuh"
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

template <class T>
__global__ void to_rows(Matrix<const T> from, int rows, int columns, T* to, int ld) {
  __shared__ T tile[32][33];
  const int across = (columns + 31) / 32;
  const int row0 = blockIdx.x / across * 32, column0 = blockIdx.x % across * 32;
  const bool by_rows = from.order == Order::kRow;
  for (int y = threadIdx.y; y < 32; y += 8) {  // a warp reads along a line
    const int r = by_rows ? y : threadIdx.x, c = by_rows ? threadIdx.x : y;
    if (row0 + r < rows && column0 + c < columns) tile[c][r] = *from.at(row0 + r, column0 + c);
  }
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += 8)
    if (row0 + r < rows && column0 + threadIdx.x < columns)
      to[(size_t)(row0 + r) * ld + column0 + threadIdx.x] = tile[threadIdx.x][r];
}

// Copies an operand into rows that fit a tensor map, a pass over it.
template <class T>
cudaError_t copy_to_rows(Matrix<const T>* x, int rows, int columns, Workspace* memory,
                         cudaStream_t stream) {
  constexpr int kLine = 16 / int(sizeof(T));
  const int ld = tiles(columns, kLine) * kLine;
  T* const to = reinterpret_cast<T*>(memory->data);
  memory->skip(size_t(rows) * ld / 4 * sizeof(T));
  const cudaError_t error = launch(
      to_rows<T>, shape(unsigned(tiles(rows, 32)) * tiles(columns, 32), dim3(32, 8), 0, stream), *x,
      rows, columns, to, ld);
  *x = {to, ld, Order::kRow};
  return error;
}

// So that the copy engine can read both.
template <class In, class Out>
cudaError_t copy_operands(Problem<In, Out>* p, const ProblemShape& shape, Workspace* memory,
                          cudaStream_t stream) {
  cudaError_t error = cudaSuccess;
  if (shape.copies_a) error = copy_to_rows(&p->a, p->m, p->k, memory, stream);
  if (error == cudaSuccess && shape.copies_b)
    error = copy_to_rows(&p->b, p->k, p->n, memory, stream);
  return error;
}

template <class T, Order A_ORDER, Order B_ORDER, class Finish, class Out>
cudaError_t launch_bf16(const Problem<bf16, Out>& p, Finish finish, cudaStream_t stream) {
  constexpr int kBoxes = T::BN * int(sizeof(Out)) == 128 ? 1 : 2;
  if (fits_box_store(p))
    return launch_warp_specialised<T, A_ORDER, B_ORDER, PersistentWalk, BoxStore<Finish, kBoxes>>(
        p, finish, 1, stream);
  return launch_warp_specialised<T, A_ORDER, B_ORDER, PersistentWalk, DirectStore<Finish>>(
      p, finish, 1, stream);
}

using LargeBf16 = TensorTile<128, 256, 4, 2>;
using MediumBf16 = TensorTile<128, 128, 6, 2>;
using SmallBf16 = TensorTile<64, 128, 8, 2>;
// Two blocks that share B wait for each other; where there are few rows, the second has nothing to
// do.
using SmallBf16Alone = TensorTile<64, 128, 8, 1>;
using NarrowBf16 = TensorTile<128, 64, 8, 1>;

template <class T>
constexpr TileSize size_of_tile() {
  return {T::BM, T::BN, T::BK, T::CLUSTER};
}
// In the order of Kernel, from kLarge on.
inline constexpr TileSize kBf16Tiles[] = {size_of_tile<LargeBf16>(), size_of_tile<MediumBf16>(),
                                          size_of_tile<SmallBf16>(), size_of_tile<SmallBf16Alone>(),
                                          size_of_tile<NarrowBf16>()};

// parts: of k, whose sums go to memory first.
template <class T, Order A_ORDER, Order B_ORDER, class Finish, class Out>
cudaError_t launch_parts(const Problem<bf16, Out>& p, int parts, Finish finish, Workspace memory,
                         cudaStream_t stream) {
  if (parts == 1) return launch_bf16<T, A_ORDER, B_ORDER>(p, finish, stream);
  const SplitK split{parts, memory.data};
  const int count = split.parts(p.k, T::BK);
  const cudaError_t error =
      launch_warp_specialised<T, A_ORDER, B_ORDER, PersistentWalk, DirectStore<Plain>>(
          split.partial(p), Plain{}, count, stream);
  return error != cudaSuccess ? error : split.finish(p, count, stream, finish);
}

template <Order A_ORDER, Order B_ORDER, class Finish, class Out>
cudaError_t launch_tiles(const Problem<bf16, Out>& p, Way way, Finish finish, Workspace memory,
                         cudaStream_t stream) {
  switch (way.kernel) {
    case Kernel::kLarge:
      return launch_parts<LargeBf16, A_ORDER, B_ORDER>(p, way.parts, finish, memory, stream);
    case Kernel::kMedium:
      return launch_parts<MediumBf16, A_ORDER, B_ORDER>(p, way.parts, finish, memory, stream);
    case Kernel::kSmall:
      return launch_bf16<SmallBf16, A_ORDER, B_ORDER>(p, finish, stream);
    case Kernel::kAlone:
      return launch_parts<SmallBf16Alone, A_ORDER, B_ORDER>(p, way.parts, finish, memory, stream);
    default:
      return launch_parts<NarrowBf16, A_ORDER, B_ORDER>(p, way.parts, finish, memory, stream);
  }
}

// Calls use(way) with the parts of k for which there is room behind the operands that are copied.
template <class Use>
void each_number_of_parts(const ProblemShape& s, Kernel kernel, size_t room, Use use) {
  for (const int parts : {2, 3, 4, 6, 8, 12, 16, 24, 32})
    if (s.k / parts >= 128 && size_of_part(s.m, s.n) * parts <= room) use(Way{kernel, parts});
}

// What a product is launched with, and the ways to compute it.
template <class Out>
struct Bf16Plan {
  Problem<bf16, Out> p;  // C in rows
  Workspace memory;
  int processors = 0;
  ProblemShape shape;

  Bf16Plan(const Problem<bf16, Out>& problem, float* workspace, size_t room)
      : p(problem.with_c_in_rows()), memory(workspace, room), shape(ProblemShape::of(p)) {}

  cudaError_t prepare() { return count_multiprocessors(&processors); }
  Model model() const { return {shape, shape, processors, kBf16Tiles}; }
  template <class Use>
  void each_tensor_way(Use use) const {
    const size_t copies = shape.floats_of_copies();
    if (copies > memory.room) return;
    for (const Kernel kernel :
         {Kernel::kLarge, Kernel::kMedium, Kernel::kSmall, Kernel::kAlone, Kernel::kNarrow})
      use(Way{kernel, 1});
    for (const Kernel kernel : {Kernel::kLarge, Kernel::kMedium, Kernel::kAlone, Kernel::kNarrow})
      each_number_of_parts(shape, kernel, memory.room - copies, use);
  }
  template <class Use>
  void each_way(Use use) const {
    each_small_way(shape, use);
    use(Way{Kernel::kMmaSync, 1});
    each_tensor_way(use);
  }
  cudaError_t launch(Way way, cudaStream_t stream) const {
    if (way.kernel == Kernel::kMmaSync) return mma_sync(p, stream);
    if (way.kernel < Kernel::kMmaSync)
      return launch_small_way<MultiplyBf16>(p, way, Plain{}, stream);
    Problem<bf16, Out> q = p;
    Workspace left = memory;
    if (const cudaError_t error = copy_operands(&q, shape, &left, stream); error != cudaSuccess)
      return error;
    return with_orders(q.a.order, q.b.order, [&](auto a, auto b) {
      return launch_tiles<a(), b()>(q, way, Plain{}, left, stream);
    });
  }
};

template <class Out>
cudaError_t gemm(const Problem<bf16, Out>& problem, float* workspace, size_t room,
                 cudaStream_t stream) {
  Bf16Plan<Out> plan(problem, workspace, room);
  return by_blas_rules(plan.p, stream, [&] {
    if (const cudaError_t error = plan.prepare(); error != cudaSuccess) return error;
    const auto each = [&](auto use) { plan.each_way(use); };
    return plan.launch(fastest(plan.model(), kBf16Costs, each), stream);
  });
}

// With tensor maps of A and B as they lie.
template <Order A_ORDER, Order B_ORDER, class Finish, class Out>
cudaError_t launch_chosen(const Problem<bf16, Out>& p, Finish finish, Workspace memory,
                          cudaStream_t stream) {
  Bf16Plan<Out> plan(p, memory.data, memory.room);
  if (const cudaError_t error = plan.prepare(); error != cudaSuccess) return error;
  const auto each = [&](auto use) { plan.each_tensor_way(use); };
  return launch_tiles<A_ORDER, B_ORDER>(p, fastest(plan.model(), kBf16Costs, each), finish, memory,
                                        stream);
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

using LargeTf32 = Tf32Tile<256, 128, 4>;
using MediumTf32 = Tf32Tile<128, 128, 6>;
using SmallTf32 = Tf32Tile<64, 128, 8>;
using NarrowTf32 = Tf32Tile<128, 64, 8>;
inline constexpr TileSize kTf32Tiles[] = {size_of_tile<LargeTf32>(), size_of_tile<MediumTf32>(),
                                          size_of_tile<SmallTf32>(), TileSize{},
                                          size_of_tile<NarrowTf32>()};

// What the tensor cores compute, C or its transpose: they want A in rows. Where it lies in columns
// that fit a tensor map, B^T A^T has it as its second operand, which may lie in rows or columns.
inline FloatProblem as_tf32_wants(const FloatProblem& p) {
  if (p.a.order == Order::kRow || !fits_tensor_map(p.a)) return p;
  // Where B must be copied for its address or lines this is the only copy; where it need not, the
  // smaller one.
  const bool copies_one = p.b.order == Order::kRow && fits_tensor_map(p.b);
  return copies_one && p.m <= p.n ? p : p.transposed();
}

struct Tf32Plan {
  FloatProblem p;       // C in rows
  FloatProblem tensor;  // C in rows or columns
  Workspace memory;
  int processors = 0;
  ProblemShape shape, tensor_shape;

  Tf32Plan(const FloatProblem& problem, float* workspace, size_t room)
      : p(problem.with_c_in_rows()),
        tensor(as_tf32_wants(p)),
        memory(workspace, room),
        shape(ProblemShape::of(p)),
        tensor_shape(ProblemShape::of(tensor)) {}

  cudaError_t prepare() { return count_multiprocessors(&processors); }
  Model model() const { return {shape, tensor_shape, processors, kTf32Tiles}; }
  template <class Use>
  void each_way(Use use) const {
    each_small_way(shape, use);
    use(Way{Kernel::kMmaSync, 1});
    const size_t copies = tensor_shape.floats_of_copies();
    if (copies > memory.room) return;
    for (const Kernel kernel : {Kernel::kLarge, Kernel::kMedium, Kernel::kSmall, Kernel::kNarrow})
      use(Way{kernel, 1});
    for (const Kernel kernel : {Kernel::kMedium, Kernel::kSmall, Kernel::kNarrow})
      each_number_of_parts(tensor_shape, kernel, memory.room - copies, use);
  }
  cudaError_t launch(Way way, cudaStream_t stream) const {
    if (way.kernel == Kernel::kMmaSync) return mma_sync(p, stream);
    if (way.kernel < Kernel::kMmaSync)
      return launch_small_way<MultiplyTf32>(p, way, Plain{}, stream);
    FloatProblem q = tensor;
    Workspace left = memory;
    if (const cudaError_t error = copy_operands(&q, tensor_shape, &left, stream);
        error != cudaSuccess)
      return error;
    switch (way.kernel) {
      case Kernel::kLarge:
        return launch_parts<LargeTf32>(q, 1, left, stream);
      case Kernel::kMedium:
        return launch_parts<MediumTf32>(q, way.parts, left, stream);
      case Kernel::kSmall:
        return launch_parts<SmallTf32>(q, way.parts, left, stream);
      default:
        return launch_parts<NarrowTf32>(q, way.parts, left, stream);
    }
  }

 private:
  template <class T>
  static cudaError_t launch_parts(const FloatProblem& q, int parts, Workspace left,
                                  cudaStream_t stream) {
    const SplitK split{parts, left.data};
    const int count = split.parts(q.k, T::BK);
    if (count == 1) return launch_tf32<T>(q, Plain{}, 1, stream);
    const cudaError_t error = launch_tf32<T>(split.partial(q), Plain{}, count, stream);
    return error != cudaSuccess ? error : split.finish(q, count, stream);
  }
};

// workspace: for operands that are copied and for the parts of a split k; none is right, too.
inline cudaError_t gemm_tf32(const FloatProblem& problem, float* workspace, size_t room,
                             cudaStream_t stream) {
  Tf32Plan plan(problem, workspace, room);
  return by_blas_rules(plan.p, stream, [&] {
    if (const cudaError_t error = plan.prepare(); error != cudaSuccess) return error;
    const auto each = [&](auto use) { plan.each_way(use); };
    return plan.launch(fastest(plan.model(), kTf32Costs, each), stream);
  });
}

}  // namespace gemm
