// SPDX-License-Identifier: Apache-2.0
// A kernel goes into a stream of the device that the thread has chosen, and is refused in one of
// another device; copies and sets go into any (CUDA C++ Programming Guide, "Stream and Event
// Behavior").
#include "gate.h"

int main() {
  setenv("HEDDLE_GPU", "h200,h200", 1);
  cudaStream_t streams[2];
  unsigned* words[2];
  for (int device : {0, 1}) {
    gate::ok(cudaSetDevice(device), "cudaSetDevice");
    gate::ok(cudaStreamCreate(&streams[device]), "cudaStreamCreate");
    gate::ok(cudaMalloc(&words[device], 4), "cudaMalloc");
  }
  for (int device : {0, 1}) {
    gate::ok(cudaSetDevice(device), "cudaSetDevice");
    unsigned got = 0;
    gate::write<<<1, 1, 0, streams[device]>>>(words[device], 7 + (unsigned)device);
    gate::ok(cudaGetLastError(), "its own stream");
    gate::write<<<1, 1, 0, streams[1 - device]>>>(words[device], 100);
    gate::is(cudaGetLastError(), cudaErrorInvalidResourceHandle, "the other's stream");
    unsigned value = 100;
    void* args[] = {&words[device], &value};
    cudaLaunchConfig_t config = {};
    config.gridDim = config.blockDim = dim3(1);
    config.stream = streams[1 - device];
    gate::is(cudaLaunchKernelExC(&config, (const void*)gate::write, args),
             cudaErrorInvalidResourceHandle, "cudaLaunchKernelExC");
    gate::is(cudaLaunchCooperativeKernel((const void*)gate::write, dim3(1), dim3(1), args, 0,
                                         streams[1 - device]),
             cudaErrorInvalidResourceHandle, "cudaLaunchCooperativeKernel");
    cudaGetLastError();
    gate::ok(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    gate::ok(cudaMemcpyAsync(&got, words[device], 4, cudaMemcpyDeviceToHost, streams[1 - device]),
             "a copy in the other's stream");
    gate::ok(cudaStreamSynchronize(streams[1 - device]), "cudaStreamSynchronize");
    gate::that(got == 7 + (unsigned)device, "only the right launch has run");
    gate::ok(cudaMemsetAsync(words[device], 0xff, 4, streams[1 - device]), "a set there");
    gate::ok(cudaStreamSynchronize(streams[1 - device]), "cudaStreamSynchronize");
    gate::ok(cudaMemcpy(&got, words[device], 4, cudaMemcpyDeviceToHost), "cudaMemcpy");
    gate::that(got == ~0u, "the set was made");
  }
  return gate::result();
}
