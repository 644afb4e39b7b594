// SPDX-License-Identifier: Apache-2.0
#include "cufft/together.h"

namespace heddle::cufft {

Together::Together(const Plan& plan) : gpus_(plan.gpu_count()) {
  for (const int gpu : plan.gpus) all_.emplace_back(gpu, cudaStreamLegacy);
  int device = 0;
  if (plan.stream && cudaStreamGetDevice(plan.stream, &device) == cudaSuccess)
    all_.emplace_back(device, plan.stream);
}

cudaError_t Together::join(const Streams& first, const Streams& then) {
  cudaError_t failed = cudaSuccess;
  const auto keep = [&](cudaError_t error) {
    if (failed == cudaSuccess) failed = error;
  };
  for (const auto& [device, stream] : first) {
    const OnDevice on(device);
    cudaEvent_t event;
    keep(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    if (failed != cudaSuccess) return failed;
    keep(cudaEventRecord(event, stream));
    for (const auto& next : then) {
      if (next == std::pair(device, stream)) continue;
      const OnDevice there(next.first);
      keep(cudaStreamWaitEvent(next.second, event, 0));
    }
    keep(cudaEventDestroy(event));
  }
  return failed;
}

}  // namespace heddle::cufft
