// SPDX-License-Identifier: Apache-2.0
// What the programs share.
#pragma once

#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

inline void is(CUresult got, CUresult wanted, const char* what, int line) {
  if (got == wanted) return;
  const char *name = "?", *expected = "?";
  cuGetErrorName(got, &name);
  cuGetErrorName(wanted, &expected);
  std::printf("FAIL line %d: %s is %s, not %s\n", line, what, name, expected);
  std::exit(1);
}
#define OK(call) is(call, CUDA_SUCCESS, #call, __LINE__)
#define IS(call, wanted) is(call, wanted, #call, __LINE__)
#define THAT(condition)                                        \
  do {                                                         \
    if (!(condition)) {                                        \
      std::printf("FAIL line %d: %s\n", __LINE__, #condition); \
      std::exit(1);                                            \
    }                                                          \
  } while (false)

inline CUmodule kernels() {
  CUmodule module = nullptr;
  OK(cuModuleLoad(&module, "kernels.fatbin"));
  return module;
}

inline CUfunction function(CUmodule module, const char* name) {
  CUfunction found = nullptr;
  OK(cuModuleGetFunction(&found, module, name));
  return found;
}

template <class T>
std::vector<T> read(CUdeviceptr from, std::size_t count) {
  std::vector<T> values(count);
  OK(cuMemcpyDtoH(values.data(), from, count * sizeof(T)));
  return values;
}
