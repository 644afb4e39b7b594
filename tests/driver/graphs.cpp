// SPDX-License-Identifier: Apache-2.0
// A graph of a fill, a kernel, a copy and a host function; a captured one; streams and events.
#include "driver.h"

namespace {
int calls = 0;
}

int main() {
  OK(cuInit(0));
  CUcontext context;
  OK(cuCtxCreate(&context, 0, 0));
  CUmodule module = kernels();
  const int n = 100;
  CUdeviceptr x, y;
  OK(cuMemAlloc(&x, n * 4));
  OK(cuMemAlloc(&y, n * 4));
  std::vector<float> ramp(n), out(n);
  for (int i = 0; i < n; ++i) ramp[i] = i;
  OK(cuMemcpyHtoD(x, ramp.data(), n * 4));

  CUgraph graph;
  CUgraphNode fill, kernel, copy, host;
  OK(cuGraphCreate(&graph, 0));
  CUDA_MEMSET_NODE_PARAMS fill_params{y, 0, 0x3f800000u, 4, n, 1};
  OK(cuGraphAddMemsetNode(&fill, graph, nullptr, 0, &fill_params, context));
  float a = 2;
  int count = n;
  void* arguments[] = {&y, &x, &a, &count};
  CUDA_KERNEL_NODE_PARAMS kernel_params{};
  kernel_params.func = function(module, "axpy");
  kernel_params.gridDimX = 4, kernel_params.gridDimY = kernel_params.gridDimZ = 1;
  kernel_params.blockDimX = 32, kernel_params.blockDimY = kernel_params.blockDimZ = 1;
  kernel_params.kernelParams = arguments;
  OK(cuGraphAddKernelNode(&kernel, graph, &fill, 1, &kernel_params));
  CUDA_MEMCPY3D copy_params{};
  copy_params.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy_params.srcDevice = y;
  copy_params.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy_params.dstHost = out.data();
  copy_params.WidthInBytes = n * 4, copy_params.Height = copy_params.Depth = 1;
  OK(cuGraphAddMemcpyNode(&copy, graph, &kernel, 1, &copy_params, context));
  CUDA_HOST_NODE_PARAMS host_params{[](void* of) { ++*static_cast<int*>(of); }, &calls};
  OK(cuGraphAddHostNode(&host, graph, &copy, 1, &host_params));
  CUgraphNodeType type{};
  OK(cuGraphNodeGetType(copy, &type));
  THAT(type == CU_GRAPH_NODE_TYPE_MEMCPY);
  CUDA_KERNEL_NODE_PARAMS known{};
  OK(cuGraphKernelNodeGetParams(kernel, &known));
  THAT(known.func == kernel_params.func && known.gridDimX == 4 && known.blockDimX == 32);

  CUgraphExec exec;
  CUstream stream;
  OK(cuStreamCreate(&stream, 0));
  OK(cuGraphInstantiate(&exec, graph, 0));
  OK(cuGraphLaunch(exec, stream));
  OK(cuStreamSynchronize(stream));
  for (int i = 0; i < n; ++i) THAT(out[i] == 1 + 2 * i);
  a = 5;
  OK(cuGraphExecKernelNodeSetParams(exec, kernel, &kernel_params));
  OK(cuGraphLaunch(exec, stream));
  OK(cuStreamSynchronize(stream));
  for (int i = 0; i < n; ++i) THAT(out[i] == 1 + 5 * i);
  THAT(calls == 2);

  CUgraph captured;
  CUgraphExec second;
  std::size_t nodes = 0;
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
  OK(cuMemsetD32Async(y, 0, n, stream));
  OK(cuLaunchKernel(kernel_params.func, 4, 1, 1, 32, 1, 1, 0, stream, arguments, nullptr));
  OK(cuStreamEndCapture(stream, &captured));
  OK(cuGraphGetNodes(captured, nullptr, &nodes));
  THAT(nodes == 2);
  OK(cuGraphInstantiate(&second, captured, 0));
  CUevent begin, end;
  OK(cuEventCreate(&begin, 0));
  OK(cuEventCreate(&end, 0));
  OK(cuEventRecord(begin, stream));
  OK(cuGraphLaunch(second, stream));
  OK(cuEventRecord(end, stream));
  OK(cuEventSynchronize(end));
  float time = -1;
  OK(cuEventElapsedTime(&time, begin, end));
  THAT(time >= 0);
  out = read<float>(y, n);
  for (int i = 0; i < n; ++i) THAT(out[i] == 5 * i);
  CUcontext of = nullptr;
  OK(cuStreamGetCtx(stream, &of));
  THAT(of == context);
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  OK(cuCtxDestroy(context));
  std::puts("PASS");
}
