// SPDX-License-Identifier: Apache-2.0
// A check that fails ends the program with its line.
#pragma once

#include <cuda.h>

#include <cstdio>
#include <cstdlib>

inline void is(CUresult got, CUresult wanted, const char* what, int line) {
  if (got == wanted) return;
  const char *name = "?", *expected = "?";
  cuGetErrorName(got, &name);
  cuGetErrorName(wanted, &expected);
  std::printf("FAIL line %d: %s is %s, not %s\n", line, what, name, expected);
  std::exit(1);
}
#define OK(call) is(call, CUDA_SUCCESS, #call, __LINE__)
#define THAT(condition)                                        \
  do {                                                         \
    if (!(condition)) {                                        \
      std::printf("FAIL line %d: %s\n", __LINE__, #condition); \
      std::exit(1);                                            \
    }                                                          \
  } while (false)
