// SPDX-License-Identifier: Apache-2.0
// What the programs share.
#pragma once

#include <nvrtc.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "../driver/checks.h"

#define IS(call, wanted)                                                                   \
  do {                                                                                     \
    if (const nvrtcResult got_ = (call); got_ != (wanted)) {                               \
      std::printf("FAIL line %d: %s is %s\n", __LINE__, #call, nvrtcGetErrorString(got_)); \
      std::exit(1);                                                                        \
    }                                                                                      \
  } while (false)

inline std::string log_of(nvrtcProgram program) {
  std::size_t size = 0;
  THAT(nvrtcGetProgramLogSize(program, &size) == NVRTC_SUCCESS && size > 0);
  std::string log(size, '?');
  THAT(nvrtcGetProgramLog(program, log.data()) == NVRTC_SUCCESS);
  THAT(log.back() == '\0');
  log.pop_back();
  return log;
}

struct Header {
  const char* name;
  const char* text;
};

inline nvrtcProgram program_of(const char* source, const char* name = nullptr,
                               const std::vector<Header>& headers = {}) {
  std::vector<const char*> names, texts;
  for (const Header& header : headers) {
    names.push_back(header.name);
    texts.push_back(header.text);
  }
  nvrtcProgram program = nullptr;
  THAT(nvrtcCreateProgram(&program, source, name, int(headers.size()), texts.data(),
                          names.data()) == NVRTC_SUCCESS);
  return program;
}

inline nvrtcResult compile(nvrtcProgram program, std::vector<const char*> options) {
  return nvrtcCompileProgram(program, int(options.size()), options.data());
}

// Compiles for sm_90; ends the test with the log if that fails.
inline void must_compile(nvrtcProgram program, std::vector<const char*> options = {}) {
  options.push_back("--gpu-architecture=sm_90");
  if (compile(program, options) == NVRTC_SUCCESS) return;
  std::printf("FAIL: does not compile:\n%s", log_of(program).c_str());
  std::exit(1);
}

inline CUmodule module_of(nvrtcProgram program) {
  std::size_t size = 0;
  THAT(nvrtcGetCUBINSize(program, &size) == NVRTC_SUCCESS && size > 0);
  std::vector<char> image(size);
  THAT(nvrtcGetCUBIN(program, image.data()) == NVRTC_SUCCESS);
  CUmodule module = nullptr;
  OK(cuModuleLoadData(&module, image.data()));
  return module;
}

inline CUfunction function(CUmodule module, const char* name) {
  CUfunction found = nullptr;
  OK(cuModuleGetFunction(&found, module, name));
  return found;
}

inline void begin() {
  CUcontext context = nullptr;
  OK(cuInit(0));
  OK(cuCtxCreate(&context, 0, 0));
}

// out[i] of a kernel (int* out) with `threads` threads.
inline std::vector<int> ints_of(CUfunction kernel, int threads) {
  CUdeviceptr out = 0;
  OK(cuMemAlloc(&out, threads * sizeof(int)));
  OK(cuMemsetD32(out, 0xdeadbeef, threads));
  void* arguments[] = {&out};
  OK(cuLaunchKernel(kernel, 1, 1, 1, threads, 1, 1, 0, nullptr, arguments, nullptr));
  std::vector<int> values(threads);
  OK(cuMemcpyDtoH(values.data(), out, threads * sizeof(int)));
  OK(cuMemFree(out));
  return values;
}
