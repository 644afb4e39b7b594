// SPDX-License-Identifier: Apache-2.0
// The ladder of README.md on tensor cores, a row a step, in bf16 and TF32. Built with nvcc for
// sm_90a; with -DGEMM_CUBLAS -lcublas, cuBLAS is measured in the same process.
#include <algorithm>

#include "fused_gemm.cuh"
#include "harness.h"
#include "tensor_gemm.cuh"
#include "tensor_steps.h"

namespace gemm {

template <class Out>
void bf16_steps(gallery::Program& program, const Settings& settings, Precision precision, int first,
                gallery::DeviceArray<float>& workspace) {
  Harness<bf16, Out> harness(program, settings, precision);
  const Problem<bf16, Out>& p = harness.problem();
  const Problem<bf16, Out> rows = p.with_c_in_rows();
#ifdef GEMM_CUBLAS
  harness.run({harness.cublas("cuBLAS")});
#endif
  if (first <= 10) mma_sync_step(harness);
  if (fits_tensor_map(rows.a) && fits_tensor_map(rows.b)) {
    with_orders(rows.a.order, rows.b.order,
                [&](auto a, auto b) { wgmma_steps<a(), b()>(harness, rows, first); });
  }
  harness.run_beside("gemm", [&] { return gemm(p, workspace.get(), workspace.count(), 0); });
}

void tf32_steps(gallery::Program& program, const Settings& settings, int first,
                gallery::DeviceArray<float>& workspace) {
  Harness<float, float> harness(program, settings, kTf32);
  const FloatProblem& p = harness.problem();
#ifdef GEMM_CUBLAS
  harness.run({harness.cublas("cuBLAS")});
#endif
  if (first <= 10) mma_sync_step(harness);
  harness.run_beside("gemm", [&] { return gemm_tf32(p, workspace.get(), workspace.count(), 0); });
}

// What follows a library's product when nothing is fused; eight elements a thread.
static __global__ void bias_gelu(bf16* c, size_t elements, int n, const float* bias) {
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

// C with lines of odd length fits no tensor map, and alpha comes before GELU.
void check_fused_tails(gallery::Program& program, Settings settings,
                       gallery::DeviceArray<float>& workspace) {
  settings.m = 129, settings.n = 131, settings.alpha = 1.5f;
  for (const int k : {264, 1100}) {  // k in one part, and in two
    settings.k = k;
    Harness<bf16, bf16> harness(program, settings, kBf16, 8);
    const gallery::DeviceArray<float> bias(gallery::random_floats(settings.n, program.seed(5)));
    const auto launch = [&] {
      return gemm_bias_gelu(harness.problem(), bias.get(), workspace.get(), workspace.count(), 0);
    };
    harness.run({{"bias and GELU; odd C", launch, kGeluError}}, ExpectBiasGelu{bias.get()}, false);
  }
}

void run_fused(Harness<bf16, bf16>& harness, const std::string& name, const float* bias,
               std::function<cudaError_t()> fused) {
  const ExpectBiasGelu expected{bias};
#ifdef GEMM_CUBLAS
  const auto then = [&, product = harness.cublas("").launch] {
    const cudaError_t error = product();
    const Problem<bf16, bf16>& p = harness.problem();
    const size_t elements = size_t(p.m) * p.n;
    const cudaLaunchConfig_t config = shape(tiles(int(elements / 8), 256), 256, 0, 0);
    return error != cudaSuccess ? error : launch(bias_gelu, config, p.c.data, elements, p.n, bias);
  };
  // cuBLAS's product is rounded to bf16 in between, cublasLt's bias before.
  std::vector<Contender> all{{name, fused, kGeluError},
                             {"cuBLAS beside it; then bias and GELU", then, kGeluError + 0x1p-7}};
  std::vector<float> values(harness.problem().n);
  CUDA_CHECK(
      cudaMemcpy(values.data(), bias, values.size() * sizeof(float), cudaMemcpyDeviceToHost));
  const gallery::DeviceArray<bf16> rounded(std::vector<bf16>(values.begin(), values.end()));
  const auto best = harness.cublaslt().best(harness.problem(), false, rounded.get());
  if (best) all.push_back({"cublasLt beside it; with GELU_BIAS", best, kGeluError + 0x1p-7});
  harness.run(all, expected);
#else
  harness.run({{name, fused, kGeluError}}, expected, false);
#endif
}

void fused_steps(gallery::Program& program, const Settings& settings,
                 gallery::DeviceArray<float>& workspace) {
  Harness<bf16, bf16> harness(program, settings, kBf16);
  const gallery::DeviceArray<float> bias(gallery::random_floats(settings.n, program.seed(5)));
  run_fused(harness, "bias and GELU fused", bias.get(), [&] {
    return gemm_bias_gelu(harness.problem(), bias.get(), workspace.get(), workspace.count(), 0);
  });
}

// What --pingpong compares, a digit each.
constexpr const char* kVariants[] = {"as chosen", "128x128", "64x256", "64x256 in 5 stages"};
template <Order A_ORDER, Order B_ORDER, class Finish>
cudaError_t launch_variant(char digit, const Problem<bf16, bf16>& p, Finish finish,
                           gallery::DeviceArray<float>& workspace) {
  if (digit == '1')
    return launch_warp_specialised<PingPongTile<128, 128, 6, 2>, A_ORDER, B_ORDER, PersistentWalk,
                                   BoxStore<Finish>>(p, finish, 1, 0);
  if (digit == '2')
    return launch_warp_specialised<PingPongTile<64, 256, 4, 2>, A_ORDER, B_ORDER, PersistentWalk,
                                   BoxStore<Finish>>(p, finish, 1, 0);
  if (digit == '3')  // which leave room for one box
    return launch_warp_specialised<PingPongTile<64, 256, 5, 2>, A_ORDER, B_ORDER, PersistentWalk,
                                   BoxStore<Finish, 1>>(p, finish, 1, 0);
  return Bf16Plan<bf16>(p, workspace.get(), workspace.count()).run(0, finish);
}

void compare_variants(gallery::Program& program, const Settings& settings,
                      const std::string& digits, gallery::DeviceArray<float>& workspace) {
  Harness<bf16, bf16> harness(program, settings, kBf16);
  const Problem<bf16, bf16> p = harness.problem().with_c_in_rows();
  if (!fits_tensor_map(p.a) || !fits_tensor_map(p.b) || !fits_box_store(p) || p.beta != 0.0f)
    return program.skip("ping-pong", "beta is not 0, or an operand fits no tensor map");
  const gallery::DeviceArray<float> bias(gallery::random_floats(settings.n, program.seed(5)));
  for (const char digit : digits) {
    const std::string name = kVariants[digit - '0'];
    with_orders(p.a.order, p.b.order, [&](auto a, auto b) {
      harness.run_beside("gemm " + name,
                         [&] { return launch_variant<a(), b()>(digit, p, Plain{}, workspace); });
    });
    if (!settings.all_rows()) continue;
    run_fused(harness, "bias and GELU fused " + name, bias.get(), [&] {
      return launch_variant<Order::kRow, Order::kRow>(
          digit, p, Fused<Activation::kGelu>(bias.get(), Plain{}), workspace);
    });
  }
}

}  // namespace gemm

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "gemm_tensor", "C = alpha A B + beta C on tensor cores");
  const gemm::Settings settings(program);
  const int first = program.integer("first", 10, 10, 17, "step to begin with");
  const std::string variants =
      program.text("pingpong", "", "compare these alone, 0: as chosen, 1 to 3: tiles in ping-pong");
  if (variants.find_first_not_of("0123") != std::string::npos)
    program.usage_error("--pingpong wants digits from 0 to 3");
  program.start();
  gallery::DeviceArray<float> workspace(size_t(256) << 20);
  if (!variants.empty()) {
    gemm::compare_variants(program, settings, variants, workspace);
    return program.finish();
  }
  gemm::bf16_steps<gemm::bf16>(program, settings, gemm::kBf16, first, workspace);
  gemm::bf16_steps<float>(program, settings, gemm::kBf16ToFloat, std::max(first, 16), workspace);
  gemm::tf32_steps(program, settings, first, workspace);
  if (settings.all_rows() && settings.beta == 0) {
    gemm::check_fused_tails(program, settings, workspace);
    if (settings.k % 8 == 0 && settings.n % 8 == 0) gemm::fused_steps(program, settings, workspace);
  }
  return program.finish();
}
