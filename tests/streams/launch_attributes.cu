// SPDX-License-Identifier: Apache-2.0
// What attributes of a launch do, and which values are refused: as an H200 has it.
#include <cstring>

#include "gate.h"

namespace {

__global__ void fill(unsigned* out, unsigned value) {
  cudaGridDependencySynchronize();
  cudaTriggerProgrammaticLaunchCompletion();
  out[blockIdx.x * blockDim.x + threadIdx.x] = value + threadIdx.x;
}

constexpr unsigned kBlocks = 4, kThreads = 40;
unsigned* memory = nullptr;
unsigned turn = 0;

// Launches with one attribute; a launch that is accepted must also run.
template <class Change>
cudaError_t launch(int id, Change change, cudaStream_t stream = nullptr) {
  cudaLaunchAttribute attribute;
  std::memset(&attribute, 0, sizeof attribute);
  attribute.id = cudaLaunchAttributeID(id);
  change(attribute.val);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(kBlocks);
  config.blockDim = dim3(kThreads);
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  ++turn;
  const cudaError_t error = cudaLaunchKernelEx(&config, fill, memory, 100 * turn);
  gate::is(cudaGetLastError(), error, "the last error");
  if (error != cudaSuccess) return error;
  unsigned got[kBlocks * kThreads];
  gate::ok(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  gate::ok(cudaMemcpy(got, memory, sizeof got, cudaMemcpyDeviceToHost), "cudaMemcpy");
  for (unsigned i = 0; i < kBlocks * kThreads; ++i) {
    gate::that(got[i] == 100 * turn + i % kThreads, "the kernel has run");
  }
  return error;
}

const auto zeros = [](cudaLaunchAttributeValue&) {};

void refused() {
  for (int id : {-1, 15, 17, 99})
    gate::is(launch(id, zeros), cudaErrorInvalidValue, "no attribute");
  gate::is(launch(cudaLaunchAttributeSynchronizationPolicy, zeros), cudaErrorInvalidValue,
           "policy");
  gate::is(launch(cudaLaunchAttributePreferredSharedMemoryCarveout,
                  [](auto& v) { v.sharedMemCarveout = 101; }),
           cudaErrorInvalidValue, "carveout");
  gate::is(
      launch(cudaLaunchAttributeClusterSchedulingPolicyPreference,
             [](auto& v) { v.clusterSchedulingPolicyPreference = cudaClusterSchedulingPolicy(3); }),
      cudaErrorInvalidValue, "cluster policy");
  gate::is(launch(cudaLaunchAttributeMemSyncDomain,
                  [](auto& v) { v.memSyncDomain = cudaLaunchMemSyncDomain(2); }),
           cudaErrorInvalidValue, "domain");
  gate::is(launch(cudaLaunchAttributeAccessPolicyWindow,
                  [](auto& v) { v.accessPolicyWindow.hitRatio = 2; }),
           cudaErrorInvalidValue, "hit ratio");
  gate::is(launch(cudaLaunchAttributeDeviceUpdatableKernelNode, zeros), cudaErrorNotSupported,
           "not a node");
  const auto size = cudaErrorInvalidClusterSize;
  gate::is(launch(cudaLaunchAttributeClusterDimension, [](auto& v) { v.clusterDim = {0, 1, 1}; }),
           size, "0 blocks");
  gate::is(launch(cudaLaunchAttributeClusterDimension, [](auto& v) { v.clusterDim = {3, 1, 1}; }),
           size, "3 of 4");
  gate::is(launch(cudaLaunchAttributePreferredClusterDimension,
                  [](auto& v) { v.preferredClusterDim = {4, 1, 1}; }),
           size, "better than none");
}

void accepted() {
  for (int id : {0, 1, 2, 4, 5, 6, 8, 9, 10, 11, 14}) gate::ok(launch(id, zeros), "zeros");
  gate::ok(launch(cudaLaunchAttributeCooperative, [](auto& v) { v.cooperative = 1; }),
           "cooperative");
  gate::ok(launch(cudaLaunchAttributePriority, [](auto& v) { v.priority = -99; }), "priority");
  gate::ok(launch(cudaLaunchAttributeProgrammaticStreamSerialization,
                  [](auto& v) { v.programmaticStreamSerializationAllowed = 1; }),
           "programmatic stream serialisation");
  gate::ok(launch(cudaLaunchAttributeSynchronizationPolicy,
                  [](auto& v) { v.syncPolicy = cudaSyncPolicySpin; }),
           "policy");
}

// An event that stands for the launch, in a stream that does not block.
void events() {
  cudaStream_t stream;
  cudaEvent_t event, timed, destroyed;
  gate::ok(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  gate::ok(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "cudaEventCreateWithFlags");
  gate::ok(cudaEventCreate(&timed), "cudaEventCreate");
  gate::ok(cudaEventCreateWithFlags(&destroyed, cudaEventDisableTiming),
           "cudaEventCreateWithFlags");
  gate::ok(cudaEventDestroy(destroyed), "cudaEventDestroy");
  const auto bad = cudaErrorInvalidResourceHandle;
  for (int id :
       {int(cudaLaunchAttributeProgrammaticEvent), int(cudaLaunchAttributeLaunchCompletionEvent)}) {
    const auto with = [&](cudaEvent_t e, int flags) {
      return launch(
          id,
          [&](auto& v) {
            v.programmaticEvent.event = e;
            v.programmaticEvent.flags = flags;
          },
          stream);
    };
    gate::is(with(nullptr, 0), bad, "no event");
    gate::is(with(destroyed, 0), bad, "a destroyed event");
    gate::is(with(timed, 0), cudaErrorNotSupported, "an event that measures time");
    gate::is(with(event, 77), cudaErrorInvalidValue, "flags");
    gate::ok(with(event, 0), "an event");
    gate::ok(cudaEventQuery(event), "the launch has ended");
  }
  // Not before the kernel.
  auto* gates = gate::pinned<unsigned>(1);
  gate::pass<<<1, 1, 0, stream>>>(gates, memory, 1);
  cudaLaunchAttribute attribute;
  std::memset(&attribute, 0, sizeof attribute);
  attribute.id = cudaLaunchAttributeLaunchCompletionEvent;
  attribute.val.launchCompletionEvent.event = event;
  cudaLaunchConfig_t config = {};
  config.gridDim = config.blockDim = dim3(1);
  config.stream = stream;
  config.attrs = &attribute;
  config.numAttrs = 1;
  gate::ok(cudaLaunchKernelEx(&config, fill, memory, 1u), "cudaLaunchKernelEx");
  gate::is(cudaEventQuery(event), cudaErrorNotReady, "the launch waits");
  *(volatile unsigned*)gates = 1;
  gate::ok(cudaEventSynchronize(event), "cudaEventSynchronize");
}

}  // namespace

int main() {
  gate::ok(cudaMalloc(&memory, kBlocks * kThreads * sizeof(unsigned)), "cudaMalloc");
  refused();
  accepted();
  events();
  return gate::result();
}
