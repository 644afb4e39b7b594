// SPDX-License-Identifier: Apache-2.0
// Words in device memory, and streams that wait for them.
#pragma once

#include <chrono>
#include <cstdint>
#include <thread>

#include "driver.h"

inline CUstream stream() {
  CUstream made = nullptr;
  OK(cuStreamCreate(&made, CU_STREAM_NON_BLOCKING));
  return made;
}

inline CUdeviceptr word(std::uint64_t value) {
  CUdeviceptr made = 0;
  OK(cuMemAlloc(&made, 8));
  OK(cuMemcpyHtoD(made, &value, 8));
  return made;
}

template <class T>
T value(CUdeviceptr at) {
  return read<T>(at, 1)[0];
}

// Long enough that what does not wait would be done.
inline void nothing_happens(CUstream in) {
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  IS(cuStreamQuery(in), CUDA_ERROR_NOT_READY);
}
