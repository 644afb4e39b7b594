// SPDX-License-Identifier: Apache-2.0
// Functions of 64 bits, whose types are arguments: a body for the type, sizes that LAPACK has.
#pragma once

#include <algorithm>
#include <climits>

#include "cusolver/call.h"

namespace heddle::cusolver {

inline bool fits(std::initializer_list<i64> sizes) {
  return std::all_of(sizes.begin(), sizes.end(),
                     [](i64 size) { return size <= INT_MAX && size >= -INT_MAX; });
}

// body(call, T()) of the type, which computes in itself.
template <class Body>
Status of_type(cusolverDnHandle_t handle, const char* name, cudaDataType type,
               std::initializer_list<i64> sizes, std::initializer_list<cudaDataType> same,
               Body body) {
  return in_call(handle, name, [&](Call& call) {
    for (const cudaDataType other : same)
      if (other != type) return call.invalid();
    if (!fits(sizes)) return call.not_supported("with sizes of 2^31 and more");
    switch (type) {
      case CUDA_R_32F:
        return body(call, float());
      case CUDA_R_64F:
        return body(call, double());
      case CUDA_C_32F:
        return body(call, Complex());
      case CUDA_C_64F:
        return body(call, DoubleComplex());
      default:
        return call.invalid();
    }
  });
}

inline cudaDataType real_of(cudaDataType type) {
  return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}

inline Status tell_sizes(Status status, std::size_t* device, std::size_t* host) {
  if (status) return status;
  if (!device || !host) return CUSOLVER_STATUS_INVALID_VALUE;
  *device = sizeof(DoubleComplex) * kWorkSize;
  *host = 0;
  return CUSOLVER_STATUS_SUCCESS;
}

}  // namespace heddle::cusolver
