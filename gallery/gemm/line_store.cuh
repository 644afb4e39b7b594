// SPDX-License-Identifier: Apache-2.0
// How a consumer stores its sums in a C that the copy engine cannot write, because lines begin
// anywhere: through shared memory, so that a warp reads and stores pieces of 64 neighbours of a
// line, in words of C wherever the line begins. (From registers a warp's store touches eight lines,
// a few bytes of each.)
#pragma once

#include "shared_numbers.cuh"
#include "warp_specialised.cuh"

namespace gemm {

// A warp's sums on their way: eight lines of 64, of which a thread writes those of line `lane / 4`.
// Eights of places are swizzled by the line, so that neither that nor reading along a line meets
// bank conflicts.
struct LineBox {
  static constexpr int kLines = 8, kPlaces = 64, kBytes = kLines * kPlaces * 4;
  unsigned start;  // a multiple of kBytes
  __device__ unsigned at(int line, int place) const {
    return (start + line * (kPlaces * 4) + place * 4) ^ line * 32;
  }
};

// The pieces of C that a box's lines are: from place `first` of each line on.
template <class In, class Out, class Finish>
class LinesOfC {
 public:
  using Number = Factor<Out>;
  static constexpr int kLines = LineBox::kLines, kPlaces = LineBox::kPlaces;
  // What a lane reads of C: two elements of every line, or a word, which a line may begin in the
  // middle of, and one of the elements that are left at its ends.
  static constexpr bool kWords = sizeof(Out) == 2;
  struct Old {
    std::conditional_t<kWords, unsigned[kLines], Out[kLines][2]> of_lines;
    Out single;
  };

  __device__ LinesOfC(const Problem<In, Out>& p, const Finish& finish, int first)
      : p_(p),
        finish_(finish),
        old_(all_old_of<Finish>(p)),
        by_rows_(p.c.order == Order::kRow),
        first_(first),
        lines_(by_rows_ ? p.m : p.n),
        count_((by_rows_ ? p.n : p.m) - first),
        alpha_(finish.scale(p.alpha)),
        beta_(finish.scale_of_c(p.beta)) {}

  // Whether C has all of eight lines, of which that is the last.
  __device__ bool whole(int last_line) const { return last_line < lines_ && count_ >= kPlaces; }

  // What beta multiplies. line_of(i): where line i lies in C. WHOLE: C has all of them.
  template <bool WHOLE, class LineOf>
  __device__ void read(LineOf line_of, Old* old) const {
    if (p_.beta == 0) return;
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < kLines; ++i) {
      const int line = line_of(i);
      if constexpr (kWords) {
        const int place = lane * 2 - is_odd(line);
        if (has_word<WHOLE>(line, place)) old->of_lines[i] = word_at(from(line) + place);
      } else {
#pragma unroll
        for (int half = 0; half < 2; ++half)
          if (WHOLE || has(line, lane + half * 32))
            old->of_lines[i][half] = from(line)[lane + half * 32];
      }
    }
    if constexpr (kWords) {
      const int line = line_of(lane / 2 % kLines), place = end_of_line<WHOLE>(line);
      if (place >= 0) old->single = from(line)[place];
    }
  }
  // finish(alpha sum + beta C) into the lines.
  template <bool WHOLE, class LineOf>
  __device__ void store(const LineBox& box, LineOf line_of, const Old& old) const {
    const int lane = threadIdx.x % 32;
#pragma unroll
    for (int i = 0; i < kLines; ++i) {
      const int line = line_of(i);
      if constexpr (kWords) {
        const int place = lane * 2 - is_odd(line);
        const float2 c = floats_of(reinterpret_cast<const __nv_bfloat162&>(old.of_lines[i]));
        if (has_word<WHOLE>(line, place))
          *reinterpret_cast<Pair<Out>*>(to(line) + place) =
              make_pair(result(box, i, line, place, c.x), result(box, i, line, place + 1, c.y),
                        static_cast<Out*>(nullptr));
      } else {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          const int place = lane + half * 32;
          if (WHOLE || has(line, place))
            to(line)[place] = Out(result(box, i, line, place, Number(old.of_lines[i][half])));
        }
      }
    }
    if constexpr (kWords) {
      const int i = lane / 2 % kLines, line = line_of(i), place = end_of_line<WHOLE>(line);
      if (place >= 0) to(line)[place] = Out(result(box, i, line, place, Number(old.single)));
    }
  }

 private:
  __device__ Out* to(int line) const { return p_.c.data + (size_t)line * p_.c.ld + first_; }
  __device__ const Out* from(int line) const { return old_.data + (size_t)line * old_.ld + first_; }
  __device__ bool has(int line, int place) const { return line < lines_ && place < count_; }
  __device__ float of_column(int line, int place) const {
    return finish_.columns(by_rows_ ? first_ + place : line, p_.n).x;
  }
  __device__ Number result(const LineBox& box, int own, int line, int place, Number old) const {
    Number x = alpha_ * Number(get_one(box.at(own, place), static_cast<Sum<In>*>(nullptr)));
    if (p_.beta != 0) x += beta_ * old;
    return finish_(x, of_column(line, place));
  }

  // Whether the line begins in the middle of a word: then lane 0 has none.
  __device__ int is_odd(int line) const {
    return int(reinterpret_cast<size_t>(to(line)) / sizeof(Out)) & 1;
  }
  template <bool WHOLE>
  __device__ bool has_word(int line, int place) const {
    return place >= 0 && (WHOLE || has(line, place + 1));
  }
  // What the words leave of a line: before the first one for even lanes, behind the last one for
  // odd ones; -1: nothing. The first lanes have two a line, the others nothing.
  template <bool WHOLE>
  __device__ int end_of_line(int line) const {
    const int lane = threadIdx.x % 32;
    if (lane >= 2 * kLines || (!WHOLE && line >= lines_)) return -1;
    const int odd = is_odd(line), count = WHOLE ? kPlaces : min(count_, kPlaces);
    if (lane % 2 == 0) return odd && count > 0 ? 0 : -1;
    return (count - odd) % 2 != 0 && count > odd ? count - 1 : -1;
  }
  // Of a C that is another matrix, words may begin elsewhere.
  static __device__ unsigned word_at(const Out* at) {
    if (!Finish::kAdds || reinterpret_cast<size_t>(at) % 4 == 0)
      return *reinterpret_cast<const unsigned*>(at);
    const auto* half = reinterpret_cast<const unsigned short*>(at);
    return half[0] | unsigned(half[1]) << 16;
  }

  const Problem<In, Out>& p_;
  const Finish& finish_;
  const Matrix<const Out> old_;
  const bool by_rows_;
  const int first_, lines_, count_;  // of each line, from `first` on
  const Number alpha_, beta_;
};

// A warpgroup asks L2 for a part of C that beta multiplies, before it is wanted.
template <class In, class Out, class Finish>
__device__ void prefetch_c(const Problem<In, Out>& p, const Finish&, int row, int column, int rows,
                           int columns) {
  constexpr int kPiece = 128 / int(sizeof(Out));
  const Matrix<const Out> old = all_old_of<Finish>(p);
  const bool by_rows = old.order == Order::kRow;
  const int first_line = by_rows ? row : column, first = by_rows ? column : row;
  const int lines = min(by_rows ? rows : columns, (by_rows ? p.m : p.n) - first_line);
  const int places = min(by_rows ? columns : rows, (by_rows ? p.n : p.m) - first);
  const int pieces = places / kPiece + 1;
  for (int i = threadIdx.x % 128; i < lines * pieces; i += 128) {
    const int place = first + min(i % pieces * kPiece, places - 1);
    const Out* const at = old.data + (size_t)(first_line + i / pieces) * old.ld + place;
    if (places > 0) asm volatile("prefetch.global.L2 [%0];" ::"l"(at));
  }
}

// Writes a consumer's sums, whose rows begin at work.row, to a C in rows, for any alpha and beta.
template <class Finish>
struct LineStore {
  static constexpr bool kReads = true, kLooksAhead = true, kHasMap = false;
  template <class In, class Out>
  static bool fits(const Problem<In, Out>& p) {
    return p.c.order == Order::kRow;
  }
  template <class T, class Maps, class In, class Out>
  static cudaError_t make_maps(Maps*, const Problem<In, Out>&, int) {
    return cudaSuccess;
  }
  template <class T>
  static constexpr int SHARED_BYTES = 1024 + T::CONSUMERS * 4 * LineBox::kBytes;
  template <class T>
  using Columns = Plain::Tile<T::BN>;

  // Of the tile that comes next.
  template <class T, class In, class Out>
  __device__ void look_ahead(const Problem<In, Out>& p, const Work& work,
                             const Finish& finish) const {
    if (p.beta != 0) prefetch_c(p, finish, work.row, work.column, T::ROWS, T::BN);
  }
  template <class T, class In, class Out>
  __device__ void begin(const Problem<In, Out>&, const MapsOfC<Finish::kAdds>*,
                        const StageMemory<T>&, const Work&, int) const {}
  template <class T, class In, class Out>
  __device__ void operator()(const Problem<In, Out>& part, const MapsOfC<Finish::kAdds>*,
                             const StageMemory<T>& memory, const Work& work, int consumer,
                             const Sums<T>& sum, const Finish& finish, const Columns<T>&) {
    static_assert(T::BN % LineBox::kPlaces == 0 && sizeof(Out) <= 4, "whole boxes");
    using Lines = LinesOfC<In, Out, Finish>;
    const int warp = threadIdx.x % 128 / 32, lane = threadIdx.x % 32;
    const LineBox box{memory.staging() + (consumer * 4 + warp) * LineBox::kBytes};
    // Rows r and r + 8 of every 16, 64 columns at a time. What is read for one is under way before
    // those before it are stored.
    constexpr int kDown = T::ROWS / 64 * 2, kAll = kDown * (T::BN / LineBox::kPlaces);
    const auto row = [&](int g) { return work.row + g % kDown / 2 * 64 + warp * 16 + g % 2 * 8; };
    const auto lines = [&](int g) {
      return Lines(part, finish, work.column + g / kDown * LineBox::kPlaces);
    };
    const auto read_ahead = [&](int g, typename Lines::Old* old) {
      if (lines(g).whole(row(g) + 7))
        lines(g).template read<true>([&](int i) { return row(g) + i; }, old);
    };
    typename Lines::Old old = {}, next = {};
    read_ahead(0, &next);
#pragma unroll
    for (int g = 0; g < kAll; ++g) {
#pragma unroll
      for (int i = 0; i < LineBox::kPlaces / 8; ++i) {
        const auto* pair = &sum[g % kDown / 2][g / kDown * 32 + i * 4 + g % 2 * 2];
        put_pair(box.at(lane / 4, i * 8 + lane % 4 * 2), TwoSums<T>{pair[0], pair[1]});
      }
      old = next;
      if (g + 1 < kAll) read_ahead(g + 1, &next);
      __syncwarp();
      const auto line_of = [&](int i) { return row(g) + i; };
      if (lines(g).whole(row(g) + 7)) {
        lines(g).template store<true>(box, line_of, old);
      } else {
        lines(g).template read<false>(line_of, &old);
        lines(g).template store<false>(box, line_of, old);
      }
      __syncwarp();
    }
  }
  __device__ void wait() const {}
};

}  // namespace gemm
