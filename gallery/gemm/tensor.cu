// SPDX-License-Identifier: Apache-2.0
// The ladder of README.md on tensor cores, a row a step, in bf16 and TF32. Built with nvcc for
// sm_90a; with -DGEMM_CUBLAS -lcublas, cuBLAS is measured in the same process.
#include "harness.h"
#include "tensor_gemm.cuh"
#include "wgmma_tma.cuh"

namespace gemm {

template <class T>
using Workspace = gallery::DeviceArray<T>;

template <class Out>
void bf16_steps(gallery::Program& program, const Settings& settings, Precision precision, int first,
                Workspace<float>& workspace) {
  Harness<bf16, Out> harness(program, settings, precision);
  const Problem<bf16, Out>& p = harness.problem();
  const Problem<bf16, Out> rows = p.with_c_in_rows();
#ifdef GEMM_CUBLAS
  harness.run_cublas();
#endif
  if (first <= 10) harness.run("10 mma.sync", [&] { mma_sync(rows, 0); });
  if (fits_tensor_map(rows.a) && fits_tensor_map(rows.b)) {
    with_orders(rows.a.order, rows.b.order, [&](auto a, auto b) {
      using T = TensorTile<128, 256, 4, 1>;
      using TwoBlocks = TensorTile<128, 256, 4, 2>;
      using Direct = DirectStore<Plain>;
      const auto step = [&](int number, const char* name, auto launch) {
        if (first <= number) harness.run(std::to_string(number) + " " + name, launch);
      };
      step(11, "wgmma and TMA", [&] { launch_wgmma_tma<a(), b()>(rows, 0); });
      step(12, "warp specialised",
           [&] { launch_warp_specialised<T, a(), b(), OnePiece, Direct>(rows, Plain{}, 1, 0); });
      step(13, "persistent", [&] {
        launch_warp_specialised<T, a(), b(), PersistentWalk, Direct>(rows, Plain{}, 1, 0);
      });
      step(14, "clusters", [&] {
        launch_warp_specialised<TwoBlocks, a(), b(), PersistentWalk, Direct>(rows, Plain{}, 1, 0);
      });
      if (rows.beta == 0.0f && fits_tensor_map(rows.c))
        step(15, "box store", [&] {
          launch_warp_specialised<TwoBlocks, a(), b(), PersistentWalk, BoxStore<Plain>>(
              rows, Plain{}, 1, 0);
        });
    });
  }
  harness.run("gemm", [&] { gemm(p, workspace.get(), workspace.count(), 0); }, true);
}

void tf32_steps(gallery::Program& program, const Settings& settings, int first,
                Workspace<float>& workspace) {
  Harness<float, float> harness(program, settings, kTf32);
  const FloatProblem& p = harness.problem();
#ifdef GEMM_CUBLAS
  harness.run_cublas();
#endif
  if (first <= 10) harness.run("10 mma.sync", [&] { mma_sync(p.with_c_in_rows(), 0); });
  harness.run("gemm", [&] { gemm_tf32(p, workspace.get(), workspace.count(), 0); }, true);
}

// What follows a library's product when nothing is fused; eight elements a thread.
__global__ void bias_gelu(bf16* c, size_t elements, int n, const float* bias) {
  const size_t i = (blockIdx.x * (size_t)blockDim.x + threadIdx.x) * 8;
  if (i >= elements) return;
  uint4 eight = *reinterpret_cast<const uint4*>(c + i);
  bf16* values = reinterpret_cast<bf16*>(&eight);
  for (int e = 0; e < 8; ++e) values[e] = bf16(gelu(float(values[e]) + bias[i % n + e]));
  *reinterpret_cast<uint4*>(c + i) = eight;
}

struct ExpectBiasGelu {
  const float* bias;
  __device__ double operator()(double sum, int column) const {
    const double x = sum + double(bias[column]);
    return 0.5 * x * (1 + tanh(0.7978845608 * (x + 0.044715 * x * x * x)));
  }
};

void fused_steps(gallery::Program& program, const Settings& settings, Workspace<float>& workspace) {
  Harness<bf16, bf16> harness(program, settings, kBf16);
  const Problem<bf16, bf16>& p = harness.problem();
  const gallery::DeviceArray<float> bias(gallery::random_floats(p.n, program.seed(5)));
  // tanh.approx is off by 2^-11, GELU's slope at most 1.13.
  const double allowed = 0x1p-10;
  harness.run(
      "bias and GELU fused",
      [&] { gemm_bias_gelu(p, bias.get(), workspace.get(), workspace.count(), 0); }, false,
      ExpectBiasGelu{bias.get()}, allowed);
#ifdef GEMM_CUBLAS
  const size_t elements = size_t(p.m) * p.n;
  harness.run(
      "cuBLAS; then bias and GELU",
      [&] {
        harness.cublas()(p, false);
        bias_gelu<<<tiles(int(elements / 8), 256), 256>>>(p.c.data, elements, p.n, bias.get());
      },
      false, ExpectBiasGelu{bias.get()}, allowed + 0x1p-7);  // rounded to bf16 in between
#endif
}

}  // namespace gemm

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "gemm_tensor", "C = alpha A B + beta C on tensor cores");
  const gemm::Settings settings(program);
  const int first = program.integer("first", 10, 10, 16, "step to begin with");
  program.start();
  gallery::DeviceArray<float> workspace(size_t(256) << 20);
  gemm::bf16_steps<gemm::bf16>(program, settings, gemm::kBf16, first, workspace);
  gemm::bf16_steps<float>(program, settings, gemm::kBf16ToFloat, 16, workspace);
  gemm::tf32_steps(program, settings, first, workspace);
  const bool rows = settings.a == gemm::Order::kRow && settings.b == gemm::Order::kRow &&
                    settings.c == gemm::Order::kRow;
  if (rows && settings.beta == 0 && settings.k % 8 == 0 && settings.n % 8 == 0)
    gemm::fused_steps(program, settings, workspace);
  return program.finish();
}
