// SPDX-License-Identifier: Apache-2.0
// How a warp of step 20 reads: runs of pieces of 16 bytes, by cp.async, into shared memory that no
// other warp reads.
#pragma once

#include "small_tiles.cuh"

namespace gemm {

// 16 bytes, of which `exist` are read and the others are zeros. What follows in memory is wanted,
// too.
__device__ __forceinline__ void stream_piece(char* to, const char* from, int exist) {
  asm volatile("cp.async.cg.shared.global.L2::256B [%0], [%1], 16, %2;" ::"r"(
                   static_cast<unsigned>(__cvta_generic_to_shared(to))),
               "l"(from), "r"(exist));
}

// What a warp reads of an operand in a step: of each of some lines a run of pieces of 16 bytes. A
// lane wants EACH lines and WIDE pieces of each: along k eight groups of lanes share out lines and
// four lanes a run, across k it is the other way round. But neighbours ask for neighbouring pieces:
// L2 is asked for 128 bytes by eight lanes. Lines that begin anywhere are read from the piece on
// that holds their beginning, and one piece more.
template <class In, bool K_IN_LINE, bool ALIGNED, int EACH, int WIDE>
class StripRuns {
 public:
  static constexpr int kPieces = WIDE * (K_IN_LINE ? 4 : 8), kLines = EACH * (K_IN_LINE ? 8 : 4);
  static constexpr int BYTES = (kLines * (kPieces + !ALIGNED) + (ALIGNED ? 0 : 8)) * 16;

  __device__ __forceinline__ void begin(const Operand<In>& x, int row0) { x_ = x, row0_ = row0; }
  __device__ __forceinline__ void ask(char* place, int k0, int k_end) const {
#pragma unroll
    for (int i = 0; i < EACH * WIDE; ++i) {
      const int n = i * 32 + threadIdx.x % 32, line = n / kPieces, piece = n % kPieces;
      line_at(line, k0, k_end).ask(place + place_of(line, piece), piece);
    }
    if constexpr (!ALIGNED) {
#pragma unroll
      for (int i = 0; i < (kLines + 31) / 32; ++i) {
        const int line = i * 32 + threadIdx.x % 32;
        if (kLines % 32 == 0 || line < kLines)
          line_at(line, k0, k_end).ask(place + place_of(line, kPieces), kPieces);
      }
    }
  }
  // What the warp has asked for has come.
  __device__ __forceinline__ uint4 take(const char* place, int i, int w, int k0, int k_end) const {
    const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    const int line = K_IN_LINE ? i * 8 + g : t * EACH + i,
              piece = K_IN_LINE ? w * 4 + t : w * 8 + g;
    const uint4* const from = reinterpret_cast<const uint4*>(place + place_of(line, piece));
    if constexpr (ALIGNED) return *from;
    return shift_pieces<sizeof(In)>(from[0], from[1], line_at(line, k0, k_end).offset);
  }

 private:
  struct Line {
    const char* at;
    unsigned offset;
    int end;  // bytes from `at` on that are wanted
    __device__ __forceinline__ void ask(char* place, int piece) const {
      stream_piece(place, at + piece * 16, max(0, min(16, end - piece * 16)));
    }
  };
  __device__ __forceinline__ Line line_at(int line, int k0, int k_end) const {
    const int row = K_IN_LINE ? row0_ + line : row0_, k = K_IN_LINE ? k0 : k0 + line;
    const size_t first = K_IN_LINE ? (size_t)row * x_.ld + k : (size_t)k * x_.ld + row;
    const char* const at = reinterpret_cast<const char*>(x_.data + first);
    const unsigned offset = ALIGNED ? 0 : unsigned(reinterpret_cast<size_t>(at)) & 15;
    const bool exists = row < x_.extent && k < k_end;
    const int elements = K_IN_LINE ? k_end - k : x_.extent - row;
    return {at - offset, offset, exists ? int(offset) + elements * int(sizeof(In)) : 0};
  }
  // Such that eight lanes read in different banks.
  static __device__ __forceinline__ int place_of(int line, int piece) {
    if (!ALIGNED) return (line * (kPieces + 1) + piece + (K_IN_LINE ? 0 : line / EACH * 2)) * 16;
    return (line * kPieces + (piece ^ (!K_IN_LINE ? line / EACH * 2
                                       : WIDE > 1 ? line % 2 * 4
                                                  : 0))) *
           16;
  }

  Operand<In> x_;
  int row0_;
};

}  // namespace gemm
