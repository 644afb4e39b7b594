// SPDX-License-Identifier: Apache-2.0
// What several units have of one header: a template, an inline function, one for host and device.
#pragma once

template <class T>
__device__ T clamp_to(T value, T most) {
  if (value > most) {
    return most;  // runs CLAMPED
  }
  return value;  // runs KEPT
}

__device__ inline int twice(int value) {
  return value + value;  // runs TWICE
}
