// SPDX-License-Identifier: Apache-2.0
// What tools are told of the matrices of which one triangle is read.
#pragma once

#include "cusolver/call.h"
#include "library/triangle_reads.h"

namespace heddle::cusolver {

template <class T>
void reads_triangle(Call& call, const T* a, i64 n, i64 ld, cublasFillMode_t uplo) {
  library::reads_triangle(call, a, n, ld, uplo == CUBLAS_FILL_MODE_LOWER);
}
// Read, and written over with the result.
template <class T>
void changes_triangle(Call& call, T* a, i64 n, i64 ld, cublasFillMode_t uplo) {
  reads_triangle(call, a, n, ld, uplo);
  call.writes_matrix(a, n, n, ld);
}
// Of the matrices at(i) of a batch.
template <class At>
void reads_triangles(Call& call, i64 count, At at, i64 n, i64 ld, cublasFillMode_t uplo) {
  library::reads_triangles(call, count, at, n, ld, uplo == CUBLAS_FILL_MODE_LOWER);
}

}  // namespace heddle::cusolver
