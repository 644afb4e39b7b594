// SPDX-License-Identifier: Apache-2.0
// y = alpha * op(A) * x + beta * y, where x and y are vectors or dense matrices, once for each
// matrix of a batch.
#pragma once

#include "cusparse/call.h"
#include "cusparse/descriptors.h"

namespace heddle::cusparse {

// Element (i, j) is number i * row_step + j * column_step.
struct Operand {
  Values values;
  i64 row_step = 1, column_step = 0;
  bool conjugated = false;
  i64 batch_stride = 0;
};

struct Product {
  SparseMatrix a;
  bool transposed = false, conjugated = false;
  i64 m = 0, n = 1, k = 0;  // of y, and rows of x
  Operand x, y;
  int batches = 1;
};

// The types of A, x and y that are computed in `compute`, as documented.
bool types_fit(cudaDataType compute, cudaDataType a, cudaDataType x, cudaDataType y);

// A conjugate of real numbers is refused, as on a GPU.
bool may_conjugate(cusparseOperation_t op, cudaDataType type);

template <class T>
Status multiply(Call& call, const Product& product, Scalar<T> alpha, Scalar<T> beta);

}  // namespace heddle::cusparse
