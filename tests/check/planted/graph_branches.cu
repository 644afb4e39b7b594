// SPDX-License-Identifier: Apache-2.0
// Nodes of graphs without an edge between them, and graphs beside other work.
#include <initializer_list>
#include <tuple>

#include "planted.h"

constexpr int kCount = 256;
constexpr std::size_t kBytes = kCount * sizeof(int);

template <class... Parameters, class... Arguments>
cudaGraphNode_t add(cudaGraph_t graph, std::initializer_list<cudaGraphNode_t> after,
                    void (*kernel)(Parameters...), Arguments... given) {
  std::tuple<Parameters...> values(given...);
  void* arguments[sizeof...(Parameters)];
  int n = 0;
  std::apply([&](auto&... value) { ((arguments[n++] = &value), ...); }, values);
  cudaKernelNodeParams node{};
  node.func = reinterpret_cast<void*>(kernel);
  node.gridDim = dim3(1);
  node.blockDim = dim3(kCount);
  node.kernelParams = arguments;
  cudaGraphNode_t made = nullptr;
  good(cudaGraphAddKernelNode(&made, graph, after.begin(), after.size(), &node));
  return made;
}

void launch(cudaGraph_t graph, cudaStream_t stream) {
  cudaGraphExec_t exec = nullptr;
  good(cudaGraphInstantiate(&exec, graph, 0));
  good(cudaGraphLaunch(exec, stream));
  good(cudaGraphLaunch(exec, stream));  // one after the other
  good(cudaStreamSynchronize(stream));
  good(cudaGraphExecDestroy(exec));
  good(cudaGraphDestroy(graph));
}

int* data() {
  int* memory = make<int>(kCount);
  good(cudaDeviceSynchronize());
  return memory;
}

__global__ void left(int* y) {
  y[threadIdx.x] = threadIdx.x;  // ERROR race
}
__global__ void right(int* y) {
  y[threadIdx.x] += threadIdx.x;  // ERROR race
}
void kernels_of_branches(cudaStream_t stream) {
  int* y = data();
  cudaGraph_t graph = nullptr;
  good(cudaGraphCreate(&graph, 0));
  const auto first = add(graph, {}, left, y);
  if (PLANT(true, false)) {
    add(graph, {}, right, y);
  } else {
    add(graph, {first}, right, y);
  }
  launch(graph, stream);
  good(cudaFree(y));
}

// The copy comes after the start, as the kernel does.
__global__ void fills(int* y) {
  y[threadIdx.x] = threadIdx.x;
}
__global__ void writes_beside(int* y) {
  y[threadIdx.x] = 4 * threadIdx.x;  // ERROR race
}
void copy_of_a_branch(cudaStream_t stream) {
  int *y = data(), *z = data();
  cudaGraph_t graph = nullptr;
  good(cudaGraphCreate(&graph, 0));
  const auto start = add(graph, {}, fills, y);
  const auto beside = add(graph, {start}, writes_beside, y);
  const cudaGraphNode_t before = PLANT(start, beside);
  cudaGraphNode_t copy = nullptr;
  good(cudaGraphAddMemcpyNode1D(&copy, graph, &before, 1, z, y, kBytes, cudaMemcpyDeviceToDevice));
  launch(graph, stream);
  good(cudaFree(y));
  good(cudaFree(z));
}

// Captured from two streams that do not meet where they should.
__global__ void of_the_origin(int* y) {
  y[threadIdx.x] = 6 * threadIdx.x;  // ERROR race
}
__global__ void of_the_fork(int* y) {
  y[threadIdx.x] -= 3;  // ERROR race
}
void captured(cudaStream_t stream, cudaStream_t other) {
  int* y = data();
  cudaEvent_t fork = nullptr, join = nullptr;
  good(cudaEventCreate(&fork));
  good(cudaEventCreate(&join));
  good(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  PLANT(good(cudaEventRecord(fork, stream)), (void)0);
  of_the_origin<<<1, kCount, 0, stream>>>(y);
  PLANT((void)0, good(cudaEventRecord(fork, stream)));
  good(cudaStreamWaitEvent(other, fork, 0));
  of_the_fork<<<1, kCount, 0, other>>>(y);
  good(cudaEventRecord(join, other));
  good(cudaStreamWaitEvent(stream, join, 0));
  cudaGraph_t graph = nullptr;
  good(cudaStreamEndCapture(stream, &graph));
  launch(graph, stream);
  good(cudaEventDestroy(fork));
  good(cudaEventDestroy(join));
  good(cudaFree(y));
}

// A graph is a work of its stream, all of its nodes.
__global__ void in_the_graph(int* y) {
  y[threadIdx.x] = 7 * threadIdx.x;  // ERROR race
}
__global__ void beside_the_graph(int* y) {
  y[threadIdx.x] = 8 * threadIdx.x;  // ERROR race
}
void beside(cudaStream_t stream, cudaStream_t other) {
  int* y = data();
  cudaGraph_t graph = nullptr;
  good(cudaGraphCreate(&graph, 0));
  add(graph, {}, in_the_graph, y);
  beside_the_graph<<<1, kCount, 0, other>>>(y);
  PLANT((void)0, good(cudaStreamSynchronize(other)));
  launch(graph, stream);
  good(cudaDeviceSynchronize());
  good(cudaFree(y));
}

// Right: a diamond, and branches that touch different memory.
__global__ void sums(int* z, const int* x, const int* y) {
  z[threadIdx.x] = x[threadIdx.x] + y[threadIdx.x];
}
void diamond(cudaStream_t stream) {
  int *x = data(), *y = data(), *z = data();
  cudaGraph_t graph = nullptr;
  good(cudaGraphCreate(&graph, 0));
  const auto top = add(graph, {}, fills, x);
  const auto one = add(graph, {top}, sums, y, x, x);
  const auto two = add(graph, {top}, sums, z, x, x);
  add(graph, {one, two}, sums, x, y, z);
  launch(graph, stream);
  good(cudaFree(x));
  good(cudaFree(y));
  good(cudaFree(z));
}

int main() {
  cudaStream_t stream = nullptr, other = nullptr;
  good(cudaStreamCreate(&stream));
  good(cudaStreamCreate(&other));
  kernels_of_branches(stream);
  copy_of_a_branch(stream);
  captured(stream, other);
  beside(stream, other);
  diamond(stream);
}
