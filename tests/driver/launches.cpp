// SPDX-License-Identifier: Apache-2.0
// Launches: parameters one by one and in a buffer, attributes, what is refused, and a fault.
#include <cstddef>

#include "driver.h"

namespace {

struct Pair {
  char tag;
  double value;
};
// As the kernel "parameters" has them.
struct Packed {
  CUdeviceptr out;
  char a;
  Pair b;
  short c;
};

void check_parameters(CUdeviceptr out, double sum) {
  const auto values = read<double>(out, 40);
  for (int i = 0; i < 40; ++i) THAT(values[i] == sum + i);
}

}  // namespace

int main() {
  OK(cuInit(0));
  CUcontext context;
  OK(cuCtxCreate(&context, 0, 0));
  CUmodule module = kernels();

  const int n = 1000;
  std::vector<float> x(n), y(n);
  for (int i = 0; i < n; ++i) x[i] = i % 17, y[i] = i % 5;
  CUdeviceptr dx, dy;
  OK(cuMemAlloc(&dx, n * 4));
  OK(cuMemAlloc(&dy, n * 4));
  OK(cuMemcpyHtoD(dx, x.data(), n * 4));
  OK(cuMemcpyHtoD(dy, y.data(), n * 4));
  float a = 3;
  int count = n;
  void* arguments[] = {&dy, &dx, &a, &count};
  CUfunction axpy = function(module, "axpy");
  OK(cuLaunchKernel(axpy, 8, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr));
  const auto sums = read<float>(dy, n);
  for (int i = 0; i < n; ++i) THAT(sums[i] == y[i] + 3 * x[i]);

  CUdeviceptr out;
  OK(cuMemAlloc(&out, 40 * 8));
  Packed packed{out, 3, {4, 5}, 6};
  void* one_by_one[] = {&packed.out, &packed.a, &packed.b, &packed.c};
  CUfunction parameters = function(module, "parameters");
  OK(cuLaunchKernel(parameters, 1, 1, 1, 40, 1, 1, 0, nullptr, one_by_one, nullptr));
  check_parameters(out, 3 + 40 + 500 + 6000);
  packed = {out, 1, {2, 3}, 4};
  std::size_t size = sizeof packed;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  OK(cuLaunchKernel(parameters, 1, 1, 1, 40, 1, 1, 0, nullptr, nullptr, extra));
  check_parameters(out, 1 + 20 + 300 + 4000);
  std::size_t offset = 0, bytes = 0;
  OK(cuFuncGetParamInfo(parameters, 2, &offset, &bytes));
  THAT(offset == offsetof(Packed, b) && bytes == sizeof(Pair));
  IS(cuFuncGetParamInfo(parameters, 4, &offset, &bytes), CUDA_ERROR_INVALID_VALUE);

  // Refused.
  size = 8;
  IS(cuLaunchKernel(parameters, 1, 1, 1, 40, 1, 1, 0, nullptr, nullptr, extra),
     CUDA_ERROR_INVALID_VALUE);
  IS(cuLaunchKernel(parameters, 1, 1, 1, 40, 1, 1, 0, nullptr, one_by_one, extra),
     CUDA_ERROR_INVALID_VALUE);
  IS(cuLaunchKernel(parameters, 1, 1, 1, 40, 1, 1, 0, nullptr, nullptr, nullptr),
     CUDA_ERROR_INVALID_VALUE);
  IS(cuLaunchKernel(axpy, 0, 1, 1, 128, 1, 1, 0, nullptr, arguments, nullptr),
     CUDA_ERROR_INVALID_VALUE);
  IS(cuLaunchKernel(axpy, 1, 1, 1, 2048, 1, 1, 0, nullptr, arguments, nullptr),
     CUDA_ERROR_INVALID_VALUE);
  IS(cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr),
     CUDA_ERROR_INVALID_HANDLE);

  // Dynamic shared memory beyond 48 KiB is asked for first.
  CUfunction reverse = function(module, "reverse");
  CUdeviceptr data;
  std::vector<int> numbers(96);
  for (int i = 0; i < 96; ++i) numbers[i] = 3 * i;
  OK(cuMemAlloc(&data, 96 * 4));
  OK(cuMemcpyHtoD(data, numbers.data(), 96 * 4));
  void* pointers[] = {&data};
  IS(cuLaunchKernel(reverse, 1, 1, 1, 96, 1, 1, 64 << 10, nullptr, pointers, nullptr),
     CUDA_ERROR_INVALID_VALUE);
  OK(cuFuncSetAttribute(reverse, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 64 << 10));
  OK(cuLaunchKernel(reverse, 1, 1, 1, 96, 1, 1, 64 << 10, nullptr, pointers, nullptr));
  auto got = read<int>(data, 96);
  for (int i = 0; i < 96; ++i) THAT(got[i] == 3 * (95 - i));

  CUfunction around = function(module, "around");
  OK(cuLaunchCooperativeKernel(around, 5, 1, 1, 1, 1, 1, 0, nullptr, pointers));
  got = read<int>(data, 5);
  for (int i = 0; i < 5; ++i) THAT(got[i] == 10 * ((i + 1) % 5));

  CUlaunchAttribute cluster{};
  cluster.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  cluster.value.clusterDim.x = 2;
  cluster.value.clusterDim.y = cluster.value.clusterDim.z = 1;
  CUlaunchConfig config{};
  config.gridDimX = 4;
  config.gridDimY = config.gridDimZ = config.blockDimX = config.blockDimY = config.blockDimZ = 1;
  config.attrs = &cluster;
  config.numAttrs = 1;
  OK(cuLaunchKernelEx(&config, function(module, "clusters"), pointers, nullptr));
  got = read<int>(data, 4);
  for (int i = 0; i < 4; ++i) THAT(got[i] == i % 2);

  int threads = 0, blocks = 0, grid = 0;
  OK(cuFuncGetAttribute(&threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, axpy));
  THAT(threads == 1024);
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, axpy, 256, 0));
  THAT(blocks >= 1);
  OK(cuOccupancyMaxPotentialBlockSize(&grid, &threads, axpy, nullptr, 0, 0));
  THAT(grid > 0 && threads > 0 && threads <= 1024);

  OK(cuLaunchKernel(function(module, "out_of_bounds"), 1, 1, 1, 1, 1, 1, 0, nullptr, pointers,
                    nullptr));
  IS(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
  IS(cuMemFree(data), CUDA_ERROR_ILLEGAL_ADDRESS);
  std::puts("PASS");
}
