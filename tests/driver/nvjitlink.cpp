// SPDX-License-Identifier: Apache-2.0
// nvJitLink: the linker without the driver's handles; its result is a module.
#include <nvJitLink.h>

#include <cstring>

#include "driver.h"
#include "linked_ptx.h"

namespace {

nvJitLinkHandle linker(std::vector<const char*> options) {
  nvJitLinkHandle handle = nullptr;
  THAT(nvJitLinkCreate(&handle, options.size(), options.data()) == NVJITLINK_SUCCESS);
  return handle;
}

std::string error_log(nvJitLinkHandle handle);

// There is a handle for wrong options, too: it has the log, in which `why` stands.
nvJitLinkResult create(std::vector<const char*> options, const char* why = "") {
  nvJitLinkHandle handle = nullptr;
  options.push_back(nullptr);  // a list without options is a list
  const auto result = nvJitLinkCreate(&handle, options.size() - 1, options.data());
  THAT(handle && error_log(handle).find(why) != std::string::npos);
  THAT(nvJitLinkDestroy(&handle) == NVJITLINK_SUCCESS);
  return result;
}

nvJitLinkResult add(nvJitLinkHandle handle, const std::string& text, const char* name,
                    nvJitLinkInputType type = NVJITLINK_INPUT_PTX) {
  return nvJitLinkAddData(handle, type, text.data(), text.size(), name);
}

std::string error_log(nvJitLinkHandle handle) {
  std::size_t size = 0;
  THAT(nvJitLinkGetErrorLogSize(handle, &size) == NVJITLINK_SUCCESS);
  std::string log(size + 1, '?');
  THAT(nvJitLinkGetErrorLog(handle, log.data()) == NVJITLINK_SUCCESS);
  THAT(log.back() == '?');
  log.resize(size);
  THAT(size == 0 || std::strlen(log.c_str()) + 1 == size);
  return log;
}

void links() {
  nvJitLinkHandle handle = linker({"-arch=sm_90", "-O3", "-lineinfo"});
  THAT(add(handle, kCaller, "caller") == NVJITLINK_SUCCESS);
  THAT(add(handle, kScaled, "scaled", NVJITLINK_INPUT_ANY) == NVJITLINK_SUCCESS);
  std::size_t size = 0;
  THAT(nvJitLinkGetLinkedCubinSize(handle, &size) == NVJITLINK_ERROR_INTERNAL);
  THAT(nvJitLinkAddFile(handle, NVJITLINK_INPUT_ANY, "linker.fatbin") == NVJITLINK_SUCCESS);
  THAT(nvJitLinkComplete(handle) == NVJITLINK_SUCCESS);
  THAT(error_log(handle).empty());
  THAT(nvJitLinkGetLinkedCubinSize(handle, &size) == NVJITLINK_SUCCESS && size > 0);
  std::vector<char> cubin(size);
  THAT(nvJitLinkGetLinkedCubin(handle, cubin.data()) == NVJITLINK_SUCCESS);
  THAT(nvJitLinkDestroy(&handle) == NVJITLINK_SUCCESS && !handle);

  CUmodule module = nullptr;
  OK(cuModuleLoadData(&module, cubin.data()));
  CUdeviceptr out = 0;
  OK(cuMemAlloc(&out, kLanes * sizeof(float)));
  void* arguments[] = {&out};
  OK(cuLaunchKernel(function(module, "of_ptx"), 1, 1, 1, kLanes, 1, 1, 0, nullptr, arguments,
                    nullptr));
  OK(cuCtxSynchronize());
  const auto got = read<float>(out, kLanes);
  for (int i = 0; i < kLanes; ++i) THAT(got[i] == float(i) * i + 0.5f + offset_of_cuda(i));
}

int registers_with(std::vector<const char*> options) {
  nvJitLinkHandle handle = linker(std::move(options));
  THAT(add(handle, ptx_of_many_registers(), "many") == NVJITLINK_SUCCESS);
  THAT(nvJitLinkComplete(handle) == NVJITLINK_SUCCESS);
  std::size_t size = 0;
  THAT(nvJitLinkGetLinkedCubinSize(handle, &size) == NVJITLINK_SUCCESS);
  std::vector<char> cubin(size);
  THAT(nvJitLinkGetLinkedCubin(handle, cubin.data()) == NVJITLINK_SUCCESS);
  THAT(nvJitLinkDestroy(&handle) == NVJITLINK_SUCCESS);
  CUmodule module = nullptr;
  OK(cuModuleLoadData(&module, cubin.data()));
  const int registers = registers_of_many(module);
  OK(cuModuleUnload(module));
  return registers;
}

void bounds_registers() {
  THAT(registers_with({"-arch=sm_90"}) > 100);
  THAT(registers_with({"-arch=sm_90", "-maxrregcount=38"}) == 38);
  THAT(registers_with({"-arch=sm_90", "-maxrregcount=255"}) > 100);
}

void errors() {
  THAT(create({}) == NVJITLINK_ERROR_MISSING_ARCH);
  THAT(create({"-arch=sm_90", "-ptx"}, "-ptx requires -lto") ==
       NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS);
  THAT(create({"-arch=compute_90", "-lto"}, "requires -ptx") ==
       NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS);
  THAT(create({"-arch=sm_90", "-frobnicate"}, "-frobnicate") ==
       NVJITLINK_ERROR_UNRECOGNIZED_OPTION);
  THAT(create({"-arch=sm_90", "--lto"}, "--lto") == NVJITLINK_ERROR_UNRECOGNIZED_OPTION);
  THAT(create({"-arch=sm_90", "-O1"}) == NVJITLINK_ERROR_UNRECOGNIZED_OPTION);
  THAT(create({"-arch=sm_90", "-O3", "-split-compile-extended=2"}) == NVJITLINK_SUCCESS);
  THAT(create({"-arch=sm_90", "-maxrregcount=few"}) == NVJITLINK_ERROR_UNRECOGNIZED_OPTION);
  THAT(create({"-arch=ninety"}) == NVJITLINK_ERROR_UNRECOGNIZED_OPTION);
  THAT(nvJitLinkCreate(nullptr, 0, nullptr) == NVJITLINK_ERROR_NULL_INPUT);
  nvJitLinkHandle handle = linker({"-arch=sm_80"});
  THAT(add(handle, kHead + "frobnicate;", "broken.ptx") == NVJITLINK_ERROR_PTX_COMPILE);
  THAT(error_log(handle).find("broken.ptx, line 4") != std::string::npos);
  THAT(add(handle, "BC", "lto", NVJITLINK_INPUT_LTOIR) == NVJITLINK_ERROR_LTO_NOT_ENABLED);
  THAT(add(handle, "BC", "any", NVJITLINK_INPUT_ANY) == NVJITLINK_ERROR_UNRECOGNIZED_INPUT);
  THAT(add(handle, "BC", "cubin", NVJITLINK_INPUT_CUBIN) == NVJITLINK_ERROR_INCORRECT_INPUT_TYPE);
  std::string newer = kCallee;
  newer.replace(newer.find("sm_80"), 5, "sm_90");
  THAT(add(handle, newer, "newer") == NVJITLINK_ERROR_ARCH_MISMATCH);
  THAT(add(handle, kCaller, "caller") == NVJITLINK_SUCCESS);
  THAT(nvJitLinkComplete(handle) == NVJITLINK_ERROR_INTERNAL);
  THAT(error_log(handle).find("unresolved: 'weigh'") != std::string::npos);
  THAT(nvJitLinkAddData(handle, NVJITLINK_INPUT_PTX, nullptr, 4, "") == NVJITLINK_ERROR_NULL_INPUT);
  std::size_t size = 0;
  THAT(nvJitLinkGetLinkedPtxSize(handle, &size) == NVJITLINK_ERROR_INVALID_INPUT);
  nvJitLinkHandle lto = linker({"-arch=sm_90", "-lto", "-ptx"});
  THAT(nvJitLinkGetLinkedPtxSize(lto, &size) == NVJITLINK_ERROR_INTERNAL);
  THAT(nvJitLinkComplete(lto) == NVJITLINK_ERROR_NVVM_COMPILE);
  THAT(add(lto, "BC", "lto", NVJITLINK_INPUT_LTOIR) == NVJITLINK_ERROR_INCORRECT_INPUT_TYPE);
  THAT(add(lto, kScaled, "scaled") == NVJITLINK_SUCCESS);
  THAT(nvJitLinkComplete(lto) == NVJITLINK_ERROR_INCORRECT_INPUT_TYPE);
  THAT(error_log(lto).find("all inputs have LTO-IR") != std::string::npos);
  THAT(nvJitLinkDestroy(&lto) == NVJITLINK_SUCCESS);
  THAT(nvJitLinkDestroy(&handle) == NVJITLINK_SUCCESS);
  THAT(nvJitLinkDestroy(&handle) == NVJITLINK_ERROR_NULL_INPUT);
  unsigned major = 0, minor = 0;
  THAT(nvJitLinkVersion(&major, &minor) == NVJITLINK_SUCCESS && major == 12 && minor == 8);
}

}  // namespace

int main() {
  OK(cuInit(0));
  CUcontext context;
  OK(cuCtxCreate(&context, 0, 0));
  links();
  bounds_registers();
  errors();
  std::puts("PASS");
}
