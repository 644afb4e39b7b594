// SPDX-License-Identifier: Apache-2.0
// Where the module is linked: the other unit.
#include "clamp.cuh"

__device__ int foreign(int value) {
  return twice(value) + 1;
}
