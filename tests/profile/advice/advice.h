// SPDX-License-Identifier: Apache-2.0
// What the programs here share. A line with "ADVICE rule gain words" must be given this advice,
// with at least this gain, and the words in what it says; nothing else. With -DMENDED there must be
// none.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

template <class T>
T* device_array(size_t elements) {
  void* memory = nullptr;
  if (cudaMalloc(&memory, elements * sizeof(T)) != cudaSuccess) std::exit(1);
  cudaMemset(memory, 0, elements * sizeof(T));
  return static_cast<T*>(memory);
}

template <class T, class Make>
void fill(T* array, int elements, Make make) {
  std::vector<T> values(elements);
  for (int i = 0; i < elements; ++i) values[i] = make(i);
  cudaMemcpy(array, values.data(), elements * sizeof(T), cudaMemcpyHostToDevice);
}

inline int finished() {
  const auto error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
