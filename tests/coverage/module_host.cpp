// SPDX-License-Identifier: Apache-2.0
// module_host FILE...: loads a module, a file of an image or of PTX; several are linked; of a .cu
// NVRTC makes one, with --ptx as PTX. Launches it, twice, and prints what came out.
#include <nvrtc.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "../driver/checks.h"

namespace {

std::string text_of(const char* path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string compiled(const char* path, bool as_ptx) {
  nvrtcProgram program = nullptr;
  nvrtcCreateProgram(&program, text_of(path).c_str(), path, 0, nullptr, nullptr);
  const char* options[] = {"--coverage", "-arch=sm_90", "-default-device"};
  if (nvrtcCompileProgram(program, 3, options) != NVRTC_SUCCESS) {  // true 0, false 1
    std::string log(100000, 0);                                     // runs 0
    nvrtcGetProgramLog(program, log.data());
    std::printf("FAIL: %s\n", log.c_str());
    std::exit(1);
  }
  std::size_t size = 0;
  as_ptx ? nvrtcGetPTXSize(program, &size) : nvrtcGetCUBINSize(program, &size);
  std::string image(size, 0);
  as_ptx ? nvrtcGetPTX(program, image.data()) : nvrtcGetCUBIN(program, image.data());
  return image;
}

CUmodule load(int count, char** files, bool as_ptx) {
  CUmodule module = nullptr;
  if (count == 1 && std::string(files[0]).ends_with(".cu")) {
    OK(cuModuleLoadData(&module, compiled(files[0], as_ptx).data()));
    return module;
  }
  if (count == 1) {
    OK(cuModuleLoad(&module, files[0]));
    return module;
  }
  CUlinkState link = nullptr;
  OK(cuLinkCreate(0, nullptr, nullptr, &link));
  for (int i = 0; i < count; ++i) {
    OK(cuLinkAddFile(link, CU_JIT_INPUT_CUBIN, files[i], 0, nullptr, nullptr));
  }
  void* image = nullptr;
  std::size_t size = 0;
  OK(cuLinkComplete(link, &image, &size));
  OK(cuModuleLoadData(&module, image));
  return module;
}

}  // namespace

int main(int argc, char** argv) {
  const bool as_ptx = argc > 2 && std::string(argv[1]) == "--ptx";
  const int first = as_ptx ? 2 : 1;
  constexpr int kCount = 100;
  CUcontext context = nullptr;
  OK(cuInit(0));
  OK(cuCtxCreate(&context, 0, 0));
  CUmodule module = load(argc - first, argv + first, as_ptx);
  CUfunction kernel = nullptr;
  OK(cuModuleGetFunction(&kernel, module, "work"));
  CUdeviceptr out = 0;
  OK(cuMemAlloc(&out, kCount * sizeof(int)));
  int count = kCount;
  void* arguments[] = {&out, &count};
  for (int k = 0; k < 2; ++k) {
    OK(cuLaunchKernel(kernel, 2, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr));  // runs 2
  }
  int values[kCount];
  OK(cuMemcpyDtoH(values, out, sizeof values));
  unsigned sum = 0;
  for (const int value : values) sum = sum * 31 + value;
  std::printf("%u\n", sum);
  OK(cuModuleUnload(module));
}
