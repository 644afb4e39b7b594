// SPDX-License-Identifier: Apache-2.0
// Tiles whose rows come in eights. wgmma has 64 rows and any multiple of eight columns; so where
// C's rows fill tiles of 128 badly, C^T = B^T A^T is computed: C's columns are the instruction's
// rows. C itself still lies in rows, so the sums are turned on their way: a warpgroup writes them
// into boxes of lines of 128 bytes along C's rows, swizzled, and the copy engine stores these; for
// beta other than 0 it brings C in them first. Parts of k go the same way, with their number as
// third coordinate.
#pragma once

#include "split_k.cuh"
#include "tensor_parts.cuh"

namespace gemm {

// For the transpose of a problem with C in rows; READS: beta may be other than 0. In what follows
// rows and columns are those of the transpose: a line of C is a column.
template <class Finish, bool READS = false>
struct TurnedStore {
  static constexpr bool kReads = READS, kLooksAhead = false, kHasMap = true;
  // A box has half of the tile's columns: two of each consumer are on their way.
  template <class T>
  static constexpr int LINES = T::BN / 2;
  template <class T>
  static constexpr int BOX_BYTES = LINES<T> * 128;
  template <class T>
  static constexpr int SHARED_BYTES = 1024 + T::CONSUMERS * 2 * BOX_BYTES<T>;
  template <class T>
  using Columns = Plain::Tile<T::BN>;
  template <class Out>
  static constexpr int ACROSS = 64 * int(sizeof(Out)) / 128;  // boxes side by side
  unsigned parity = 0;                                        // of the barriers of both halves

  // Lines of whole 16 bytes; of parts of k the distance of lines is.
  template <class In, class Out>
  static bool fits(const Problem<In, Out>& p) {
    return p.c.order == Order::kColumn && fits_tensor_map(p.c) &&
           (p.step_c != 0 || p.m * sizeof(Out) % 16 == 0) &&
           (p.beta == 0 || fits_tensor_map(all_old_of<Finish>(p)));
  }
  template <class T, class In, class Out>
  static cudaError_t make_maps(MapsOfC<Finish::kAdds>* maps, const Problem<In, Out>& p,
                               int splits) {
    const size_t step = p.step_c != 0 ? p.step_c : size_t(p.n) * p.c.ld;
    const int whole = 16 / int(sizeof(Out));
    const cudaError_t error =
        make_batch_map(&maps->c, p.c, tiles(p.m, whole) * whole, p.n, LINES<T>, splits, step);
    if constexpr (Finish::kAdds && READS)
      if (error == cudaSuccess)
        return make_batch_map(&maps->addend, p.addend, p.m, p.n, LINES<T>, 1,
                              size_t(p.n) * p.addend.ld);
    return error;
  }

  template <class T>
  static __device__ unsigned place(const StageMemory<T>& memory, int consumer, int box) {
    return memory.staging() + (consumer * 2 + box) * BOX_BYTES<T>;
  }
  template <class T>
  static __device__ unsigned barrier(const StageMemory<T>& memory, int consumer, int half) {
    return memory.box_barrier(consumer * 2 + half);
  }
  // Half of the tile's C.
  template <class T, class Out>
  static __device__ void load(const StageMemory<T>& memory, const MapsOfC<Finish::kAdds>* maps,
                              const Work& work, int consumer, int half) {
    const unsigned come = barrier(memory, consumer, half);
    barrier_expect(come, ACROSS<Out> * BOX_BYTES<T>);
    for (int i = 0; i < ACROSS<Out>; ++i)
      load_box_of(place(memory, consumer, ACROSS<Out> == 1 ? half : i), maps->old(),
                  work.row + i * 32, work.column + half * LINES<T>, work.split, come);
  }

  template <class T, class In, class Out>
  __device__ void begin(const Problem<In, Out>& p, const MapsOfC<Finish::kAdds>* maps,
                        const StageMemory<T>& memory, const Work& work, int consumer) const {
    if (!READS || p.beta == 0 || threadIdx.x % 128 != 0) return;
    wait_for_stores<0>();
    for (int half = 0; half < (ACROSS<Out> == 1 ? 2 : 1); ++half)
      load<T, Out>(memory, maps, work, consumer, half);
  }
  template <class T, class In, class Out>
  __device__ void operator()(const Problem<In, Out>& p, const MapsOfC<Finish::kAdds>* maps,
                             const StageMemory<T>& memory, const Work& work, int consumer,
                             const Sums<T>& sum, const Finish& finish, const Columns<T>&) {
    static_assert(T::ROWS == 64 && LINES<T> % 8 == 0, "whole groups of swizzled lines");
    constexpr int kSize = sizeof(Out), kAcross = ACROSS<Out>;
    const int thread = threadIdx.x % 128, lane = thread % 32;
    const int row = thread / 32 * 16 + lane / 4;
    const auto alpha = finish.scale(p.alpha), beta = finish.scale_of_c(p.beta);
    const bool reads = READS && p.beta != 0;
    const float of_row[2] = {finish.columns(work.row + row, p.m).x,
                             finish.columns(work.row + row + 8, p.m).x};
    const int byte = row % (128 / kSize) * kSize;
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      if (reads) {
        barrier_wait(barrier(memory, consumer, half), parity);
      } else {
        if (thread == 0) wait_for_stores<kAcross == 1 ? 1 : 0>();
        warpgroup_barrier(1 + consumer);
      }
      const unsigned box = place(memory, consumer, kAcross == 1 ? half : row / 32);
#pragma unroll
      for (int i = 0; i < LINES<T> / 2; ++i) {
        const int line = i / 4 * 8 + lane % 4 * 2 + i % 2, down = i / 2 % 2;  // rows r and r + 8
        const int at = byte + down * 8 * kSize;
        const unsigned to = box + line * 128 + ((at / 16 ^ line % 8) * 16 + at % 16);
        auto x = alpha * sum[0][half * (LINES<T> / 2) + i];
        if (reads) x += beta * get_one(to, static_cast<Out*>(nullptr));
        put_one(to, Out(finish(x, of_row[down])));
      }
      fence_async_proxy();
      warpgroup_barrier(1 + consumer);
      if (thread == 0) {
        for (int i = 0; i < kAcross; ++i)
          store_box_of(&maps->c, work.row + i * 32, work.column + half * LINES<T>, work.split,
                       place(memory, consumer, kAcross == 1 ? half : i));
        commit_stores();
        if (reads && kAcross != 1 && half == 0) {
          wait_for_stores<0>();
          load<T, Out>(memory, maps, work, consumer, 1);
        }
      }
    }
    parity ^= 1;
  }
  __device__ void wait() const {
    if (threadIdx.x % 128 == 0) wait_for_stores<0>();
  }
};

// T: of the transpose. C in rows, whose lines are whole 16 bytes; rows of A.
template <class T, Order A_ORDER, class Finish, class In, class Out>
cudaError_t launch_turned(const Problem<In, Out>& p, int parts, Finish finish, Workspace memory,
                          cudaStream_t stream) {
  if (parts == 1 && p.beta == 0)
    return launch_warp_specialised<T, A_ORDER, Order::kColumn, PersistentWalk, TurnedStore<Finish>>(
        p.transposed(), finish, 1, stream);
  if (parts == 1)
    return launch_warp_specialised<T, A_ORDER, Order::kColumn, PersistentWalk,
                                   TurnedStore<Finish, true>>(p.transposed(), finish, 1, stream);
  const SplitK split{parts, memory.data};
  const int count = split.parts(p.k, T::BK);
  const cudaError_t error =
      launch_warp_specialised<T, A_ORDER, Order::kColumn, PersistentWalk, TurnedStore<Plain>>(
          split.partial(p).transposed(), Plain{}, count, stream);
  return error != cudaSuccess ? error : split.finish(p, count, stream, finish);
}

}  // namespace gemm
