// SPDX-License-Identifier: Apache-2.0
// Modules from files and memory, their functions and variables, and what is no module.
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "driver.h"

int main() {
  OK(cuInit(0));
  CUcontext context;
  OK(cuCtxCreate(&context, 0, 0));
  std::ifstream file("kernels.fatbin", std::ios::binary);
  const std::string image{std::istreambuf_iterator<char>(file), {}};

  CUmodule module = nullptr;
  IS(cuModuleLoad(&module, "missing.fatbin"), CUDA_ERROR_FILE_NOT_FOUND);
  IS(cuModuleLoadData(&module, nullptr), CUDA_ERROR_INVALID_VALUE);
  IS(cuModuleLoadData(&module, "nothing of the kind"), CUDA_ERROR_INVALID_IMAGE);
  OK(cuModuleLoadData(&module, "//\n.version 8.0\n.target sm_80\n"));
  OK(cuModuleUnload(module));
  IS(cuModuleLoadData(&module, "\177ELF\2\1\1"), CUDA_ERROR_NO_BINARY_FOR_GPU);
  std::ofstream("half.fatbin", std::ios::binary) << image.substr(0, image.size() / 2);
  IS(cuModuleLoad(&module, "half.fatbin"), CUDA_ERROR_INVALID_IMAGE);

  char log[64] = "unchanged";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                            CU_JIT_MAX_REGISTERS};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log), reinterpret_cast<void*>(32)};
  {
    std::string copy = image;
    OK(cuModuleLoadDataEx(&module, copy.data(), 3, options, values));
    std::memset(copy.data(), 0, copy.size());
  }
  THAT(log[0] == '\0' && values[1] == nullptr);
  CUmodule second = kernels();
  THAT(second != module);

  unsigned count = 0;
  OK(cuModuleGetFunctionCount(&count, module));
  THAT(count == 10);
  std::vector<CUfunction> all(count);
  OK(cuModuleEnumerateFunctions(all.data(), count, module));
  int found = 0;
  for (CUfunction one : all) {
    const char* name = nullptr;
    OK(cuFuncGetName(&name, one));
    found += std::strcmp(name, "axpy") == 0 || std::strcmp(name, "_Z7mangledv") == 0;
  }
  THAT(found == 2);
  CUfunction none = nullptr;
  IS(cuModuleGetFunction(&none, module, "mangled"), CUDA_ERROR_NOT_FOUND);
  CUfunction look_up = function(module, "look_up");
  THAT(look_up == function(module, "look_up"));
  THAT(look_up != function(second, "look_up"));
  CUmodule of = nullptr;
  OK(cuFuncGetModule(&of, look_up));
  THAT(of == module);

  // Each module has variables of its own.
  CUdeviceptr table = 0, other = 0, counted = 0, out = 0;
  std::size_t bytes = 0;
  OK(cuModuleGetGlobal(&table, &bytes, module, "table"));
  THAT(bytes == 32 * sizeof(int));
  OK(cuModuleGetGlobal(&other, nullptr, second, "table"));
  OK(cuModuleGetGlobal(&counted, nullptr, module, "counted"));
  THAT(table != other);
  IS(cuModuleGetGlobal(&table, &bytes, module, "tables"), CUDA_ERROR_NOT_FOUND);
  std::vector<int> squares(32);
  for (int i = 0; i < 32; ++i) squares[i] = i * i;
  OK(cuMemcpyHtoD(table, squares.data(), bytes = 32 * sizeof(int)));
  OK(cuMemAlloc(&out, 64 * sizeof(int)));
  void* arguments[] = {&out};
  OK(cuLaunchKernel(look_up, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr));
  const auto values_of = read<int>(out, 64);
  for (int i = 0; i < 64; ++i) THAT(values_of[i] == squares[31 - i % 32] + 5 + i % 4);
  THAT(read<unsigned long long>(counted, 1)[0] == 64 * 63 / 2);
  OK(cuLaunchKernel(function(second, "look_up"), 1, 1, 1, 32, 1, 1, 0, nullptr, arguments,
                    nullptr));
  THAT(read<int>(out, 1)[0] == 5);
  THAT(read<unsigned long long>(counted, 1)[0] == 64 * 63 / 2);

  OK(cuModuleUnload(module));
  IS(cuModuleUnload(module), CUDA_ERROR_INVALID_HANDLE);
  IS(cuModuleGetFunction(&none, module, "axpy"), CUDA_ERROR_INVALID_HANDLE);
  IS(cuLaunchKernel(look_up, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr),
     CUDA_ERROR_INVALID_HANDLE);
  std::puts("PASS");
}
