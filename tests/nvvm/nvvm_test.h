// SPDX-License-Identifier: Apache-2.0
// What the programs share.
#pragma once

#include <nvvm.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "../driver/checks.h"

#define IS(call, wanted)                                                                  \
  do {                                                                                    \
    if (const nvvmResult got_ = (call); got_ != (wanted)) {                               \
      std::printf("FAIL line %d: %s is %s\n", __LINE__, #call, nvvmGetErrorString(got_)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (false)

// What every module begins with.
inline const std::string kTarget =
    "target datalayout = \"e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-"
    "f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64\"\n"
    "target triple = \"nvptx64-nvidia-cuda\"\n";
// !0 is the kernel's; what every module ends with.
inline const std::string kVersion =
    "!nvvm.annotations = !{!0}\n!nvvmir.version = !{!1}\n"
    "!1 = !{i32 2, i32 0, i32 3, i32 1}\n";

inline std::string log_of(nvvmProgram program) {
  std::size_t size = 0;
  IS(nvvmGetProgramLogSize(program, &size), NVVM_SUCCESS);
  std::string log(size, '?');
  IS(nvvmGetProgramLog(program, log.data()), NVVM_SUCCESS);
  THAT(log.back() == '\0');
  log.pop_back();
  return log;
}

inline nvvmProgram program_of(const std::string& module, const char* name = nullptr) {
  nvvmProgram program = nullptr;
  IS(nvvmCreateProgram(&program), NVVM_SUCCESS);
  IS(nvvmAddModuleToProgram(program, module.data(), module.size(), name), NVVM_SUCCESS);
  return program;
}

inline std::string file(const char* path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

inline nvvmResult verify(nvvmProgram program, std::vector<const char*> options = {}) {
  return nvvmVerifyProgram(program, int(options.size()), options.data());
}
inline nvvmResult compile(nvvmProgram program, std::vector<const char*> options = {}) {
  return nvvmCompileProgram(program, int(options.size()), options.data());
}

// Verifies and compiles for compute_90; ends the test with the log if that fails.
inline std::string ptx_of(nvvmProgram program, std::vector<const char*> options = {}) {
  options.push_back("-arch=compute_90");
  if (verify(program, options) != NVVM_SUCCESS || compile(program, options) != NVVM_SUCCESS) {
    std::printf("FAIL: does not compile:\n%s", log_of(program).c_str());
    std::exit(1);
  }
  std::size_t size = 0;
  IS(nvvmGetCompiledResultSize(program, &size), NVVM_SUCCESS);
  std::string ptx(size, '?');
  IS(nvvmGetCompiledResult(program, ptx.data()), NVVM_SUCCESS);
  THAT(ptx.back() == '\0');
  ptx.pop_back();
  return ptx;
}

inline void begin() {
  CUcontext context = nullptr;
  OK(cuInit(0));
  OK(cuCtxCreate(&context, 0, 0));
}

inline CUfunction kernel_of(const std::string& ptx, const char* name) {
  CUmodule module = nullptr;
  CUfunction found = nullptr;
  OK(cuModuleLoadData(&module, ptx.c_str()));
  OK(cuModuleGetFunction(&found, module, name));
  return found;
}

// What the kernel (T* data) makes of `data`, with a thread for each element and blocks of `block`.
template <typename T>
std::vector<T> run(CUfunction kernel, std::vector<T> data, unsigned block, unsigned shared = 0) {
  CUdeviceptr device = 0;
  OK(cuMemAlloc(&device, data.size() * sizeof(T)));
  OK(cuMemcpyHtoD(device, data.data(), data.size() * sizeof(T)));
  void* arguments[] = {&device};
  OK(cuLaunchKernel(kernel, unsigned(data.size()) / block, 1, 1, block, 1, 1, shared, nullptr,
                    arguments, nullptr));
  OK(cuMemcpyDtoH(data.data(), device, data.size() * sizeof(T)));
  OK(cuMemFree(device));
  return data;
}
