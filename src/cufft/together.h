// SPDX-License-Identifier: Apache-2.0
// Work of several GPUs: it comes behind all that their default streams and the plan's stream have,
// and what those are given next comes behind it.
#pragma once

#include <utility>
#include <vector>

#include "cuda_runtime_api.h"
#include "cufft/plan.h"

namespace heddle::cufft {

// While it lives, a device is the current one.
class OnDevice {
 public:
  explicit OnDevice(int device) {
    cudaGetDevice(&former_);
    cudaSetDevice(device);
  }
  ~OnDevice() { cudaSetDevice(former_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

 private:
  int former_ = 0;
};

class Together {
 public:
  explicit Together(const Plan& plan);
  // Default streams of all GPUs wait for all, or for what the first GPU's has only.
  cudaError_t begin_on_first() const { return join(all_, first()); }
  cudaError_t end_on_first() const { return join(first(), all_); }
  cudaError_t begin_on_all() const { return join(given(), gpus()); }
  cudaError_t end_on_all() const { return join(gpus(), given()); }

 private:
  using Streams = std::vector<std::pair<int, cudaStream_t>>;  // by device
  static cudaError_t join(const Streams& first, const Streams& then);
  Streams first() const { return {all_[0]}; }
  Streams gpus() const { return {all_.begin(), all_.begin() + gpus_}; }
  Streams given() const { return {all_.begin() + gpus_, all_.end()}; }

  Streams all_;  // each GPU's, and the plan's if it has one
  int gpus_;
};

}  // namespace heddle::cufft
