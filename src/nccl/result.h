// SPDX-License-Identifier: Apache-2.0
// What calls answer, and the sentences that explain it.
#pragma once

#include <string>

#include "nccl.h"

#define HEDDLE_NCCL extern "C" __attribute__((visibility("default"))) ncclResult_t

namespace heddle::nccl {

using Result = ncclResult_t;

// The sentence becomes what ncclGetLastError() tells, and a line on stderr where NCCL_DEBUG asks
// for warnings.
Result fail(Result result, const std::string& sentence);
// The same, and always a line on stderr: nobody may look at the result.
Result fail_aloud(Result result, const std::string& sentence);
// Of the CUDA runtime.
Result cuda_failure(cudaError_t error);
std::string last_error();

}  // namespace heddle::nccl

// Returns what is not ncclSuccess.
#define HEDDLE_NCCL_TRY(expression)                                      \
  do {                                                                   \
    if (const ::heddle::nccl::Result tried = (expression)) return tried; \
  } while (false)
