// SPDX-License-Identifier: Apache-2.0
// How the kernels of callbacks.cu walk an array: number i of it lies at offset(i). A parameter, so
// the host and the device have it alike.
#pragma once

namespace heddle::cufft {

struct Walk {
  unsigned long long count;
  unsigned long long shape[4];  // 1 for axes that there are not
  long long stride[4];

#ifdef __CUDACC__
  __device__ unsigned long long offset(unsigned long long i) const {
    unsigned long long at = 0;
    for (int axis = 3; axis >= 0; --axis) {
      at += i % shape[axis] * stride[axis];
      i /= shape[axis];
    }
    return at;
  }
#endif
};

}  // namespace heddle::cufft
