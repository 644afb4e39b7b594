// SPDX-License-Identifier: Apache-2.0
// What the programs share.
#pragma once

#include <vector>

#include "checks.h"

#define IS(call, wanted) is(call, wanted, #call, __LINE__)

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
