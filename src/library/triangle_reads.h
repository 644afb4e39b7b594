// SPDX-License-Identifier: Apache-2.0
// What of a triangular, symmetric or Hermitian matrix is read, as tools are told: the other
// triangle may hold nothing. A tool reports a line of which nothing has been written. Every result
// depends on the diagonal, and all but one on the line beside it, whose elements stand in all rows
// but one.
#pragma once

#include "library/submission.h"

namespace heddle::library {

// box(first element, elements side by side, lines, from one to the next) for each of a matrix of
// order `n`; `unit`: its diagonal is not read.
template <class T, class Box>
void each_line_of_triangle(const T* a, i64 n, i64 ld, bool lower, bool unit, Box box) {
  box(a, n, n, ld);
  if (!unit) box(a, i64{1}, n, ld + 1);
  // Of two rows, one may only fill up the matrix.
  if (a && n >= 3) box(a + (lower ? 1 : ld), i64{1}, n - 1, ld + 1);
}

template <class Call, class T>
void reads_triangle(Call& call, const T* a, i64 n, i64 ld, bool lower, bool unit = false) {
  each_line_of_triangle(a, n, ld, lower, unit, [&](const T* at, i64 rows, i64 columns, i64 apart) {
    call.reads_matrix(at, rows, columns, apart);
  });
}

// Of the matrices at(i) of a batch, which may be a list in memory of the device.
template <class Call, class At>
void reads_triangles(Call& call, i64 count, At at, i64 n, i64 ld, bool lower, bool unit = false) {
  call.late_uses([=](Uses::List& uses) {
    for (i64 i = 0; i < count; ++i) {
      each_line_of_triangle(at(i), n, ld, lower, unit,
                            [&](auto* from, i64 rows, i64 columns, i64 apart) {
                              const i64 size = sizeof *from;
                              Uses::add(uses, from, rows * size, columns, apart * size, false);
                            });
    }
  });
}

}  // namespace heddle::library
