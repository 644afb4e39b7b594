// SPDX-License-Identifier: Apache-2.0
// How a function of cusolverDn is written: a template that checks its arguments and gives the
// stream what computes (library/submission.h). LAPACK runs on one thread (but panels.h) and takes
// the memory that it needs itself, so workspaces are asked for and not used.
#pragma once

#include "cusolver/handle.h"
#include "library/submission.h"

#define HEDDLE_CUSOLVER extern "C" __attribute__((visibility("default"))) cusolverStatus_t

namespace heddle::cusolver {

using Status = cusolverStatus_t;
using library::Complex;
using library::DoubleComplex;
using library::i64;
using library::is_complex;
using library::Real;

struct Library {
  using Status = cusolverStatus_t;
  static Status status_of(cudaError_t error) {
    switch (error) {
      case cudaSuccess:
        return CUSOLVER_STATUS_SUCCESS;
      case cudaErrorMemoryAllocation:
        return CUSOLVER_STATUS_ALLOC_FAILED;
      default:
        return CUSOLVER_STATUS_EXECUTION_FAILED;
    }
  }
};

class Call : public library::Submission<Library> {
 public:
  Call(Handle& handle, const char* name) : Submission(handle.stream, name, false) {}
  static Status invalid() { return CUSOLVER_STATUS_INVALID_VALUE; }
  // Read, and written over with the result. Of symmetric matrices one triangle is: whether the
  // other one has been written does not matter to tools.
  template <class T>
  Call& changes_matrix(T* a, i64 rows, i64 columns, i64 ld) {
    reads_matrix(a, rows, columns, ld).writes_matrix(a, rows, columns, ld);
    return *this;
  }
  // Of the matrices at(i) of a batch, as writes_matrices.
  template <class At>
  Call& reads_matrices(i64 count, At at, i64 rows, i64 columns, i64 ld) {
    late_uses([=](std::vector<engine::LibraryUse>& uses) {
      const i64 size = sizeof(*at(0));
      for (i64 i = 0; i < count; ++i)
        library::Uses::add(uses, at(i), rows * size, columns, ld * size, false);
    });
    return *this;
  }
  template <class At>
  Call& changes_matrices(i64 count, At at, i64 rows, i64 columns, i64 ld) {
    reads_matrices(count, at, rows, columns, ld).writes_matrices(count, at, rows, columns, ld);
    return *this;
  }
  // CUSOLVER_STATUS_NOT_SUPPORTED, and one line on stderr (once per text) that says so.
  Status not_supported(const std::string& what) const {
    library::say_once(std::string(name()) + " " + what + " is not supported");
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  }
};

// What a program is to have as a workspace: something, as some take 0 for an error.
inline constexpr int kWorkSize = 1;
inline Status tell_size(int* size) {
  if (!size) return Call::invalid();
  *size = kWorkSize;
  return CUSOLVER_STATUS_SUCCESS;
}

template <class Body>
Status in_call(cusolverDnHandle_t handle, const char* name, Body body) {
  Handle* const known = handle_of(handle);
  if (!known) return CUSOLVER_STATUS_NOT_INITIALIZED;
  Call call(*known, name);
  return body(call);
}

}  // namespace heddle::cusolver
