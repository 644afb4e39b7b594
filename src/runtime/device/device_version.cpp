// SPDX-License-Identifier: Apache-2.0
// Version management.
#include "runtime/runtime.h"

namespace heddle::runtime {

HEDDLE_API cudaError_t cudaDriverGetVersion(int* version) {
  if (!version) return answer(Error::kInvalidValue);
  *version = CUDART_VERSION;
  return cudaSuccess;
}

HEDDLE_API cudaError_t cudaRuntimeGetVersion(int* version) {
  if (!version) return answer(Error::kInvalidValue);
  *version = CUDART_VERSION;
  return cudaSuccess;
}

}  // namespace heddle::runtime
