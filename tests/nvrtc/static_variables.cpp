// SPDX-License-Identifier: Apache-2.0
// Static variables of a module are the host's, too: by a name expression, their symbol and the name
// in the source; what it writes is what kernels read, and what they write it reads.
#include "nvrtc_test.h"

constexpr const char* kSource = R"(
static __constant__ int table[40];
static __constant__ int four[4] = {10, 20, 30, 40};
static __device__ int seen[40];
static __device__ int factor = 3;
namespace inner { static __constant__ int shift; }
static const int fixed[4] = {1, 2, 3, 4};
extern "C" __global__ void look(int* out) {
  const int i = threadIdx.x;
  seen[i] = table[i] + 1;
  out[i] = table[i] * factor + four[i % 4] + inner::shift + fixed[i % 4];
}
)";

namespace {

CUdeviceptr variable(CUmodule module, const char* name, std::size_t wanted) {
  CUdeviceptr found = 0;
  std::size_t bytes = 0;
  OK(cuModuleGetGlobal(&found, &bytes, module, name));
  THAT(bytes == wanted);
  return found;
}

void look(CUmodule module, const char* table_name, const char* shift_name) {
  auto out = ints_of(function(module, "look"), 40);
  for (int i = 0; i < 40; ++i) THAT(out[i] == 10 * (i % 4 + 1) + i % 4 + 1);
  std::vector<int> squares(40);
  for (int i = 0; i < 40; ++i) squares[i] = i * i;
  const int others[] = {100, 200, 300, 400}, five = 5, shift = 7000;
  OK(cuMemcpyHtoD(variable(module, table_name, 160), squares.data(), 160));
  OK(cuMemcpyHtoD(variable(module, "four", 16), others, 16));
  OK(cuMemcpyHtoD(variable(module, "_ZL6factor", 4), &five, 4));
  OK(cuMemcpyHtoD(variable(module, shift_name, 4), &shift, 4));
  THAT(variable(module, "_ZL6factor", 4) == variable(module, "factor", 4));
  out = ints_of(function(module, "look"), 40);
  for (int i = 0; i < 40; ++i) THAT(out[i] == 5 * i * i + 100 * (i % 4 + 1) + 7000 + i % 4 + 1);
  std::vector<int> seen(40);
  OK(cuMemcpyDtoH(seen.data(), variable(module, "seen", 160), 160));
  for (int i = 0; i < 40; ++i) THAT(seen[i] == i * i + 1);
  CUdeviceptr none = 0;
  THAT(cuModuleGetGlobal(&none, nullptr, module, "tabl") == CUDA_ERROR_NOT_FOUND);
  THAT(cuModuleGetGlobal(&none, nullptr, module, "shift") == CUDA_ERROR_NOT_FOUND);
}

}  // namespace

int main() {
  begin();
  nvrtcProgram program = program_of(kSource, "static.cu");
  IS(nvrtcAddNameExpression(program, "&table"), NVRTC_SUCCESS);
  IS(nvrtcAddNameExpression(program, "&inner::shift"), NVRTC_SUCCESS);
  must_compile(program);
  const char *table = nullptr, *shift = nullptr;
  IS(nvrtcGetLoweredName(program, "&table", &table), NVRTC_SUCCESS);
  IS(nvrtcGetLoweredName(program, "&inner::shift", &shift), NVRTC_SUCCESS);
  look(module_of(program), table, shift);

  std::size_t length = 0;
  IS(nvrtcGetPTXSize(program, &length), NVRTC_SUCCESS);
  std::string ptx(length, '?');
  IS(nvrtcGetPTX(program, ptx.data()), NVRTC_SUCCESS);
  CUmodule module = nullptr;
  OK(cuModuleLoadData(&module, ptx.c_str()));
  look(module, table, shift);
  std::puts("PASS");
}
