// SPDX-License-Identifier: Apache-2.0
#include "bench/common/counting.h"
#include "bench/heddle/cases.h"
#include "bench/heddle/device.h"
#include "gallery/kernels/cluster_histogram.cuh"
#include "gallery/kernels/histogram.cuh"

namespace bench {
namespace {

constexpr int kBlock = 256;

__global__ void add_to_one(int n, const int* x, int* total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(total, x[i]);
}

class OneAddress : public Case {
 public:
  explicit OneAddress(std::int64_t n) : n_(n), x_(integers(n)), total_({0}) {}
  void run() override {
    ++repeats_;
    add_to_one<<<(n_ + kBlock - 1) / kBlock, kBlock>>>(n_, x_.get(), total_.get());
    finish();
  }
  double error() override { return total_error(n_, repeats_, total_.contents()[0]); }
  double bound() const override { return 0; }

 private:
  int n_;
  DeviceInts x_, total_;
  int repeats_ = 0;
};

class SkewedHistogram : public Case {
 public:
  explicit SkewedHistogram(std::int64_t n)
      : n_(n), x_(skewed(n, kBins)), bins_(std::vector<int>(kBins, 0)) {}
  void run() override {
    ++repeats_;
    histogram_shared<<<n_ / (kBlock * kEach), kBlock, kBins * sizeof(int)>>>(bins_.get(), kBins,
                                                                             x_.get(), n_);
    finish();
  }
  double error() override { return histogram_error(n_, kBins, repeats_, bins_.contents().data()); }
  double bound() const override { return 0; }

 private:
  static constexpr int kBins = 256, kEach = 32;
  int n_;
  DeviceInts x_, bins_;
  int repeats_ = 0;
};

// Each block of a cluster has a quarter of the bins.
class ClusterHistogram : public Case {
 public:
  explicit ClusterHistogram(std::int64_t n)
      : n_(n), x_(skewed(n, kBins)), bins_(std::vector<int>(kBins, 0)) {}
  void run() override {
    ++repeats_;
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = kCluster;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(n_ / (kBlock * kEach));
    config.blockDim = dim3(kBlock);
    config.dynamicSmemBytes = kBins / kCluster * sizeof(int);
    config.numAttrs = 1;
    config.attrs = &attribute;
    require(cudaLaunchKernelEx(&config, clusterHist_kernel, bins_.get(), kBins, kBins / kCluster,
                               static_cast<const int*>(x_.get()), static_cast<std::size_t>(n_)),
            "cudaLaunchKernelEx");
    finish();
  }
  double error() override { return histogram_error(n_, kBins, repeats_, bins_.contents().data()); }
  double bound() const override { return 0; }

 private:
  static constexpr int kBins = 1024, kCluster = 4, kEach = 32;
  int n_;
  DeviceInts x_, bins_;
  int repeats_ = 0;
};

}  // namespace

std::vector<CaseEntry> counting_cases() {
  return {{"one_address", open_case<OneAddress>},
          {"skewed_histogram", open_case<SkewedHistogram>},
          {"cluster_histogram", open_case<ClusterHistogram>}};
}

}  // namespace bench
