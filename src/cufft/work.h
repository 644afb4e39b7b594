// SPDX-License-Identifier: Apache-2.0
// How cuFFT gives work to a stream.
#pragma once

#include "cufft.h"
#include "library/submission.h"

namespace heddle::cufft {

struct Library {
  using Status = cufftResult;
  static Status status_of(cudaError_t error) {
    switch (error) {
      case cudaSuccess:
        return CUFFT_SUCCESS;
      case cudaErrorMemoryAllocation:
        return CUFFT_ALLOC_FAILED;
      default:
        return CUFFT_EXEC_FAILED;
    }
  }
};
using Call = library::Submission<Library>;

}  // namespace heddle::cufft
