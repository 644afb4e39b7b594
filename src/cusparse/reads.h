// SPDX-License-Identifier: Apache-2.0
// What products read, as tools are told. Of formats whose arrays have lengths that the descriptor
// knows.
#pragma once

#include "cusparse/call.h"
#include "cusparse/descriptors.h"

namespace heddle::cusparse {

// What a factor multiplies: read unless the host says 0. One on the device is known too late; what
// it multiplies is the point of the call.
template <class T>
bool is_read(const Call& call, const Scalar<T>& factor) {
  return call.on_device() || factor() != T(0);
}
// The old result: mostly there is none, so it is read only where the host says so.
template <class T>
bool keeps_old(const Call& call, const Scalar<T>& factor) {
  return !call.on_device() && factor() != T(0);
}

inline void reads_sparse(Call& call, const SparseMatrix& of) {
  if (of.batches != 1) return;
  i64 offsets = 0;
  if (of.format == CUSPARSE_FORMAT_CSR) {
    offsets = of.rows + 1;
  } else if (of.format == CUSPARSE_FORMAT_CSC) {
    offsets = of.columns + 1;
  } else if (of.format == CUSPARSE_FORMAT_COO) {
    offsets = of.nnz;
  } else {
    return;
  }
  call.reads_bytes(of.major.at, offsets * of.major.size());
  call.reads_bytes(of.minor.at, of.nnz * of.minor.size());
  call.reads_bytes(of.values.at, of.nnz * size_of(of.values.type));
}

inline void reads_vector(Call& call, const DenseVector& of) {
  call.reads_bytes(of.values.at, of.size * size_of(of.values.type));
}

}  // namespace heddle::cusparse
