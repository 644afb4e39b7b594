// SPDX-License-Identifier: Apache-2.0
// As public samples do it: one reduction in two kernels, with copies and fills before and a host
// function behind them, as a graph made by hand and as one that is captured with streams that fork
// and join; launched many times, and their clones, too.
#include "graphs.h"

namespace {

constexpr unsigned kCount = 1 << 14, kBlocks = 16, kThreads = 128;

__global__ void reduce(const float* in, double* partial, unsigned count) {
  __shared__ double sums[kThreads];
  double sum = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    sum += in[i];
  }
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) partial[blockIdx.x] = sums[0];
}
__global__ void reduce_last(const double* partial, double* result, unsigned count) {
  __shared__ double sums[kThreads];
  sums[threadIdx.x] = threadIdx.x < count ? partial[threadIdx.x] : 0;
  __syncthreads();
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) *result = sums[0];
}

struct Check {
  const double* result;
  double want;
  unsigned calls, right;
};
void check(void* p) {
  auto& c = *static_cast<Check*>(p);
  ++c.calls;
  c.right += *c.result == c.want;
}

}  // namespace

int main() {
  float *host = gate::pinned<float>(kCount), *in;
  double *partial, *result, *back = gate::pinned<double>(1);
  gate::ok(cudaMalloc(&in, kCount * sizeof *in), "cudaMalloc");
  gate::ok(cudaMalloc(&partial, kBlocks * sizeof *partial), "cudaMalloc");
  gate::ok(cudaMalloc(&result, sizeof *result), "cudaMalloc");
  Check seen{back, 0, 0, 0};
  for (unsigned i = 0; i < kCount; ++i) {
    host[i] = static_cast<float>(graphs::mix(i) % 1000) / 8;
    seen.want += host[i];
  }
  const auto s = graphs::stream(), t = graphs::stream(), u = graphs::stream();

  cudaGraph_t by_hand = graphs::create();
  cudaGraphNode_t copy, clear, clear_result, back_copy, call;
  gate::ok(cudaGraphAddMemcpyNode1D(&copy, by_hand, nullptr, 0, in, host, kCount * sizeof *in,
                                    cudaMemcpyHostToDevice),
           "a copy");
  cudaMemsetParams params{partial, 0, 0, 4, kBlocks * 2, 1};
  gate::ok(cudaGraphAddMemsetNode(&clear, by_hand, nullptr, 0, &params), "a fill");
  params = {result, 0, 0, 4, 2, 1};
  gate::ok(cudaGraphAddMemsetNode(&clear_result, by_hand, nullptr, 0, &params), "a fill");
  const auto first =
      graphs::add(by_hand, {copy, clear}, reduce, kBlocks, kThreads, in, partial, kCount);
  const auto last = graphs::add(by_hand, {first, clear_result}, reduce_last, 1, kThreads, partial,
                                result, kBlocks);
  gate::ok(cudaGraphAddMemcpyNode1D(&back_copy, by_hand, &last, 1, back, result, sizeof *back,
                                    cudaMemcpyDefault),
           "a copy");
  const cudaHostNodeParams function{check, &seen};
  gate::ok(cudaGraphAddHostNode(&call, by_hand, &back_copy, 1, &function), "a host function");

  cudaEvent_t fork, cleared, cleared_result;
  for (auto* e : {&fork, &cleared, &cleared_result})
    gate::ok(cudaEventCreate(e), "cudaEventCreate");
  cudaGraph_t captured;
  gate::ok(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
  gate::ok(cudaEventRecord(fork, s), "fork");
  gate::ok(cudaStreamWaitEvent(t, fork, 0), "fork");
  gate::ok(cudaStreamWaitEvent(u, fork, 0), "fork");
  gate::ok(cudaMemcpyAsync(in, host, kCount * sizeof *in, cudaMemcpyDefault, s), "a copy");
  gate::ok(cudaMemsetAsync(partial, 0, kBlocks * sizeof *partial, t), "a fill");
  gate::ok(cudaEventRecord(cleared, t), "join");
  gate::ok(cudaMemsetAsync(result, 0, sizeof *result, u), "a fill");
  gate::ok(cudaEventRecord(cleared_result, u), "join");
  gate::ok(cudaStreamWaitEvent(s, cleared, 0), "join");
  reduce<<<kBlocks, kThreads, 0, s>>>(in, partial, kCount);
  gate::ok(cudaStreamWaitEvent(s, cleared_result, 0), "join");
  reduce_last<<<1, kThreads, 0, s>>>(partial, result, kBlocks);
  gate::ok(cudaMemcpyAsync(back, result, sizeof *back, cudaMemcpyDefault, s), "a copy");
  gate::ok(cudaLaunchHostFunc(s, check, &seen), "a host function");
  gate::ok(cudaStreamEndCapture(s, &captured), "cudaStreamEndCapture");

  unsigned launches = 0;
  for (cudaGraph_t graph : {by_hand, captured}) {
    size_t nodes = 0, roots = 0;
    gate::ok(cudaGraphGetNodes(graph, nullptr, &nodes), "cudaGraphGetNodes");
    gate::ok(cudaGraphGetRootNodes(graph, nullptr, &roots), "cudaGraphGetRootNodes");
    gate::that(nodes == 7 && roots == 3, "the same graph");
    cudaGraph_t clone;
    gate::ok(cudaGraphClone(&clone, graph), "cudaGraphClone");
    for (cudaGraphExec_t exec : {graphs::instantiate(graph), graphs::instantiate(clone)}) {
      for (unsigned k = 0; k < 5; ++k) {
        gate::ok(cudaGraphLaunch(exec, s), "cudaGraphLaunch");
        ++launches;
      }
      gate::ok(cudaStreamSynchronize(s), "cudaStreamSynchronize");
      gate::ok(cudaGraphExecDestroy(exec), "cudaGraphExecDestroy");
    }
    gate::ok(cudaGraphDestroy(graph), "cudaGraphDestroy");
    gate::ok(cudaGraphDestroy(clone), "cudaGraphDestroy");
  }
  gate::that(seen.calls == launches && seen.right == launches, "every launch gives the sum");
  return gate::result();
}
