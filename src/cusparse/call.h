// SPDX-License-Identifier: Apache-2.0
// How a function is written: check the arguments, take scalars, say what is written, give the
// stream what computes. The work finds everything in what it has captured; descriptors may be gone
// when it runs.
#pragma once

#include <cstddef>

#include "cusparse/handle.h"
#include "cusparse/logger.h"
#include "cusparse/types.h"
#include "library/submission.h"

#define HEDDLE_CUSPARSE extern "C" __attribute__((visibility("default"))) cusparseStatus_t

namespace heddle::cusparse {

using Status = cusparseStatus_t;

struct Library {
  using Status = cusparseStatus_t;
  static Status status_of(cudaError_t error);
};

using library::Cost;
using library::Scalar;
// Numbers of a sparse matrix are found one by one: what counts is how many.
inline Cost cost_of(double nanoseconds) {
  return {.operations = nanoseconds * 30};
}

class Call : public library::Submission<Library> {
 public:
  Call(const Handle& handle, const char* name)
      : Submission(handle.stream, name, handle.pointer_mode == CUSPARSE_POINTER_MODE_DEVICE) {}

  Status invalid() const;
  // CUSPARSE_STATUS_NOT_SUPPORTED, and one line on stderr (once per text) that says so.
  Status not_supported(const char* what) const;

  template <class T>
  Scalar<T> scalar(const void* at) const {
    return {static_cast<const T*>(at), on_device()};
  }
  // `height` rows of `width` bytes, each `pitch` behind the one before.
  Call& writes_bytes(const void* at, i64 width, i64 height = 1, i64 pitch = 0) {
    writes_matrix(static_cast<const std::byte*>(at), width, height, pitch);
    return *this;
  }
  Call& reads_bytes(const void* at, i64 width, i64 height = 1, i64 pitch = 0) {
    reads_matrix(static_cast<const std::byte*>(at), width, height, pitch);
    return *this;
  }
};

// Of a function that is not there at all.
Status not_supported(const char* name);

// Calls body(call) for a handle that is one, and logs it where the program asks for that.
template <class Body>
Status in_call(cusparseHandle_t handle, const char* name, Body body) {
  const Handle* const known = handle_of(handle);
  if (!known) return status_of_absent(handle);
  log_call(name);
  Call call(*known, name);
  return body(call);
}

// Complex numbers of the interface as C++ has them.
inline const Complex* native(const cuComplex* at) {
  return reinterpret_cast<const Complex*>(at);
}
inline Complex* native(cuComplex* at) {
  return reinterpret_cast<Complex*>(at);
}
inline const DoubleComplex* native(const cuDoubleComplex* at) {
  return reinterpret_cast<const DoubleComplex*>(at);
}
inline DoubleComplex* native(cuDoubleComplex* at) {
  return reinterpret_cast<DoubleComplex*>(at);
}
// (It has one member, the bits.)
inline const library::Half* native(const __half* at) {
  return reinterpret_cast<const library::Half*>(at);
}
inline library::Half* native(__half* at) {
  return reinterpret_cast<library::Half*>(at);
}
inline Complex native(cuComplex value) {
  return {value.x, value.y};
}
inline DoubleComplex native(cuDoubleComplex value) {
  return {value.x, value.y};
}
template <class T>
T native(T value) {
  return value;
}

}  // namespace heddle::cusparse
