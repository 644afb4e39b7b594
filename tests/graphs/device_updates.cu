// SPDX-License-Identifier: Apache-2.0
// Kernels change kernel nodes of the graph that they are in, and of others: parameters, grid,
// whether they run. What is changed holds in this launch for what has not begun, and in later ones.
// Codes as an H200 answers them.
#include <cstring>

#include "graphs.h"

constexpr unsigned kCount = 256;

struct Data {
  unsigned first[kCount], second[kCount];
  int codes[8];
  unsigned round;
};

__global__ void worker(unsigned* out, unsigned add, unsigned scale) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] += add + scale * i;
}
struct Wide {
  unsigned numbers[20];
};
__global__ void wide(unsigned* out, Wide wide) {
  if (threadIdx.x < 20) out[threadIdx.x] += wide.numbers[threadIdx.x] * (threadIdx.x + 1);
}

// The last lane does it.
__global__ void steer(cudaGraphDeviceNode_t a, cudaGraphDeviceNode_t b, Data* data) {
  if (threadIdx.x != blockDim.x - 1) return;
  int* codes = data->codes;
  switch (data->round++) {
    case 0:
      codes[0] = cudaGraphKernelNodeSetParam(a, 8, 100);
      codes[1] = cudaGraphKernelNodeSetEnabled(b, false);
      break;
    case 1: {
      unsigned two = 2;
      codes[0] = cudaGraphKernelNodeSetGridDim(a, dim3(3));
      codes[1] = cudaGraphKernelNodeSetEnabled(b, true);
      codes[2] = cudaGraphKernelNodeSetParam(a, 12, &two, sizeof two);
      break;
    }
    case 2: {
      alignas(16) unsigned char raw[3 * sizeof(cudaGraphKernelNodeUpdate)] = {};
      auto* updates = (cudaGraphKernelNodeUpdate*)raw;
      unsigned seven = 7;
      updates[0].node = a;
      updates[0].field = cudaGraphKernelNodeFieldParam;
      updates[0].updateData.param.pValue = &seven;
      updates[0].updateData.param.offset = 8;
      updates[0].updateData.param.size = 4;
      updates[1].node = a;
      updates[1].field = cudaGraphKernelNodeFieldGridDim;
      updates[1].updateData.gridDim = dim3(1, 1, 1);
      updates[2].node = b;
      updates[2].field = cudaGraphKernelNodeFieldEnabled;
      updates[2].updateData.isEnabled = 0;
      codes[0] = cudaGraphKernelNodeUpdatesApply(updates, 3);
      break;
    }
    case 3:
      codes[0] = cudaGraphKernelNodeSetGridDim(a, dim3(0));
      codes[1] = cudaGraphKernelNodeSetEnabled(nullptr, true);
      codes[2] = cudaGetLastError();
      codes[3] = cudaGraphKernelNodeSetParam(a, 4000, 1);
      codes[4] = cudaGraphKernelNodeSetParam(a, 12, 1ull);  // its end is behind the parameters'
      codes[5] = cudaGraphKernelNodeSetEnabled((cudaGraphDeviceNode_t)data, true);
      break;
  }
}
// Before the node, in the same launch.
__global__ void ahead(cudaGraphDeviceNode_t node, unsigned* round, bool* failed) {
  if (threadIdx.x != 0) return;
  Wide numbers;
  for (unsigned i = 0; i < 20; ++i) numbers.numbers[i] = ++*round * (i + 3);
  *failed |= cudaGraphKernelNodeSetParam(node, 8, numbers) != cudaSuccess;
}

static cudaGraphDeviceNode_t updatable(cudaGraphNode_t node) {
  const auto id = cudaLaunchAttributeDeviceUpdatableKernelNode;
  cudaLaunchAttributeValue value = {};
  value.deviceUpdatableKernelNode.deviceUpdatable = 1;
  gate::ok(cudaGraphKernelNodeSetAttribute(node, id, &value), "cudaGraphKernelNodeSetAttribute");
  gate::ok(cudaGraphKernelNodeGetAttribute(node, id, &value), "cudaGraphKernelNodeGetAttribute");
  gate::that(value.deviceUpdatableKernelNode.deviceUpdatable == 1, "deviceUpdatable");
  return value.deviceUpdatableKernelNode.devNode;
}

static void steers() {
  Data* data;
  gate::ok(cudaMallocManaged(&data, sizeof *data), "cudaMallocManaged");
  *data = {};
  const auto stream = graphs::stream();
  cudaGraph_t graph = graphs::create();
  const auto a = graphs::add(graph, {}, worker, 2, 32, data->first, 1u, 0u);
  const auto b = graphs::add(graph, {a}, worker, 2, 32, data->second, 1u, 1u);
  const auto device_a = updatable(a), device_b = updatable(b);
  gate::that(device_a && device_b && device_a != device_b, "two nodes");
  graphs::add(graph, {b}, steer, 1, 40, device_a, device_b, data);
  cudaGraphExec_t exec = graphs::instantiate(graph);
  gate::ok(cudaGraphUpload(exec, stream), "cudaGraphUpload");

  Data expected = {};
  const auto works = [](unsigned* out, unsigned blocks, unsigned add, unsigned scale) {
    for (unsigned i = 0; i < blocks * 32; ++i) out[i] += add + scale * i;
  };
  for (int round = 0; round < 5; ++round) {
    graphs::run(exec, stream, "updates");
    const unsigned blocks[] = {2, 2, 3, 1, 1}, add[] = {1, 100, 100, 7, 7},
                   scale[] = {0, 0, 2, 2, 2};
    works(expected.first, blocks[round], add[round], scale[round]);
    if (round == 0 || round == 2) works(expected.second, 2, 1, 1);
    gate::that(!memcmp(data->first, expected.first, sizeof expected.first), "the first node");
    gate::that(!memcmp(data->second, expected.second, sizeof expected.second), "the second node");
    const int wrong[] = {1, 1, 0, 1, 1, 1};
    for (int i = 0; i < 6; ++i) {
      gate::that(data->codes[i] == (round < 3 ? 0 : wrong[i]), "codes of updates");
    }
  }

  // What the host sets takes the place of what device code has set.
  graphs::Kernel<unsigned*, unsigned, unsigned> other(worker, 2, 32, data->first, 9, 1);
  gate::ok(cudaGraphExecKernelNodeSetParams(exec, a, &other.params),
           "cudaGraphExecKernelNodeSetParams");
  gate::ok(cudaGraphNodeSetEnabled(exec, b, 1), "cudaGraphNodeSetEnabled");
  gate::ok(cudaGraphUpload(exec, stream), "cudaGraphUpload");
  graphs::run(exec, stream, "after the host's update");
  works(expected.first, 2, 9, 1);
  works(expected.second, 2, 1, 1);
  gate::that(!memcmp(data->first, expected.first, sizeof expected.first), "the host's parameters");
  gate::that(!memcmp(data->second, expected.second, sizeof expected.second), "enabled by the host");

  // Another kernel, in no graph.
  data->round = 0;
  steer<<<1, 32, 0, stream>>>(device_a, device_b, data);
  graphs::run(exec, stream, "after a kernel outside the graph");
  works(expected.first, 2, 100, 1);
  gate::that(!memcmp(data->first, expected.first, sizeof expected.first), "changed from outside");
  gate::that(!memcmp(data->second, expected.second, sizeof expected.second), "off from outside");

  // What such graphs and nodes do not do.
  cudaGraphExec_t second;
  cudaGraph_t copy;
  cudaGraphNode_t none;
  cudaLaunchAttributeValue off = {};
  gate::is(cudaGraphInstantiate(&second, graph, 0), cudaErrorNotSupported, "a second one");
  gate::is(cudaGraphClone(&copy, graph), cudaErrorNotSupported, "a clone");
  gate::is(cudaGraphAddChildGraphNode(&none, graphs::create(), nullptr, 0, graph),
           cudaErrorNotSupported, "a child");
  gate::is(cudaGraphDestroyNode(a), cudaErrorNotSupported, "without the node");
  gate::is(cudaGraphKernelNodeSetAttribute(b, cudaLaunchAttributeDeviceUpdatableKernelNode, &off),
           cudaErrorNotSupported, "not updatable again");
  gate::is(cudaGraphKernelNodeCopyAttributes(a, b), cudaErrorNotSupported, "attributes");
  cudaGraphExecUpdateResultInfo info;
  gate::is(cudaGraphExecUpdate(exec, graph, &info), cudaErrorGraphExecUpdateFailure, "update");
  gate::that(info.result == cudaGraphExecUpdateErrorNotSupported, "why not");

  // The executable graph keeps its nodes.
  gate::ok(cudaGraphDestroy(graph), "cudaGraphDestroy");
  data->round = 1;
  steer<<<1, 1, 0, stream>>>(device_a, device_b, data);
  graphs::run(exec, stream, "without the graph");
  works(expected.first, 3, 100, 2);
  gate::that(!memcmp(data->first, expected.first, sizeof expected.first), "without the graph");
  gate::ok(cudaGraphExecDestroy(exec), "cudaGraphExecDestroy");
  data->round = 3;
  steer<<<1, 1, 0, stream>>>(device_a, device_b, data);
  gate::ok(cudaStreamSynchronize(stream), "a node that is gone");
  gate::that(data->codes[0] == cudaErrorInvalidValue, "a node that is gone");
}

// A launch in a capture, whose parameters are many, changed before it begins.
static void captured() {
  unsigned *out, *round;
  bool* failed;
  gate::ok(cudaMallocManaged(&out, 20 * 4), "cudaMallocManaged");
  gate::ok(cudaMallocManaged(&round, 4), "cudaMallocManaged");
  gate::ok(cudaMallocManaged(&failed, 1), "cudaMallocManaged");
  const auto stream = graphs::stream(), other = graphs::stream();
  cudaGraph_t graph;
  cudaEvent_t begun;
  gate::ok(cudaEventCreate(&begun), "cudaEventCreate");
  gate::ok(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), "capture");
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeDeviceUpdatableKernelNode;
  attribute.val.deviceUpdatableKernelNode.deviceUpdatable = 1;
  cudaLaunchConfig_t config = {dim3(1), dim3(32), 0, stream, &attribute, 1};
  gate::ok(cudaLaunchKernelEx(&config, wide, out, Wide{}), "cudaLaunchKernelEx");
  gate::ok(cudaStreamEndCapture(stream, &graph), "cudaStreamEndCapture");
  const auto node = attribute.val.deviceUpdatableKernelNode.devNode;
  gate::that(node != nullptr, "the captured node");
  cudaGraphNode_t last;
  size_t one = 1;
  gate::ok(cudaGraphGetNodes(graph, &last, &one), "cudaGraphGetNodes");
  const auto before = graphs::add(graph, {}, ahead, 1, 32, node, round, failed);
  gate::ok(cudaGraphAddDependencies(graph, &before, &last, 1), "cudaGraphAddDependencies");
  cudaGraphExec_t exec = graphs::instantiate(graph);
  gate::ok(cudaGraphUpload(exec, other), "cudaGraphUpload");
  for (int k = 0; k < 3; ++k) graphs::run(exec, stream, "parameters from before the node");
  gate::that(!*failed && *round == 60, "codes");
  for (unsigned i = 0; i < 20; ++i) {
    const unsigned rounds = (i + 1) + (20 + i + 1) + (40 + i + 1);
    gate::that(out[i] == rounds * (i + 3) * (i + 1), "many parameters");
  }
}

int main() {
  steers();
  captured();
  return gate::result();
}
