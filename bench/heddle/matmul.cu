// SPDX-License-Identifier: Apache-2.0
#include "bench/heddle/cases.h"
#include "bench/heddle/device.h"
#include "gallery/kernels/matmul_naive.cuh"
#include "gallery/kernels/matmul_thread_tile_2d.cuh"
#include "gallery/kernels/matmul_tiled.cuh"

namespace bench {
namespace {

struct Operands {
  int n;
  float *a, *b, *c;
};

void launch_naive(const Operands& o) {
  matmul_row_from_y<<<dim3(o.n / 32, o.n / 32), dim3(32, 32)>>>(o.n, o.n, o.n, o.a, o.b, o.c);
}

template <int kTile>
void launch_tiled(const Operands& o) {
  const tiled::Matrix a = {o.n, o.n, o.n, o.a}, b = {o.n, o.n, o.n, o.b}, c = {o.n, o.n, o.n, o.c};
  tiled::MatMulKernel<kTile><<<dim3(o.n / kTile, o.n / kTile), dim3(kTile, kTile)>>>(a, b, c);
}

void launch_tile2d(const Operands& o) {
  matmul_thread_tile_2d_float4<128, 128, 8, 8, 8>
      <<<dim3(o.n / 128, o.n / 128), 256>>>(o.n, o.n, o.n, o.a, o.b, o.c);
}

template <void (*launch)(const Operands&)>
class MatmulCase : public Case {
 public:
  explicit MatmulCase(std::int64_t n) : work_(n), a_(work_.a), b_(work_.b), c_(unwritten(n * n)) {}
  void run() override {
    launch({static_cast<int>(work_.n), a_.get(), b_.get(), c_.get()});
    finish();
  }
  double error() override { return work_.error(c_.contents().data()); }
  double bound() const override { return Matmul::kBound; }

 private:
  Matmul work_;
  DeviceFloats a_, b_, c_;
};

}  // namespace

std::vector<CaseEntry> matmul_cases() {
  return {{"matmul_naive", open_case<MatmulCase<launch_naive>>},
          {"matmul_tiled16", open_case<MatmulCase<launch_tiled<16>>>},
          {"matmul_tiled32", open_case<MatmulCase<launch_tiled<32>>>},
          {"matmul_tile2d", open_case<MatmulCase<launch_tile2d>>}};
}

}  // namespace bench
