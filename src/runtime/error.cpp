// SPDX-License-Identifier: Apache-2.0
// Error handling.
#include "runtime/runtime.h"

namespace heddle::runtime {

HEDDLE_API cudaError_t cudaGetLastError() {
  const cudaError_t error = thread_state().last_error;
  thread_state().last_error = cudaSuccess;
  return error;
}

HEDDLE_API cudaError_t cudaPeekAtLastError() {
  return thread_state().last_error;
}

HEDDLE_API const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define HEDDLE_ERROR(name, code, text) \
  case name:                           \
    return #name;
#include "heddle/errors.inc"
  }
  return "unrecognized error code";
}

HEDDLE_API const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define HEDDLE_ERROR(name, code, text) \
  case name:                           \
    return text;
#include "heddle/errors.inc"
  }
  return "unrecognized error code";
}

}  // namespace heddle::runtime
