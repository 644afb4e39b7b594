// SPDX-License-Identifier: Apache-2.0
// -dlto: two programs, linked by nvJitLink, as PTX, too, and by the driver; there is neither CUBIN
// nor PTX of them alone.
#include <nvJitLink.h>

#include "nvrtc_test.h"

namespace {

constexpr int kLanes = 96;

constexpr const char* kCaller =
    "extern __device__ float weigh(float x, int lane);\n"
    "extern \"C\" __global__ void k(float* out) {\n"
    "  out[threadIdx.x] = weigh(threadIdx.x * 0.5f, threadIdx.x % 7);\n}\n";
constexpr const char* kCallee =
    "__device__ float weigh(float x, int lane) { return lane * 3 - x; }\n";

std::vector<char> code_of(const char* source, bool lto = true) {
  nvrtcProgram program = program_of(source);
  if (lto) {
    IS(compile(program, {"-arch=compute_90", "-dlto"}), NVRTC_SUCCESS);
  } else {
    must_compile(program);
  }
  std::size_t size = 1, cubin = 1, ptx = 1;
  IS(nvrtcGetLTOIRSize(program, &size), NVRTC_SUCCESS);
  IS(nvrtcGetLTOIRSize(program, nullptr), NVRTC_ERROR_INVALID_INPUT);
  std::vector<char> code(size + 1);
  IS(nvrtcGetLTOIR(program, code.data()), lto ? NVRTC_SUCCESS : NVRTC_ERROR_INVALID_PROGRAM);
  IS(nvrtcGetCUBINSize(program, &cubin), NVRTC_SUCCESS);
  IS(nvrtcGetPTXSize(program, &ptx), NVRTC_SUCCESS);
  THAT((ptx > 1) == !lto);
  THAT((size > 0) == lto && (cubin == 0) == lto);
  code.pop_back();
  IS(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  return code;
}

void runs(const void* image) {
  CUmodule module = nullptr;
  CUfunction kernel = nullptr;
  CUdeviceptr out = 0;
  OK(cuModuleLoadData(&module, image));
  OK(cuModuleGetFunction(&kernel, module, "k"));
  OK(cuMemAlloc(&out, kLanes * sizeof(float)));
  void* arguments[] = {&out};
  OK(cuLaunchKernel(kernel, 1, 1, 1, kLanes, 1, 1, 0, nullptr, arguments, nullptr));
  float got[kLanes] = {};
  OK(cuMemcpyDtoH(got, out, sizeof got));
  for (int i = 0; i < kLanes; ++i) THAT(got[i] == i % 7 * 3 - i * 0.5f);
  OK(cuMemFree(out));
  OK(cuModuleUnload(module));
}

// -lto -ptx: a text in which the function has become part of the kernel.
std::string linked_ptx(const std::vector<const std::vector<char>*>& codes, const char* arch) {
  nvJitLinkHandle linker = nullptr;
  const char* options[] = {"-lto", "-ptx", arch};
  THAT(nvJitLinkCreate(&linker, 3, options) == NVJITLINK_SUCCESS);
  for (const auto* code : codes) {
    THAT(nvJitLinkAddData(linker, NVJITLINK_INPUT_LTOIR, code->data(), code->size(), "code") ==
         NVJITLINK_SUCCESS);
  }
  THAT(nvJitLinkComplete(linker) == NVJITLINK_SUCCESS);
  std::size_t size = 0;
  THAT(nvJitLinkGetLinkedCubinSize(linker, &size) == NVJITLINK_ERROR_INTERNAL);
  THAT(nvJitLinkGetLinkedPtxSize(linker, &size) == NVJITLINK_SUCCESS);
  std::string text(size, '?');
  THAT(nvJitLinkGetLinkedPtx(linker, text.data()) == NVJITLINK_SUCCESS);
  THAT(text.find('\0') == size - 1);
  THAT(nvJitLinkDestroy(&linker) == NVJITLINK_SUCCESS);
  return text;
}

}  // namespace

int main() {
  OK(cuInit(0));
  CUcontext context;
  OK(cuCtxCreate(&context, 0, 0));
  const std::vector<char> caller = code_of(kCaller), callee = code_of(kCallee);
  THAT(code_of("__global__ void k() {}\n", false).empty());

  nvJitLinkHandle linker = nullptr;
  const char* options[] = {"-lto", "-arch=sm_90"};
  THAT(nvJitLinkCreate(&linker, 2, options) == NVJITLINK_SUCCESS);
  for (const auto* code : {&caller, &callee}) {
    THAT(nvJitLinkAddData(linker, NVJITLINK_INPUT_LTOIR, code->data(), code->size(), "code") ==
         NVJITLINK_SUCCESS);
  }
  THAT(nvJitLinkComplete(linker) == NVJITLINK_SUCCESS);
  std::size_t size = 0;
  THAT(nvJitLinkGetLinkedCubinSize(linker, &size) == NVJITLINK_SUCCESS);
  std::vector<char> cubin(size);
  THAT(nvJitLinkGetLinkedCubin(linker, cubin.data()) == NVJITLINK_SUCCESS);
  THAT(nvJitLinkDestroy(&linker) == NVJITLINK_SUCCESS);
  runs(cubin.data());

  const std::string text = linked_ptx({&caller, &callee}, "-arch=compute_90");
  THAT(text.find(".target sm_90") != std::string::npos);
  THAT(text.find("call") == std::string::npos && text.find("weigh") == std::string::npos);
  runs(text.c_str());
  THAT(linked_ptx({&caller}, "-arch=sm_90").find(".extern .func") != std::string::npos);
  THAT(linked_ptx({&callee}, "-arch=sm_90").find(".func") == std::string::npos);

  CUlinkState state = nullptr;
  OK(cuLinkCreate(0, nullptr, nullptr, &state));
  for (const auto* code : {&callee, &caller}) {
    OK(cuLinkAddData(state, CU_JIT_INPUT_NVVM, const_cast<char*>(code->data()), code->size(),
                     "code", 0, nullptr, nullptr));
  }
  void* linked = nullptr;
  OK(cuLinkComplete(state, &linked, &size));
  runs(linked);
  OK(cuLinkDestroy(state));
  std::puts("PASS");
}
