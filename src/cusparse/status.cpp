// SPDX-License-Identifier: Apache-2.0
// Names and sentences of status codes.
#include <algorithm>
#include <iterator>

#include "cusparse.h"

namespace {

struct Row {
  cusparseStatus_t status;
  const char *name, *sentence;
};
constexpr Row kRows[] = {
#define HEDDLE_STATUS(name, sentence) {name, #name, sentence}
    HEDDLE_STATUS(CUSPARSE_STATUS_SUCCESS, "success"),
    HEDDLE_STATUS(CUSPARSE_STATUS_NOT_INITIALIZED, "initialization error"),
    HEDDLE_STATUS(CUSPARSE_STATUS_ALLOC_FAILED, "out of memory"),
    HEDDLE_STATUS(CUSPARSE_STATUS_INVALID_VALUE, "invalid value"),
    HEDDLE_STATUS(CUSPARSE_STATUS_ARCH_MISMATCH, "architecture mismatch"),
    HEDDLE_STATUS(CUSPARSE_STATUS_MAPPING_ERROR, "texture memory mapping error"),
    HEDDLE_STATUS(CUSPARSE_STATUS_EXECUTION_FAILED, "kernel launch failure"),
    HEDDLE_STATUS(CUSPARSE_STATUS_INTERNAL_ERROR, "internal error"),
    HEDDLE_STATUS(CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, "matrix type not supported"),
    HEDDLE_STATUS(CUSPARSE_STATUS_ZERO_PIVOT, "zero pivot"),
    HEDDLE_STATUS(CUSPARSE_STATUS_NOT_SUPPORTED, "operation not supported"),
    HEDDLE_STATUS(CUSPARSE_STATUS_INSUFFICIENT_RESOURCES, "insufficient resources"),
#undef HEDDLE_STATUS
};

const Row* row_of(cusparseStatus_t status) {
  const auto* const row = std::ranges::find(kRows, status, &Row::status);
  return row == std::end(kRows) ? nullptr : row;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const char* cusparseGetErrorName(
    cusparseStatus_t status) {
  const Row* const row = row_of(status);
  return row ? row->name : "unrecognized error code";
}

extern "C" __attribute__((visibility("default"))) const char* cusparseGetErrorString(
    cusparseStatus_t status) {
  const Row* const row = row_of(status);
  return row ? row->sentence : "unrecognized error code";
}
