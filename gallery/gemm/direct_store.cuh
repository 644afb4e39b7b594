// SPDX-License-Identifier: Apache-2.0
// How a consumer of step 12 stores its sums without the copy engine: from registers, to any C.
#pragma once

#include "warp_specialised.cuh"

namespace gemm {

// Writes a consumer's sums, whose rows begin at work.row, to the C of its part of k (or product)
// from the registers: for any C, alpha and beta. A thread has pairs of neighbours, so a warp's
// store touches eight rows, a sector of 8 to 32 bytes each.
template <class Finish>
struct DirectStore {
  static constexpr bool kReads = true, kLooksAhead = false, kHasMap = false;
  template <class In, class Out>
  static bool fits(const Problem<In, Out>&) {
    return true;
  }
  template <class T, class Maps, class In, class Out>
  static cudaError_t make_maps(Maps*, const Problem<In, Out>&, int) {
    return cudaSuccess;
  }
  template <class T>
  static constexpr int SHARED_BYTES = 0;
  template <class T>
  using Columns = Plain::Tile<T::BN>;
  template <class T, class In, class Out>
  __device__ void begin(const Problem<In, Out>&, const MapsOfC<Finish::kAdds>*,
                        const StageMemory<T>&, const Work&, int) const {}
  template <class T, class In, class Out>
  __device__ void operator()(const Problem<In, Out>& part, const MapsOfC<Finish::kAdds>*,
                             const StageMemory<T>&, const Work& work, int, const Sums<T>& sum,
                             const Finish& finish, const Columns<T>&) const {
    const int thread = threadIdx.x % 128, lane = thread % 32;
    const int row = work.row + thread / 32 * 16 + lane / 4;
    // A tile inside C, which most are, has no place to ask about.
    if (part.beta == 0 && lies_in_pairs(part) && work.row + T::ROWS <= part.m &&
        work.column + T::BN <= part.n) {
      const auto alpha = finish.scale(part.alpha);
      Out* const c = part.c.data + (size_t)row * part.c.ld + work.column + lane % 4 * 2;
#pragma unroll
      for (int r = 0; r < T::ROWS / 64; ++r)
#pragma unroll
        for (int i = 0; i < T::BN / 2; i += 2) {
          const int down = r * 64 + i / 2 % 2 * 8, across = i / 4 * 8;
          const float2 of_column = finish.columns(work.column + across + lane % 4 * 2, part.n);
          Out* const to = c + (size_t)down * part.c.ld + across;
          *reinterpret_cast<Pair<Out>*>(to) =
              make_pair(finish(alpha * sum[r][i], of_column.x),
                        finish(alpha * sum[r][i + 1], of_column.y), to);
        }
      return;
    }
    constexpr int kPairs = 8;
#pragma unroll
    for (int r = 0; r < T::ROWS / 64; ++r)
#pragma unroll
      for (int i = 0; i < T::BN / 2; i += 2 * kPairs) {
        const auto place = [&](int pair) {
          const int at = i + pair * 2;
          return make_int2(row + r * 64 + at / 2 % 2 * 8, work.column + at / 4 * 8 + lane % 4 * 2);
        };
        store_pairs<kPairs>(
            part, finish, place,
            [&](int pair) { return TwoSums<T>{sum[r][i + pair * 2], sum[r][i + pair * 2 + 1]}; },
            [&](int pair) { return finish.columns(place(pair).y, part.n); });
      }
  }
  __device__ void wait() const {}
};

}  // namespace gemm
