// SPDX-License-Identifier: Apache-2.0
// Names and sentences of status codes.
#include <algorithm>
#include <iterator>

#include "cublas_api.h"

namespace {

struct Row {
  cublasStatus_t status;
  const char *name, *sentence;
};
constexpr Row kRows[] = {
#define HEDDLE_STATUS(name, sentence) {name, #name, sentence}
    HEDDLE_STATUS(CUBLAS_STATUS_SUCCESS, "success"),
    HEDDLE_STATUS(CUBLAS_STATUS_NOT_INITIALIZED, "the library was not initialized"),
    HEDDLE_STATUS(CUBLAS_STATUS_ALLOC_FAILED, "the resource allocation failed"),
    HEDDLE_STATUS(CUBLAS_STATUS_INVALID_VALUE,
                  "an unsupported value or parameter was passed to the function"),
    HEDDLE_STATUS(CUBLAS_STATUS_ARCH_MISMATCH,
                  "the function requires an architectural feature absent from the device"),
    HEDDLE_STATUS(CUBLAS_STATUS_MAPPING_ERROR, "an access to GPU memory space failed"),
    HEDDLE_STATUS(CUBLAS_STATUS_EXECUTION_FAILED, "the GPU program failed to execute"),
    HEDDLE_STATUS(CUBLAS_STATUS_INTERNAL_ERROR, "an internal operation failed"),
    HEDDLE_STATUS(CUBLAS_STATUS_NOT_SUPPORTED, "the requested functionality is not supported"),
    HEDDLE_STATUS(CUBLAS_STATUS_LICENSE_ERROR,
                  "the functionality requested requires some license and an error was detected "
                  "when trying to check the current licensing"),
#undef HEDDLE_STATUS
};

const Row* row_of(cublasStatus_t status) {
  const auto* const row = std::ranges::find(kRows, status, &Row::status);
  return row == std::end(kRows) ? nullptr : row;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const char* cublasGetStatusName(
    cublasStatus_t status) {
  const Row* const row = row_of(status);
  return row ? row->name : "unknown cublas status";
}

extern "C" __attribute__((visibility("default"))) const char* cublasGetStatusString(
    cublasStatus_t status) {
  const Row* const row = row_of(status);
  return row ? row->sentence : "unknown cublas status";
}
