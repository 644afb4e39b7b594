// SPDX-License-Identifier: Apache-2.0
// What choosing a way knows of a problem: its sizes, how its operands lie, and what must be copied.
#pragma once

#include <cstddef>
#include <tuple>

#include "copy_engine.h"
#include "pieces_of_k.cuh"
#include "problem.h"

namespace gemm {

// The distance of lines in a copy: whole 16 bytes, of long ones whole 128.
inline int line_of_copy(int length, int bytes) {
  const int whole = (length * bytes >= 512 ? 128 : 16) / bytes;
  return tiles(length, whole) * whole;
}

// What the model knows of a problem with C in rows.
struct ProblemShape {
  int m, n, k;
  int products;             // of that size, in one launch
  size_t step_a, step_b;    // elements from one k to the next
  int bytes;                // of an element of A and B
  bool straight;            // all lines of A and B begin at multiples of 16 bytes
  bool long_straight;       // those of the operand with C's longer side
  bool copies_a, copies_b;  // the copy engine cannot read it as it lies
  bool turns_a, turns_b;    // so that its k lie side by side
  bool a_rows, b_rows;
  bool boxes;       // the copy engine can write C
  bool in_fours;    // fp32 kernels may read and write 16 bytes at once
  bool c_in_fours;  // C alone, in any precision
  bool c_in_ones;   // not even two of its elements can be stored at once
  // Lines of no multiple of 128 bytes.
  bool ragged_a, ragged_b;
  bool in_words;  // bytes that lie along k in whole words
  bool reads_c;
  bool adds_another;      // matrix than C
  double cycles[4] = {};  // what choose() (gemm.cuh) says of its tiles
  // float_copies.cuh
  int float_copies = 0;
  double floats_in_lines = 0, floats_turned = 0;
  bool then_by_floats = false;
  bool reads_one_by_one = false;  // C, by the large tile, which has no registers to read it ahead

  template <class In, class Out>
  static ProblemShape of(const Problem<In, Out>& p) {
    const bool a_rows = p.a.order == Order::kRow, b_rows = p.b.order == Order::kRow;
    const bool floats = sizeof(In) == 4;  // TF32 wants rows of A
    ProblemShape s{};
    s.m = p.m, s.n = p.n, s.k = p.k, s.products = 1, s.bytes = int(sizeof(In));
    s.step_a = a_rows ? 1 : size_t(p.a.ld), s.step_b = b_rows ? size_t(p.b.ld) : 1;
    s.straight = fits_tensor_map(p.a) && fits_tensor_map(p.b);
    s.long_straight = p.m < p.n ? fits_tensor_map(p.b) : fits_tensor_map(p.a);
    const bool along = sizeof(In) == 1;  // bytes want both operands along k
    s.turns_a = (floats || along) && !a_rows, s.turns_b = along && b_rows;
    s.copies_a = !fits_tensor_map(p.a) || s.turns_a;
    s.copies_b = !fits_tensor_map(p.b) || s.turns_b;
    s.a_rows = a_rows, s.b_rows = b_rows;
    s.ragged_a = !s.copies_a && p.a.ld * sizeof(In) % 128 != 0;
    s.ragged_b = !s.copies_b && p.b.ld * sizeof(In) % 128 != 0;
    s.boxes = fits_box_store(p);
    if constexpr (sizeof(In) == 4)
      s.in_fours =
          p.c.in_fours(p.n) && (a_rows || p.a.in_fours(p.m)) && (!b_rows || p.b.in_fours(p.n));
    s.c_in_fours = p.c.in_fours(p.n);
    s.c_in_ones =
        p.c.ld % 2 != 0 || reinterpret_cast<size_t>(p.c.data) % (2 * sizeof(*p.c.data)) != 0;
    s.in_words = lies_in_words(p);
    s.reads_c = p.beta != 0.0f;
    s.adds_another = p.beta != 0.0f && p.adds_another_than_c();
    return s;
  }
  auto all() const {
    return std::tie(m, n, k, products, step_a, step_b, bytes, straight, long_straight, copies_a,
                    copies_b, turns_a, turns_b, a_rows, b_rows, boxes, in_fours, c_in_fours,
                    c_in_ones, ragged_a, ragged_b, in_words, reads_c, adds_another, cycles[0],
                    cycles[1], cycles[2], cycles[3], float_copies, floats_in_lines, floats_turned,
                    then_by_floats, reads_one_by_one);
  }
  bool operator==(const ProblemShape& other) const { return all() == other.all(); }

  double elements_of_c() const { return double(m) * n * products; }
  double elements_of_ab() const { return (double(m) + n) * k * products; }
  // Of the workspace, for operands that are copied.
  size_t floats_of_copies() const {
    const auto padded = [&](bool rows, int height, int width) {
      const size_t lines = size_t(rows ? height : width);
      return lines * size_t(line_of_copy(rows ? width : height, bytes)) * size_t(bytes) / 4;
    };
    return (copies_a ? padded(a_rows || turns_a, m, k) : 0) +
           (copies_b ? padded(b_rows && !turns_b, k, n) : 0);
  }
};

}  // namespace gemm
