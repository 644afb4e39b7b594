// SPDX-License-Identifier: Apache-2.0
#include "bench/heddle/cases.h"
#include "bench/heddle/device.h"
#include "gallery/kernels/copy.cuh"
#include "gallery/kernels/gelu.cuh"
#include "gallery/kernels/saxpy.cuh"
#include "gallery/kernels/transpose.cuh"

namespace bench {
namespace {

constexpr int kBlock = 256;

template <Stream kernel>
class StreamCase : public Case {
 public:
  explicit StreamCase(std::int64_t n)
      : n_(n), x_(values(n, 1)), y_(kernel == Stream::kSaxpy ? values(n, 2) : unwritten(n)) {}
  void run() override {
    ++repeats_;
    const int grid = (n_ + kBlock - 1) / kBlock;
    if (kernel == Stream::kSaxpy)
      saxpy<<<grid, kBlock>>>(n_, saxpy_factor(repeats_), x_.get(), y_.get());
    if (kernel == Stream::kCopy) copy_float<<<grid, kBlock>>>(n_, x_.get(), y_.get());
    if (kernel == Stream::kGelu) gelu_fused<<<grid, kBlock>>>(n_, x_.get(), y_.get());
    finish();
  }
  double error() override { return stream_error(kernel, n_, y_.contents().data(), repeats_); }
  double bound() const override { return kStreamBound + repeats_ * kSaxpyDrift; }

 private:
  int n_;
  DeviceFloats x_, y_;
  int repeats_ = 0;
};

class TransposeCase : public Case {
 public:
  explicit TransposeCase(std::int64_t n) : n_(n), in_(values(n * n, 1)), out_(unwritten(n * n)) {}
  void run() override {
    smem_cuda_transpose<1><<<dim3(n_ / 32, n_ / 32), dim3(32, 32)>>>(n_, in_.get(), out_.get());
    finish();
  }
  double error() override { return transpose_error(n_, out_.contents().data()); }
  double bound() const override { return 0; }

 private:
  int n_;
  DeviceFloats in_, out_;
};

}  // namespace

std::vector<CaseEntry> stream_cases() {
  return {{"copy", open_case<StreamCase<Stream::kCopy>>},
          {"saxpy", open_case<StreamCase<Stream::kSaxpy>>},
          {"gelu", open_case<StreamCase<Stream::kGelu>>},
          {"transpose", open_case<TransposeCase>}};
}

}  // namespace bench
