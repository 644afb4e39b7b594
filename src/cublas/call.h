// SPDX-License-Identifier: Apache-2.0
// How a function is written: check the arguments, take scalars, say what is read and written, give
// the stream what computes.
//
//   template <class T>
//   Status axpy(Call& call, i64 n, const T* alpha, const T* x, i64 incx, T* y, i64 incy) {
//     if (!alpha) return call.invalid();
//     if (n <= 0) return CUBLAS_STATUS_SUCCESS;
//     const auto a = call.scalar(alpha);
//     call.reads(x, n, incx).writes(y, n, incy);
//     return call.once(cost, [=] { blas<T>(Routine::axpy, n, a(), x, incx, y, incy); });
//   }
#pragma once

#include <initializer_list>

#include "cublas/handle.h"
#include "cublas/logger.h"
#include "cublas/types.h"
#include "library/submission.h"

#define HEDDLE_CUBLAS extern "C" __attribute__((visibility("default"))) cublasStatus_t

namespace heddle::cublas {

using Status = cublasStatus_t;

struct Library {
  using Status = cublasStatus_t;
  static Status status_of(cudaError_t error);
};

class Call : public Submission<Library> {
 public:
  Call(Handle& handle, const char* name)
      : Submission(handle.stream, name, handle.pointer_mode == CUBLAS_POINTER_MODE_DEVICE),
        handle_(handle) {}

  const Handle& handle() const { return handle_; }

  Status invalid() const;
  // CUBLAS_STATUS_NOT_SUPPORTED, and one line on stderr (once per text) that says so.
  Status not_supported(const char* what) const;
  // For sizes that are beyond what OpenBLAS is built for.
  static bool fits(std::initializer_list<i64> sizes);
  Status too_large() const { return not_supported("with sizes of 2^31 and more"); }

  // What a factor multiplies is not read where the host's is 0. The device's is not known here.
  template <class Factor>
  bool is_zero(const Factor& factor) const {
    return !on_device() && is_null(factor());
  }
  template <class Factor>
  bool is_other(const Factor& factor) const {
    return !on_device() && !is_null(factor());
  }
  // Of the matrices at(i) of a batch, as writes_matrices.
  template <class At>
  Call& reads_matrices(i64 count, At at, i64 rows, i64 columns, i64 ld) {
    late_uses([=](std::vector<engine::LibraryUse>& uses) {
      const i64 size = sizeof(*at(0));
      for (i64 i = 0; i < count; ++i)
        ::heddle::library::Uses::add(uses, at(i), rows * size, columns, ld * size, false);
    });
    return *this;
  }

 private:
  template <class T>
  static bool is_null(const T& value) {
    if constexpr (requires { value.is_zero(); }) {
      return value.is_zero();
    } else {
      return value == T{};
    }
  }

  Handle& handle_;
};

// Calls body(call) for a handle that is one, and logs it where the program asks for that.
template <class Body>
Status in_call(cublasHandle_t handle, const char* name, Body body) {
  Handle* const known = handle_of(handle);
  if (!known) return CUBLAS_STATUS_NOT_INITIALIZED;
  log_call(name);
  Call call(*known, name);
  return body(call);
}

}  // namespace heddle::cublas
