// SPDX-License-Identifier: Apache-2.0
// Batches: products of one size whose matrices begin a step apart, or anywhere. The number of a
// product takes the place of the part of k in the walk of step 13, so a launch computes all, and a
// multiprocessor goes from one product's tile to the next one's as within a product. It is the
// third coordinate of the tensor maps; by pointers, the address is (any_matrix.cuh).
#pragma once

#include <cmath>

#include "batch_maps.cuh"
#include "byte_gemm.cuh"
#include "double_gemm.cuh"
#include "many_products.cuh"

namespace gemm {

// The tensor maps of A and B, and the walk; the number of blocks.
template <class T, Order A_ORDER, Order B_ORDER, class Batch, class Walk>
cudaError_t prepare_batch(const Batch& batch, CUtensorMap* map_a, CUtensorMap* map_b, Walk* walk,
                          int* blocks) {
  const auto& p = batch.first;
  cudaError_t error = make_map_of_all(map_a, batch, p.a, batch.step_a, p.m, p.k,
                                      A_ORDER == Order::kRow ? T::BM / T::ACROSS : T::BK);
  if (error == cudaSuccess)
    error = make_map_of_all(map_b, batch, p.b, batch.step_b, p.k, p.n,
                            B_ORDER == Order::kRow ? T::BK : T::BN / T::DOWN);
  if (error == cudaSuccess) error = count_multiprocessors(blocks);
  *walk = walk_of(batch, {tiles(tiles(p.m, T::BM), T::DOWN), tiles(tiles(p.n, T::BN), T::ACROSS),
                          tiles(p.k, T::BK), batch.count, 16 / T::DOWN});
  const int clusters = *blocks / T::CLUSTER;
  *blocks = (walk->order.count() < clusters ? walk->order.count() : clusters) * T::CLUSTER;
  return error;
}

// C in rows.
template <class Tile, Order A_ORDER, Order B_ORDER, class Finish, class Batch>
cudaError_t launch_batch(const Batch& batch, Finish finish, cudaStream_t stream) {
  using T = BatchTile<Tile, Batch>;
  using In = typename Batch::InType;
  using Out = typename Batch::OutType;
  using Walk = WalkOf<Batch>;
  static_assert(T::CLUSTER <= 2, "of larger ones not all multiprocessors have a place in one");
  static_assert(!Finish::kAdds, "not another matrix than C");
  CUtensorMap map_a, map_b;
  MapsOfC<false> maps_c{};
  Walk walk{};
  int blocks = 0;
  const Problem<In, Out>& p = batch.first;
  cudaError_t error = prepare_batch<T, A_ORDER, B_ORDER>(batch, &map_a, &map_b, &walk, &blocks);
  if (error == cudaSuccess && batch.fits_boxes())
    error = make_map_of_all(&maps_c.c, batch, p.c, p.step_c, p.m, p.n, 64);
  if (error != cudaSuccess) return error;
  const auto with = [&](auto store) {
    using Store = decltype(store);
    const auto kernel = bgemm_warp_specialised<T, A_ORDER, B_ORDER, Walk, Store, Finish, In, Out>;
    const int shared = StageMemory<T>::BYTES + Store::template SHARED_BYTES<T>;
    return launch_in_clusters(kernel, shape(blocks, T::THREADS, shared, stream), T::CLUSTER, p,
                              map_a, map_b, maps_c, walk, finish);
  };
  if (!batch.fits_boxes()) return with(DirectStore<Finish>());
  constexpr int kBoxes = kBoxesOf<T, Out>;
  if (p.beta == 0) return with(BoxStore<Finish, kBoxes>());
  return with(BoxStore<Finish, kBoxes, true>());
}

template <class Tile, Order A_ORDER, Order B_ORDER, class Batch>
cudaError_t launch_batch_of_doubles(const Batch& batch, cudaStream_t stream) {
  using T = BatchTile<Tile, Batch>;
  CUtensorMap map_a, map_b;
  WalkOf<Batch> walk{};
  int blocks = 0;
  const cudaError_t error =
      prepare_batch<T, A_ORDER, B_ORDER>(batch, &map_a, &map_b, &walk, &blocks);
  if (error != cudaSuccess) return error;
  return launch(dgemm_warp_specialised<T, A_ORDER, B_ORDER, WalkOf<Batch>>,
                shape(blocks, T::THREADS, StageMemory<T>::BYTES, stream), batch.first, map_a, map_b,
                walk);
}

// Tiles of 128 x 256, 128 and 64; pairs are clusters of two that share columns of B.
enum class BatchWay { kLarge, kMedium, kNarrow, kLargePair, kMediumPair };

// Rounds of tiles, with 128 bytes of k a step, for which the tensor cores take as long as for lines
// of bf16 (nanoseconds at 1.7 GHz), L2 1.3 a line, of lines that begin anywhere twice, and 1500
// besides.
template <class Batch>
BatchWay choose_for_batch(const Batch& batch, int processors, bool large, bool pairs) {
  const auto& p = batch.first;
  constexpr int kBytes = int(sizeof(typename Batch::InType));
  const double slow = kBytes == 8 ? 4 : 1;  // of doubles
  const auto pieces = [](int ld) { return ld * kBytes % 128 == 0 ? 1.0 : 2.0; };
  struct Choice {
    BatchWay way;
    int columns, down;
  };
  BatchWay best = BatchWay::kNarrow;
  double least = 1e300;
  for (const Choice& c : {Choice{BatchWay::kLarge, 256, 1}, Choice{BatchWay::kMedium, 128, 1},
                          Choice{BatchWay::kNarrow, 64, 1}, Choice{BatchWay::kLargePair, 256, 2},
                          Choice{BatchWay::kMediumPair, 128, 2}}) {
    if ((c.columns == 256 && !large) || (c.down == 2 && !pairs)) continue;
    const double rows = tiles(tiles(p.m, 128), c.down) * c.down;
    const double count = rows * tiles(p.n, c.columns) * batch.count;
    const double multiply = slow * 128 * c.columns / 32 / 1.7;
    const double fetch = 1.3 * (128 * pieces(p.a.ld) + c.columns / c.down * pieces(p.b.ld));
    const double steps = tiles(p.k, 128 / kBytes);
    const double time =
        std::ceil(count / processors) * (steps * (multiply > fetch ? multiply : fetch) + 1500);
    if (time < least) least = time, best = c.way;
  }
  return best;
}

// One product after the other by one(problem), where a launch cannot compute all by all().
template <class In, class Out, class All, class One>
cudaError_t run_batch(const Batch<In, Out>& batch, bool in_order, All all, One one) {
  const Problem<In, Out>& p = batch.first;
  if (batch.count < 0) return cudaErrorInvalidValue;
  if (const cudaError_t error = check_problem(p); error != cudaSuccess) return error;
  const bool some = p.m > 0 && p.n > 0 && p.k > 0 && batch.count > 0 && p.alpha != 0;
  if (some && in_order && batch.fits_maps() && has_few_tiles(batch)) {
    int processors = 0;
    const cudaError_t error = count_multiprocessors(&processors);
    return error != cudaSuccess ? error : all(processors);
  }
  for (int i = 0; i < batch.count; ++i)
    if (const cudaError_t error = one(batch.product(i)); error != cudaSuccess) return error;
  return cudaSuccess;
}

// Bytes whose k lie side by side: rows of A, columns of B, and C in rows.
template <class In, class Out>
bool lies_along_k(const Problem<In, Out>& p) {
  return p.a.order == Order::kRow && p.b.order == Order::kColumn;
}
template <bool PROMOTED, class Batch, class Finish>
cudaError_t launch_batch_of_bytes(const Batch& batch, int processors, Finish finish,
                                  cudaStream_t stream) {
  using Tiles = ByteTiles<typename Batch::InType, PROMOTED>;
  const auto with = [&](auto tile) {
    return launch_batch<decltype(tile), Order::kRow, Order::kColumn>(batch, finish, stream);
  };
  const BatchWay way = choose_for_batch(batch, processors, !PROMOTED, true);
  if constexpr (!PROMOTED) {
    if (way == BatchWay::kLarge) return with(typename Tiles::template Tile<128, 256, 4, 1>());
    if (way == BatchWay::kLargePair) return with(typename Tiles::Large());
  }
  if (way == BatchWay::kMediumPair) return with(typename Tiles::Medium());
  if (way == BatchWay::kMedium) return with(typename Tiles::template Tile<128, 128, 6, 1>());
  return with(typename Tiles::Narrow());
}
// Others are turned product by product.
template <bool PROMOTED, class In, class Out, class Finish, class One>
cudaError_t gemm_batch_of_bytes(const Batch<In, Out>& given, Finish finish, One one,
                                cudaStream_t stream) {
  const auto in_rows = [&](const auto& batch) {
    const auto all = [&](int processors) {
      return launch_batch_of_bytes<PROMOTED>(batch, processors, finish, stream);
    };
    return run_batch(batch, lies_along_k(batch.first), all, one);
  };
  return given.first.c.order == Order::kRow ? in_rows(given) : in_rows(given.transposed());
}

// The scales are of all products.
template <class In, class Out>
cudaError_t gemm_fp8_batch(const Batch<In, Out>& batch, Fp8Scales scales, Fp8Sums sums,
                           float* workspace, size_t room, cudaStream_t stream) {
  const auto one = [&](const auto& p) {
    return gemm_fp8(p, scales, sums, workspace, room, stream);
  };
  if (sums == Fp8Sums::kPromoted)
    return gemm_batch_of_bytes<true>(batch, Scaled(scales), one, stream);
  return gemm_batch_of_bytes<false>(batch, Scaled(scales), one, stream);
}

inline cudaError_t gemm_int8_batch(const Batch<int8, int>& batch, float* workspace, size_t room,
                                   cudaStream_t stream) {
  const auto one = [&](const Problem<int8, int>& p) {
    return gemm_int8(p, workspace, room, stream);
  };
  return gemm_batch_of_bytes<false>(batch, Plain{}, one, stream);
}

template <class Batch>
cudaError_t launch_doubles_of(const Batch& batch, int processors, cudaStream_t stream) {
  const BatchWay way = choose_for_batch(batch, processors, false, false);
  return with_orders(batch.first.a.order, batch.first.b.order, [&](auto a, auto b) {
    if (way == BatchWay::kMedium)
      return launch_batch_of_doubles<LargeDouble, a(), b()>(batch, stream);
    return launch_batch_of_doubles<MediumDouble, a(), b()>(batch, stream);
  });
}
inline cudaError_t gemm_double_batch(const Batch<double>& given, float* workspace, size_t room,
                                     cudaStream_t stream) {
  const Batch<double> batch = given.with_c_in_rows();
  const auto all = [&](int processors) { return launch_doubles_of(batch, processors, stream); };
  return run_batch(batch, true, all,
                   [&](const DoubleProblem& p) { return gemm_double(p, workspace, room, stream); });
}

inline cudaError_t gemm_pointers(const PointerBatch<double>& given, cudaStream_t stream) {
  return pointed_products<MultiplyDoubles>(given.with_c_in_rows(), Plain{}, kDoubleCosts, stream,
                                           [&](const PointerBatch<double>& batch, int processors) {
                                             return launch_doubles_of(batch, processors, stream);
                                           });
}

// Rows of A and columns of B (or, for C in columns, the other way round): there is no memory to
// turn others in, so they are cudaErrorNotSupported.
template <bool PROMOTED, class In, class Out, class Finish>
cudaError_t gemm_pointers_of_bytes(const PointerBatch<In, Out>& given, Finish finish,
                                   cudaStream_t stream) {
  bool done = false;
  const cudaError_t wrong = check_batch(given, &done);
  if (wrong != cudaSuccess || done) return wrong;
  const auto in_rows = [&](const auto& batch) {
    if (!lies_along_k(batch.first)) return cudaErrorNotSupported;
    using Of = InOf<decltype(batch)>;
    return pointed_products<MultiplyBytes<Of>::template Tile>(
        batch, finish, costs_of_bytes<Of, PROMOTED>(), stream,
        [&](const auto& all, int processors) {
          return launch_batch_of_bytes<PROMOTED>(all, processors, finish, stream);
        });
  };
  return given.first.c.order == Order::kRow ? in_rows(given) : in_rows(given.transposed());
}
template <class In, class Out>
cudaError_t gemm_fp8_pointers(const PointerBatch<In, Out>& batch, Fp8Scales scales, Fp8Sums sums,
                              cudaStream_t stream) {
  if (sums == Fp8Sums::kPromoted)
    return gemm_pointers_of_bytes<true>(batch, Scaled(scales), stream);
  return gemm_pointers_of_bytes<false>(batch, Scaled(scales), stream);
}
inline cudaError_t gemm_int8_pointers(const PointerBatch<int8, int>& batch, cudaStream_t stream) {
  return gemm_pointers_of_bytes<false>(batch, Plain{}, stream);
}

}  // namespace gemm
