// SPDX-License-Identifier: Apache-2.0
// The OpenCL worker: opencl <kernels.cl> <part of the platform's name>. How many threads it takes
// is for the platform's variables of the environment to say.
#include <cmath>
#include <cstdio>
#include <exception>

#include "bench/common/worker.h"
#include "bench/common/workload.h"
#include "bench/opencl/cases.h"
#include "bench/opencl/device.h"

namespace bench {
namespace {

constexpr int kBlock = 256;
enum MatmulKernel { kNaive, kTiled16, kTiled32, kTile2d };

// Buffer of `floats` values, holding the sequence `seed`, or NaN for seed 0.
struct Filled : Buffer {
  Filled(std::size_t floats, std::uint32_t seed) : Buffer(floats) {
    std::vector<float> data(floats, std::nanf(""));
    if (seed != 0) fill(data.data(), floats, seed);
    Device::instance().write(mem, data.data(), floats);
  }
};

std::vector<float> contents(const Buffer& buffer, std::size_t floats) {
  std::vector<float> data(floats);
  Device::instance().read(data.data(), buffer.mem, floats);
  return data;
}

template <MatmulKernel which>
class MatmulCase : public Case {
 public:
  explicit MatmulCase(std::int64_t n)
      : work_(n),
        a_(n * n, 1),
        b_(n * n, 2),
        c_(n * n, 0),
        kernel_(kNames[which], static_cast<cl_int>(n), a_.mem, b_.mem, c_.mem) {}
  void run() override {
    const std::size_t n = work_.n;
    if (which == kNaive || which == kTiled32) kernel_.launch(n / 32, n / 32, 32, 32);
    if (which == kTiled16) kernel_.launch(n / 16, n / 16, 16, 16);
    if (which == kTile2d) kernel_.launch(n / 128, n / 128, kBlock, 1);
  }
  double error() override { return work_.error(contents(c_, work_.n * work_.n).data()); }
  double bound() const override { return Matmul::kBound; }

 private:
  static constexpr const char* kNames[] = {"matmul_naive", "matmul_tiled16", "matmul_tiled32",
                                           "matmul_tile2d"};
  Matmul work_;
  Filled a_, b_, c_;
  Kernel kernel_;
};

class SaxpyCase : public Case {
 public:
  explicit SaxpyCase(std::int64_t n)
      : n_(n),
        x_(n, 1),
        y_(n, 2),
        kernels_{{"saxpy", static_cast<cl_int>(n), saxpy_factor(2), x_.mem, y_.mem},
                 {"saxpy", static_cast<cl_int>(n), saxpy_factor(1), x_.mem, y_.mem}} {}
  void run() override {
    ++repeats_;
    kernels_[repeats_ % 2].launch(n_ / kBlock, 1, kBlock, 1);
  }
  double error() override {
    return stream_error(Stream::kSaxpy, n_, contents(y_, n_).data(), repeats_);
  }
  double bound() const override { return kStreamBound + repeats_ * kSaxpyDrift; }

 private:
  std::int64_t n_;
  Filled x_, y_;
  Kernel kernels_[2];
  int repeats_ = 0;
};

template <Stream which>
class MapCase : public Case {
 public:
  explicit MapCase(std::int64_t n)
      : n_(n),
        x_(n, 1),
        y_(n, 0),
        kernel_(which == Stream::kCopy ? "copy" : "gelu", static_cast<cl_int>(n), x_.mem, y_.mem) {}
  void run() override { kernel_.launch(n_ / kBlock, 1, kBlock, 1); }
  double error() override { return stream_error(which, n_, contents(y_, n_).data(), 1); }
  double bound() const override { return kStreamBound; }

 private:
  std::int64_t n_;
  Filled x_, y_;
  Kernel kernel_;
};

class TransposeCase : public Case {
 public:
  explicit TransposeCase(std::int64_t n)
      : n_(n),
        in_(n * n, 1),
        out_(n * n, 0),
        kernel_("transpose_padded", static_cast<cl_int>(n), in_.mem, out_.mem) {}
  void run() override { kernel_.launch(n_ / 32, n_ / 32, 32, 32); }
  double error() override { return transpose_error(n_, contents(out_, n_ * n_).data()); }
  double bound() const override { return 0; }

 private:
  std::int64_t n_;
  Filled in_, out_;
  Kernel kernel_;
};

class ReduceCase : public Case {
 public:
  explicit ReduceCase(std::int64_t n)
      : n_(n),
        x_(n, 1),
        sums_(n / kBlock, 0),
        kernel_("reduce_barrier", static_cast<cl_int>(n), x_.mem, sums_.mem) {}
  void run() override { kernel_.launch(n_ / kBlock, 1, kBlock, 1); }
  double error() override {
    double total = 0;
    for (float part : contents(sums_, n_ / kBlock)) total += part;
    return sum_error(n_, total);
  }
  double bound() const override { return kSumBound; }

 private:
  std::int64_t n_;
  Filled x_, sums_;
  Kernel kernel_;
};

class NbodyCase : public Case {
 public:
  explicit NbodyCase(std::int64_t n)
      : n_(n),
        body_(4 * n, 0),
        out_(4 * n, 0),
        kernel_("nbody", static_cast<cl_int>(n), kSoftening * kSoftening, body_.mem, out_.mem,
                LocalWords{4 * kBlock}) {
    Device::instance().write(body_.mem, bodies(n).data(), 4 * n);
  }
  void run() override { kernel_.launch(n_ / kBlock, 1, kBlock, 1); }
  double error() override { return nbody_error(n_, contents(out_, 4 * n_).data()); }
  double bound() const override { return kNbodyBound; }

 private:
  std::int64_t n_;
  Filled body_, out_;
  Kernel kernel_;
};

class EmptyCase : public Case {
 public:
  explicit EmptyCase(std::int64_t n) : blocks_(n), kernel_("empty") {}
  void run() override { kernel_.launch(blocks_, 1, kBlock, 1); }
  double error() override { return 0; }
  double bound() const override { return 0; }

 private:
  std::int64_t blocks_;
  Kernel kernel_;
};

int work(const char* kernel_file, const char* platform) {
  Device device(kernel_file, platform);
  std::vector<CaseEntry> cases = {{"matmul_naive", open_case<MatmulCase<kNaive>>},
                                  {"matmul_tiled16", open_case<MatmulCase<kTiled16>>},
                                  {"matmul_tiled32", open_case<MatmulCase<kTiled32>>},
                                  {"matmul_tile2d", open_case<MatmulCase<kTile2d>>},
                                  {"copy", open_case<MapCase<Stream::kCopy>>},
                                  {"saxpy", open_case<SaxpyCase>},
                                  {"gelu", open_case<MapCase<Stream::kGelu>>},
                                  {"transpose", open_case<TransposeCase>},
                                  {"reduce_barrier", open_case<ReduceCase>},
                                  {"nbody", open_case<NbodyCase>},
                                  {"empty", open_case<EmptyCase>}};
  for (const auto& more : {counting_cases(), half_cases(), warp_cases()}) {
    cases.insert(cases.end(), more.begin(), more.end());
  }
  return serve("opencl", device.description(), cases);
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr,
                 "bench-opencl: expected the OpenCL source file and part of a platform's name\n");
    return 2;
  }
  try {
    return bench::work(argv[1], argv[2]);
  } catch (const std::exception& failure) {
    std::printf("{\"ok\":false,\"why\":\"no OpenCL device\"}\n");
    std::fprintf(stderr, "bench-opencl: %s\n", failure.what());
    return 1;
  }
}
