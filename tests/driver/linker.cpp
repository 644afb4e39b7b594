// SPDX-License-Identifier: Apache-2.0
// cuLink*: PTX and images become one module, in which each finds what the others define.
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "driver.h"
#include "linked_ptx.h"

namespace {

struct Link {
  CUlinkState state = nullptr;
  std::vector<char> errors = std::vector<char>(2000, '?'), info = std::vector<char>(2000, '?');
  CUjit_option options[6] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
                             CU_JIT_INFO_LOG_BUFFER,  CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES,
                             CU_JIT_LOG_VERBOSE,      CU_JIT_WALL_TIME};
  void* values[6] = {errors.data(),
                     reinterpret_cast<void*>(errors.size()),
                     info.data(),
                     reinterpret_cast<void*>(info.size()),
                     reinterpret_cast<void*>(1),
                     nullptr};

  Link() { OK(cuLinkCreate(6, options, values, &state)); }
  ~Link() { OK(cuLinkDestroy(state)); }

  CUresult add(const std::string& text, const char* name, CUjitInputType type = CU_JIT_INPUT_PTX) {
    return cuLinkAddData(state, type, const_cast<char*>(text.c_str()), text.size() + 1, name, 0,
                         nullptr, nullptr);
  }
  CUresult add_file(CUjitInputType type, const char* path) {
    return cuLinkAddFile(state, type, path, 0, nullptr, nullptr);
  }
  CUmodule module() {
    void* cubin = nullptr;
    std::size_t size = 0;
    const CUresult result = cuLinkComplete(state, &cubin, &size);
    if (result != CUDA_SUCCESS) std::puts(errors.data());
    OK(result);
    THAT(size > 0);
    CUmodule made = nullptr;
    OK(cuModuleLoadData(&made, cubin));
    return made;
  }
  void fails(CUresult wanted, const char* words) {
    void* cubin = nullptr;
    std::size_t size = 0;
    IS(cuLinkComplete(state, &cubin, &size), wanted);
    says(words);
  }
  void says(const char* words) {
    if (std::strstr(errors.data(), words)) return;
    std::printf("FAIL: '%s', not '%s'\n", errors.data(), words);
    std::exit(1);
  }
};

std::vector<float> run(CUmodule module, const char* kernel) {
  CUdeviceptr out = 0;
  OK(cuMemAlloc(&out, kLanes * sizeof(float)));
  void* arguments[] = {&out};
  OK(cuLaunchKernel(function(module, kernel), 1, 1, 1, kLanes, 1, 1, 0, nullptr, arguments,
                    nullptr));
  OK(cuCtxSynchronize());
  return read<float>(out, kLanes);
}

std::string contents(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void ptx_with_ptx() {
  Link link;
  OK(link.add(kCaller, "caller"));
  OK(link.add(kCallee, "callee"));
  CUmodule module = link.module();
  const auto got = run(module, "of_ptx");
  for (int i = 0; i < kLanes; ++i) THAT(got[i] == float(i) * i + offset_of_ptx(i));
  CUdeviceptr offsets = 0;
  std::size_t bytes = 0;
  OK(cuModuleGetGlobal(&offsets, &bytes, module, "offsets"));
  THAT(bytes == 160 && read<float>(offsets, 3)[2] == 11);
  THAT(std::strstr(link.info.data(), "'of_ptx'"));
  float took = -1;
  std::memcpy(&took, &link.values[5], sizeof took);
  THAT(took > 0 && took < 1e6f);
}

// In PTX a float is a word; in the image it is a float.
void check_image(Link& link) {
  OK(link.add(kCaller, "caller"));
  OK(link.add(kScaled, nullptr));
  CUmodule module = link.module();
  auto got = run(module, "of_ptx");
  for (int i = 0; i < kLanes; ++i) THAT(got[i] == float(i) * i + 0.5f + offset_of_cuda(i));
  got = run(module, "of_cuda");
  for (int i = 0; i < kLanes; ++i) THAT(got[i] == 3 * (i + 0.25f) + offset_of_cuda(i));
}

void ptx_with_images() {
  {
    Link link;
    const std::string image = contents("linker.fatbin");
    OK(cuLinkAddData(link.state, CU_JIT_INPUT_FATBINARY, const_cast<char*>(image.data()),
                     image.size(), "image", 0, nullptr, nullptr));
    check_image(link);
  }
  {
    Link link;
    OK(link.add_file(CU_JIT_INPUT_PTX, "linker.ptx"));
    check_image(link);
  }
  {
    Link link;
    OK(link.add_file(CU_JIT_INPUT_OBJECT, "linker.o"));
    check_image(link);
  }
  Link link;
  OK(link.add_file(CU_JIT_INPUT_LIBRARY, "liblinker.a"));
  check_image(link);
}

void errors() {
  {
    Link link;
    OK(link.add(kCaller, "caller"));
    link.fails(CUDA_ERROR_INVALID_IMAGE, "unresolved: 'weigh', 'offsets'");
  }
  {
    Link link;
    OK(link.add(kCallee, "first.ptx"));
    OK(link.add(kCallee, "second.ptx"));
    link.fails(CUDA_ERROR_INVALID_IMAGE, "second.ptx, error: ");
    link.says("is defined in first.ptx, too");
  }
  {
    Link link;  // three parameters where there are two
    std::string other = kCaller;
    other.replace(other.find(", .param .b32 lane)"), 19, ")");
    other.replace(other.find("(p0, p1)"), 8, "(p0)");
    OK(link.add(other, "other"));
    OK(link.add(kCallee, "callee"));
    link.fails(CUDA_ERROR_INVALID_IMAGE, "it calls 'weigh' with other parameters than it has");
  }
  {
    Link link;
    IS(link.add(kHead + "frobnicate;", "broken.ptx"), CUDA_ERROR_INVALID_PTX);
    link.says("broken.ptx, line 4: error");
    IS(link.add("\177ELF of a vendor", "cubin", CU_JIT_INPUT_CUBIN), CUDA_ERROR_NO_BINARY_FOR_GPU);
    IS(link.add("nonsense", "cubin", CU_JIT_INPUT_CUBIN), CUDA_ERROR_INVALID_IMAGE);
    IS(link.add("nonsense", "object", CU_JIT_INPUT_OBJECT), CUDA_ERROR_INVALID_IMAGE);
    IS(link.add("nonsense", "nvvm", CU_JIT_INPUT_NVVM), CUDA_ERROR_NOT_SUPPORTED);
    link.says("NVVM code and LTO code of others are not supported");
    IS(link.add_file(CU_JIT_INPUT_PTX, "no such file"), CUDA_ERROR_FILE_NOT_FOUND);
    IS(link.add(kCaller, "", static_cast<CUjitInputType>(99)), CUDA_ERROR_INVALID_VALUE);
    IS(cuLinkAddData(link.state, CU_JIT_INPUT_PTX, nullptr, 5, "", 0, nullptr, nullptr),
       CUDA_ERROR_INVALID_VALUE);
    link.fails(CUDA_ERROR_INVALID_IMAGE, "nothing was given to link");
  }
  Link link;
  OK(link.add(kCallee, "callee"));
  link.module();
  void* cubin = nullptr;
  std::size_t size = 0;
  IS(cuLinkComplete(link.state, &cubin, &size), CUDA_ERROR_INVALID_VALUE);
  IS(link.add(kScaled, "late"), CUDA_ERROR_INVALID_VALUE);
  CUjit_option bad = static_cast<CUjit_option>(1000);
  void* value = nullptr;
  CUlinkState state = nullptr;
  IS(cuLinkCreate(1, &bad, &value, &state), CUDA_ERROR_INVALID_VALUE);
  CUjit_option target = CU_JIT_TARGET;
  value = reinterpret_cast<void*>(120);
  IS(cuLinkCreate(1, &target, &value, &state), CUDA_ERROR_NO_BINARY_FOR_GPU);
  value = reinterpret_cast<void*>(CU_TARGET_COMPUTE_100A);
  IS(cuLinkCreate(1, &target, &value, &state), CUDA_ERROR_NO_BINARY_FOR_GPU);
  static_assert(CU_TARGET_COMPUTE_90A == 0x10000 + 90);
  value = reinterpret_cast<void*>(CU_TARGET_COMPUTE_90A);
  OK(cuLinkCreate(1, &target, &value, &state));  // the H200's
  OK(cuLinkDestroy(state));
  IS(cuLinkCreate(0, nullptr, nullptr, nullptr), CUDA_ERROR_INVALID_VALUE);
  OK(cuLinkCreate(0, nullptr, nullptr, &state));
  OK(cuLinkDestroy(state));
  IS(cuLinkDestroy(state), CUDA_ERROR_INVALID_HANDLE);
  IS(cuLinkComplete(state, &cubin, &size), CUDA_ERROR_INVALID_HANDLE);
}

// Of what is linked and of what is loaded.
void bounds_registers() {
  const std::string text = ptx_of_many_registers();
  CUjit_option most = CU_JIT_MAX_REGISTERS;
  for (const std::uintptr_t bound : {std::uintptr_t{40}, std::uintptr_t{0}}) {
    void* value = reinterpret_cast<void*>(bound);
    const auto holds = [&](int registers) { return bound ? registers == 40 : registers > 100; };
    CUmodule module = nullptr;
    OK(cuModuleLoadDataEx(&module, text.c_str(), 1, &most, &value));
    THAT(holds(registers_of_many(module)));
    OK(cuModuleUnload(module));
    CUlinkState state = nullptr;
    OK(cuLinkCreate(1, &most, &value, &state));
    OK(cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char*>(text.c_str()), text.size() + 1,
                     "many", 0, nullptr, nullptr));
    void* cubin = nullptr;
    std::size_t size = 0;
    OK(cuLinkComplete(state, &cubin, &size));
    OK(cuModuleLoadData(&module, cubin));
    THAT(holds(registers_of_many(module)));
    OK(cuModuleUnload(module));
    OK(cuLinkDestroy(state));
  }
}

}  // namespace

int main() {
  OK(cuInit(0));
  CUcontext context;
  OK(cuCtxCreate(&context, 0, 0));
  ptx_with_ptx();
  ptx_with_images();
  bounds_registers();
  errors();
  std::puts("PASS");
}
