// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime.h>
#include <cufftw.h>

// Memory for `size` numbers, of the host or of the device; null: there is none.
template <class T>
struct Memory {
  bool on_device;
  std::size_t size;
  T* operator()() const {
    if (!on_device) return static_cast<T*>(fftw_malloc(size * sizeof(T)));
    void* at = nullptr;
    return cudaMallocManaged(&at, size * sizeof(T)) == cudaSuccess ? static_cast<T*>(at) : nullptr;
  }
  void drop(T* at) const { on_device ? void(cudaFree(at)) : fftw_free(at); }
};
