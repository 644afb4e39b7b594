// SPDX-License-Identifier: Apache-2.0
// CHECK(condition) and CUDA(call) name the place of what is not so, and end the process, whatever
// its other threads do.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(condition)                                                  \
  do {                                                                    \
    if (!(condition)) {                                                   \
      std::printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      std::fflush(stdout);                                                \
      std::_Exit(1);                                                      \
    }                                                                     \
  } while (false)
#define CUDA(call) CHECK((call) == cudaSuccess)
