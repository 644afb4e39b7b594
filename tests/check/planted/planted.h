// SPDX-License-Identifier: Apache-2.0
// Errors that heddle check must find, each at the line that says so:
//
//     y[i] = 1;  // ERROR out-of-bounds (40,0,0)
//
// (class and thread that is named first). With -DMENDED the program is right, and check silent.
#pragma once

#include <cuda_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#ifdef MENDED
#define PLANT(error, mended) mended
#else
#define PLANT(error, mended) error
#endif

inline void good(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("%s\n", cudaGetErrorString(error));
  std::exit(3);
}

template <class T>
T* make(int count) {
  T* memory = nullptr;
  good(cudaMalloc(&memory, count * sizeof(T)));
  good(cudaMemset(memory, 0, count * sizeof(T)));
  return memory;
}

// For kernels that leave the process without its GPU; before it has used the GPU itself.
template <class Work>
void in_child(Work work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    cudaDeviceSynchronize();
    cudaGetLastError();
    std::exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
}
