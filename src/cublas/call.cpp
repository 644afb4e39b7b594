// SPDX-License-Identifier: Apache-2.0
#include "cublas/call.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>

namespace heddle::cublas {

Status Library::status_of(cudaError_t error) {
  switch (error) {
    case cudaSuccess:
      return CUBLAS_STATUS_SUCCESS;
    case cudaErrorMemoryAllocation:
      return CUBLAS_STATUS_ALLOC_FAILED;
    case cudaErrorStreamCaptureUnsupported:  // as an H200 answers
      return CUBLAS_STATUS_INTERNAL_ERROR;
    default:
      return CUBLAS_STATUS_EXECUTION_FAILED;
  }
}

Status Call::invalid() const {
  log_error(name(), "CUBLAS_STATUS_INVALID_VALUE");
  return CUBLAS_STATUS_INVALID_VALUE;
}

Status Call::not_supported(const char* what) const {
  say_once(fmt::format("{} {} is not supported", name(), what));
  log_error(name(), "CUBLAS_STATUS_NOT_SUPPORTED");
  return CUBLAS_STATUS_NOT_SUPPORTED;
}

bool Call::fits(std::initializer_list<i64> sizes) {
  return std::all_of(sizes.begin(), sizes.end(),
                     [](i64 size) { return size <= INT_MAX && size >= -INT_MAX; });
}

}  // namespace heddle::cublas
