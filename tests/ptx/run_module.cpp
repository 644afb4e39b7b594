// SPDX-License-Identifier: Apache-2.0
// run_module MODULE KERNEL...: loads a module (PTX or an image), launches each kernel (int* out,
// const int* in, int n, Parameters) on 3 blocks of 96 threads, and prints a hash of all that it
// wrote. The same program runs on a GPU.
#include <cuda.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define OK(call)                                                                       \
  do {                                                                                 \
    if (const CUresult got_ = (call); got_ != CUDA_SUCCESS) {                          \
      std::printf("FAIL: %s is %d\n%s", #call, static_cast<int>(got_), errors.data()); \
      return 1;                                                                        \
    }                                                                                  \
  } while (false)

struct Parameters {
  int factor;
  short offsets[3];
  double scale;
};

int main(int argc, char** argv) {
  constexpr int kCount = 251, kRoom = 320;
  std::vector<char> errors(4096);
  OK(cuInit(0));
  CUdevice device;
  CUcontext context;
  OK(cuDeviceGet(&device, 0));
  OK(cuDevicePrimaryCtxRetain(&context, device));
  OK(cuCtxSetCurrent(context));
  std::FILE* file = std::fopen(argv[1], "rb");
  if (!file) return 2;
  std::vector<char> image(1 << 22);
  image.resize(std::fread(image.data(), 1, image.size(), file) + 1);
  image.back() = 0;
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {errors.data(), reinterpret_cast<void*>(errors.size())};
  CUmodule module;
  OK(cuModuleLoadDataEx(&module, image.data(), 2, options, values));
  std::vector<int> numbers(kRoom);
  std::uint32_t state = 12345;
  for (int& number : numbers) {
    state = state * 1664525u + 1013904223u;
    number = static_cast<int>(state) >> (state >> 28);
  }
  CUdeviceptr in, out;
  OK(cuMemAlloc(&in, kRoom * 4));
  OK(cuMemAlloc(&out, kRoom * 4));
  OK(cuMemcpyHtoD(in, numbers.data(), kRoom * 4));
  for (int k = 2; k < argc; ++k) {
    CUfunction kernel;
    OK(cuModuleGetFunction(&kernel, module, argv[k]));
    OK(cuMemsetD32(out, 0x01020304, kRoom));
    int n = kCount;
    Parameters parameters{3, {-7, 100, 2000}, 0.5};
    void* arguments[] = {&out, &in, &n, &parameters};
    OK(cuLaunchKernel(kernel, 3, 1, 1, 96, 1, 1, 96 * 6, nullptr, arguments, nullptr));
    OK(cuMemcpyDtoH(numbers.data(), out, kRoom * 4));
    std::uint64_t hash = 1469598103934665603ull;
    for (const int number : numbers)
      hash = (hash ^ static_cast<std::uint32_t>(number)) * 1099511628211ull;
    std::printf("%-16s %016llx", argv[k], static_cast<unsigned long long>(hash));
    for (int i = 0; i < 4; ++i) std::printf(" %d", numbers[i * 61]);
    std::printf("\n");
  }
}
