// SPDX-License-Identifier: Apache-2.0
// Copy nodes with CUDA arrays: added, captured, given other parameters, and asked for them.
#include "graphs.h"

namespace {

constexpr int kWide = 20, kHigh = 6;

cudaMemcpy3DParms to_array(cudaArray_t array, const int* from) {
  cudaMemcpy3DParms p = {};
  p.srcPtr = make_cudaPitchedPtr(const_cast<int*>(from), kWide * sizeof(int), kWide, kHigh);
  p.dstArray = array;
  p.extent = make_cudaExtent(kWide, kHigh, 1);
  p.kind = cudaMemcpyHostToDevice;
  return p;
}

cudaMemcpy3DParms from_array(int* to, cudaArray_t array) {
  cudaMemcpy3DParms p = {};
  p.srcArray = array;
  p.dstPtr = make_cudaPitchedPtr(to, kWide * sizeof(int), kWide, kHigh);
  p.extent = make_cudaExtent(kWide, kHigh, 1);
  p.kind = cudaMemcpyDeviceToHost;
  return p;
}

bool holds(const int* got, int first) {
  for (int i = 0; i < kWide * kHigh; ++i) {
    if (got[i] != first + 3 * i) return false;
  }
  return true;
}

}  // namespace

int main() {
  static int in[kWide * kHigh], other[kWide * kHigh], out[kWide * kHigh];
  for (int i = 0; i < kWide * kHigh; ++i) in[i] = 5 + 3 * i, other[i] = 9 + 3 * i;
  const cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
  cudaArray_t array;
  gate::ok(cudaMallocArray(&array, &desc, kWide, kHigh), "cudaMallocArray");
  cudaStream_t stream;
  gate::ok(cudaStreamCreate(&stream), "cudaStreamCreate");

  cudaGraph_t graph;
  gate::ok(cudaGraphCreate(&graph, 0), "cudaGraphCreate");
  cudaGraphNode_t first, second;
  const auto there = to_array(array, in), back = from_array(out, array);
  gate::ok(cudaGraphAddMemcpyNode(&first, graph, nullptr, 0, &there), "to the array");
  gate::ok(cudaGraphAddMemcpyNode(&second, graph, &first, 1, &back), "from the array");
  cudaMemcpy3DParms kept = {};
  gate::ok(cudaGraphMemcpyNodeGetParams(first, &kept), "cudaGraphMemcpyNodeGetParams");
  gate::that(kept.dstArray == array && kept.srcPtr.ptr == in && kept.extent.width == kWide, "kept");
  cudaGraphExec_t exec;
  gate::ok(cudaGraphInstantiate(&exec, graph, 0), "cudaGraphInstantiate");
  gate::ok(cudaGraphLaunch(exec, stream), "cudaGraphLaunch");
  gate::ok(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  gate::that(holds(out, 5), "there and back");
  const auto changed = to_array(array, other);
  gate::is(cudaGraphExecMemcpyNodeSetParams(exec, first, &changed), cudaErrorInvalidValue,
           "copies of several rows stay");
  (void)cudaGetLastError();
  gate::ok(cudaGraphMemcpyNodeSetParams(first, &changed), "another source");
  gate::ok(cudaGraphExecDestroy(exec), "cudaGraphExecDestroy");
  gate::ok(cudaGraphInstantiate(&exec, graph, 0), "cudaGraphInstantiate");
  gate::ok(cudaGraphLaunch(exec, stream), "cudaGraphLaunch");
  gate::ok(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  gate::that(holds(out, 9), "the other source");
  auto wide = there;
  wide.extent.width = kWide + 1;
  gate::that(cudaGraphMemcpyNodeSetParams(first, &wide) != cudaSuccess, "beyond the array");
  (void)cudaGetLastError();

  cudaGraph_t captured;
  gate::ok(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
  gate::ok(cudaMemcpy2DToArrayAsync(array, 0, 0, in, kWide * sizeof(int), kWide * sizeof(int),
                                    kHigh, cudaMemcpyHostToDevice, stream),
           "cudaMemcpy2DToArrayAsync");
  gate::ok(cudaMemcpy3DAsync(&back, stream), "cudaMemcpy3DAsync");
  gate::ok(cudaStreamEndCapture(stream, &captured), "cudaStreamEndCapture");
  cudaGraphExec_t again;
  gate::ok(cudaGraphInstantiate(&again, captured, 0), "cudaGraphInstantiate");
  for (int& v : out) v = 0;
  gate::ok(cudaGraphLaunch(again, stream), "cudaGraphLaunch");
  gate::ok(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  gate::that(holds(out, 5), "captured copies");

  auto* word = gate::pinned<unsigned>(1);
  gate::write<<<1, 1, 0, stream>>>(word, 1);
  gate::ok(cudaStreamSynchronize(stream), "a launch, for the log");
  return gate::result();
}
