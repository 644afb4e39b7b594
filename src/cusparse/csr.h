// SPDX-License-Identifier: Apache-2.0
// Matrices of the older interface: CSR, indices of 32 bits, the base in a descriptor.
#pragma once

#include <algorithm>

#include "cusparse/call.h"
#include "cusparse/descriptors.h"

namespace heddle::cusparse {

constexpr Status kOk = CUSPARSE_STATUS_SUCCESS;

template <class T>
struct Csr {
  const T* values;
  const int* offsets;
  const int* indices;
  int base;

  i64 begin(i64 row) const { return offsets[row] - base; }
  i64 end(i64 row) const { return offsets[row + 1] - base; }
  i64 column(i64 k) const { return indices[k] - base; }
};

// A number where the program wants it: in memory of the device by the pointer mode, or of the host,
// which waits for it then.
inline Status tell_count(Call& call, Status status) {
  return status != kOk || call.on_device() ? status : call.wait();
}
inline Status may_tell_count(Call& call) {
  return call.on_device() ? kOk : call.may_wait();
}

// The only kind that the older functions take.
inline bool is_general(cusparseMatDescr_t a) {
  return a->type == CUSPARSE_MATRIX_TYPE_GENERAL;
}

// Sizes of buffers: nothing here needs one, but programs test what they allocate.
template <class Size>
Status tell_buffer(Call& call, Size* size) {
  if (!size) return call.invalid();
  *size = 8;
  return kOk;
}

}  // namespace heddle::cusparse
