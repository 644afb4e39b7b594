// SPDX-License-Identifier: Apache-2.0
// Name expressions: instances of templates, kernels in namespaces, variables.
#include "nvrtc_test.h"

constexpr const char* kSource = R"(
template <class T, int factor> __global__ void scale(T* data, T by) {
  data[threadIdx.x] = data[threadIdx.x] * by + T(factor);
}
namespace shapes {
  __device__ int counter = 5;
  __constant__ int table[40];
  struct Square { int side; };
  template <class T> struct Ramp { static __device__ T value; };
  template <class T> __device__ T Ramp<T>::value = T(7);
  __global__ void look(int* out) { out[threadIdx.x] = table[threadIdx.x] + counter; }
}
static __global__ void hidden(int* out) { out[threadIdx.x] = 3 * threadIdx.x + shapes::Ramp<long>::value; }
extern "C" __global__ void plain(int* out) { out[threadIdx.x] = threadIdx.x; }
)";

int main() {
  begin();
  nvrtcProgram program = program_of(kSource, "shapes.cu");
  const char* name = nullptr;
  IS(nvrtcGetLoweredName(program, "plain", &name), NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
  for (const char* expression :
       {"scale<float, 3>", "&scale<double, -1>", "shapes::look", "&shapes::counter",
        "&shapes::table", "hidden", "plain", "&shapes::Ramp<long>::value"}) {
    IS(nvrtcAddNameExpression(program, expression), NVRTC_SUCCESS);
  }
  must_compile(program);
  IS(nvrtcAddNameExpression(program, "late"), NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
  IS(nvrtcGetLoweredName(program, "scale<int, 1>", &name), NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
  const auto lowered = [&](const char* expression) {
    const char* found = nullptr;
    IS(nvrtcGetLoweredName(program, expression, &found), NVRTC_SUCCESS);
    return found;
  };
  THAT(std::strcmp(lowered("scale<float, 3>"), "_Z5scaleIfLi3EEvPT_S0_") == 0);
  THAT(std::strcmp(lowered("plain"), "plain") == 0);
  CUmodule module = module_of(program);
  // Nothing but what the source has.
  unsigned count = 0;
  OK(cuModuleGetFunctionCount(&count, module));
  THAT(count == 5);
  CUdeviceptr none = 0;
  THAT(cuModuleGetGlobal(&none, nullptr, module, "__heddle_lowered_name_0") ==
       CUDA_ERROR_NOT_FOUND);

  std::vector<double> ramp(40);
  for (int i = 0; i < 40; ++i) ramp[i] = i * 0.5;
  CUdeviceptr data = 0;
  OK(cuMemAlloc(&data, 40 * sizeof(double)));
  OK(cuMemcpyHtoD(data, ramp.data(), 40 * sizeof(double)));
  double by = 4;
  void* arguments[] = {&data, &by};
  OK(cuLaunchKernel(function(module, lowered("&scale<double, -1>")), 1, 1, 1, 40, 1, 1, 0, nullptr,
                    arguments, nullptr));
  OK(cuMemcpyDtoH(ramp.data(), data, 40 * sizeof(double)));
  for (int i = 0; i < 40; ++i) THAT(ramp[i] == 2 * i - 1);

  CUdeviceptr table = 0, counter = 0;
  std::size_t bytes = 0;
  OK(cuModuleGetGlobal(&table, &bytes, module, lowered("&shapes::table")));
  THAT(bytes == 160);
  std::vector<int> squares(40);
  for (int i = 0; i < 40; ++i) squares[i] = i * i;
  OK(cuMemcpyHtoD(table, squares.data(), 160));
  auto out = ints_of(function(module, lowered("shapes::look")), 40);
  for (int i = 0; i < 40; ++i) THAT(out[i] == i * i + 5);
  OK(cuModuleGetGlobal(&counter, &bytes, module, lowered("&shapes::counter")));
  OK(cuMemsetD32(counter, 100, 1));
  out = ints_of(function(module, lowered("shapes::look")), 40);
  for (int i = 0; i < 40; ++i) THAT(out[i] == i * i + 100);
  out = ints_of(function(module, lowered("hidden")), 40);
  for (int i = 0; i < 40; ++i) THAT(out[i] == 3 * i + 7);

  // PTX has the same names, and none of ours.
  std::size_t length = 0;
  IS(nvrtcGetPTXSize(program, &length), NVRTC_SUCCESS);
  std::string ptx(length, '?');
  IS(nvrtcGetPTX(program, ptx.data()), NVRTC_SUCCESS);
  THAT(ptx.find("__heddle") == std::string::npos);
  OK(cuModuleLoadData(&module, ptx.c_str()));
  OK(cuModuleGetFunctionCount(&count, module));
  THAT(count == 5);
  OK(cuModuleGetGlobal(&table, &bytes, module, lowered("&shapes::table")));
  OK(cuMemcpyHtoD(table, squares.data(), 160));
  out = ints_of(function(module, lowered("shapes::look")), 40);
  for (int i = 0; i < 40; ++i) THAT(out[i] == i * i + 5);
  out = ints_of(function(module, lowered("hidden")), 40);
  for (int i = 0; i < 40; ++i) THAT(out[i] == 3 * i + 7);

  // An expression that names nothing is an error of the compilation, with its text in the log.
  nvrtcProgram wrong = program_of("__global__ void k() {}");
  IS(nvrtcAddNameExpression(wrong, "missing<int>"), NVRTC_SUCCESS);
  IS(compile(wrong, {"-arch=sm_90"}), NVRTC_ERROR_COMPILATION);
  THAT(log_of(wrong).find("missing") != std::string::npos);
  IS(nvrtcDestroyProgram(&wrong), NVRTC_SUCCESS);
  IS(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  THAT(!program);
  std::puts("PASS");
}
