// SPDX-License-Identifier: Apache-2.0
// Step 15: the epilogue through shared memory. A warpgroup writes its sums into boxes of 64 rows of
// 128 bytes, swizzled as the copy engine wants them, so that neither its stores nor the engine's
// loads meet bank conflicts, and the engine stores whole lines while the warpgroup goes on with the
// other of two boxes.
#pragma once

#include "warp_specialised.cuh"

namespace gemm {

// How many boxes a consumer has: tiles begin with the same one. Three consumers leave room for one.
template <class T, class Out>
constexpr int kBoxesOf = T::CONSUMERS == 3                         ? 1
                         : T::BN * int(sizeof(Out)) / 128 % 2 == 0 ? 2
                                                                   : T::BN * int(sizeof(Out)) / 128;

// For a C that a tensor map can describe; READS: beta may be other than 0, and the engine brings
// the boxes of C first, the first ones while the tile is multiplied. (A kernel for both would take
// 1 us longer where beta is 0.)
template <class Finish, int BOXES = 2, bool READS = false>
struct BoxStore {
  static constexpr bool kReads = READS, kLooksAhead = false, kHasMap = true;
  static constexpr int BOX_BYTES = 64 * 128;
  template <class In, class Out>
  static bool fits(const Problem<In, Out>& p) {
    return fits_box_store(p) && (p.beta == 0 || fits_tensor_map(all_old_of<Finish>(p)));
  }
  template <class T, class In, class Out>
  static cudaError_t make_maps(MapsOfC<Finish::kAdds>* maps, const Problem<In, Out>& p, int) {
    const cudaError_t error = make_tensor_map(&maps->c, p.c, p.m, p.n, 64);
    if constexpr (Finish::kAdds)
      if (error == cudaSuccess && p.beta != 0)
        return make_tensor_map(&maps->addend, p.addend, p.m, p.n, 64);
    return error;
  }
  template <class T>
  static constexpr int SHARED_BYTES = 1024 + T::CONSUMERS * BOXES * BOX_BYTES;
  template <class T>
  using Columns = typename Finish::template Tile<T::BN>;
  unsigned parity = 0;  // of the barriers of boxes that have come

  // Box i of a tile, of kWidth columns; each consumer has BOXES places for them.
  template <class T, class In, class Out>
  struct Boxes {
    static constexpr int kWidth = 128 / sizeof(Out), kAcross = T::BN / kWidth;
    static constexpr int kAll = T::ROWS / 64 * kAcross;
    static_assert(kAll % BOXES == 0, "every tile begins with the same box");
    static_assert(T::CONSUMERS * BOXES <= StageMemory<T>::BOX_BARRIERS, "a barrier each");
    const StageMemory<T>& memory;
    const Work& work;
    int consumer;
    const Problem<In, Out>& p;

    __device__ int column(int i) const { return work.column + i % kAcross * kWidth; }
    __device__ int row(int i) const { return work.row + i / kAcross * 64; }
    __device__ unsigned place(int i) const {
      return memory.staging() + (consumer * BOXES + i % BOXES) * BOX_BYTES;
    }
    __device__ unsigned barrier(int i) const {
      return memory.box_barrier(consumer * BOXES + i % BOXES);
    }
    __device__ void load(int i, const CUtensorMap* map) const {
      barrier_expect(barrier(i), BOX_BYTES);
      if constexpr (T::BATCHED)
        load_box_of(place(i), map, column(i), row(i), place_of_c<T>(p, work), barrier(i));
      else
        load_box(place(i), map, column(i), row(i), barrier(i));
    }
  };

  template <class T, class In, class Out>
  __device__ void begin(const Problem<In, Out>& p, const MapsOfC<Finish::kAdds>* maps,
                        const StageMemory<T>& memory, const Work& work, int consumer) const {
    if (!READS || p.beta == 0 || threadIdx.x % 128 != 0) return;
    const Boxes<T, In, Out> boxes{memory, work, consumer, p};
    wait_for_stores<0>();
    for (int i = 0; i < BOXES; ++i) boxes.load(i, maps->old());
  }

  template <class T, class In, class Out>
  __device__ void operator()(const Problem<In, Out>& p, const MapsOfC<Finish::kAdds>* maps,
                             const StageMemory<T>& memory, const Work& work, int consumer,
                             const Sums<T>& sum, const Finish& finish, const Columns<T>& columns) {
    const Boxes<T, In, Out> boxes{memory, work, consumer, p};
    const int thread = threadIdx.x % 128, lane = thread % 32;
    const int row = thread / 32 * 16 + lane / 4;
    const auto alpha = finish.scale(p.alpha), beta = finish.scale_of_c(p.beta);
    const bool reads = READS && p.beta != 0;
#pragma unroll
    for (int i = 0; i < boxes.kAll; ++i) {
      const int down = i / boxes.kAcross, first = i % boxes.kAcross * boxes.kWidth;
      if (reads) {
        barrier_wait(boxes.barrier(i), parity);
        if (i % BOXES == BOXES - 1) parity ^= 1;
      } else {
        if (thread == 0) wait_for_stores<BOXES - 1>();
        warpgroup_barrier(1 + consumer);
      }
      const unsigned box = boxes.place(i);
#pragma unroll
      for (int c = 0; c < boxes.kWidth; c += 8) {
        // Two neighbours lie in the same 16-byte chunk.
        const int byte = (c + lane % 4 * 2) * sizeof(Out);
        const unsigned place = box + row * 128 + ((byte / 16 ^ row % 8) * 16 + byte % 16);
        const float2 of_column = columns.pair(first + c);
#pragma unroll
        for (int half = 0; half < 2; ++half) {  // rows r and r + 8
          const auto* pair = &sum[down][(first + c) / 2 + half * 2];
          TwoSums<T> x{alpha * pair[0], alpha * pair[1]};
          if (reads) {
            const auto old = get_pair(place + half * 8 * 128, static_cast<Out*>(nullptr));
            x.x += beta * old.x, x.y += beta * old.y;
          }
          put_pair(place + half * 8 * 128,
                   make_pair(finish(x.x, of_column.x), finish(x.y, of_column.y),
                             static_cast<Out*>(nullptr)));
        }
      }
      fence_async_proxy();
      warpgroup_barrier(1 + consumer);
      if (thread == 0) {
        if constexpr (T::BATCHED)
          store_box_of(&maps->c, boxes.column(i), boxes.row(i), place_of_c<T>(p, work), box);
        else
          store_box(&maps->c, boxes.column(i), boxes.row(i), box);
        commit_stores();
        if (reads && i + BOXES < boxes.kAll) {
          wait_for_stores<0>();
          boxes.load(i + BOXES, maps->old());
        }
      }
    }
  }
  __device__ void wait() const {
    if (threadIdx.x % 128 == 0) wait_for_stores<0>();
  }
};

}  // namespace gemm
