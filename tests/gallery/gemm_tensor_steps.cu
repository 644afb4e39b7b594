// SPDX-License-Identifier: Apache-2.0
// Steps 10 to 16 of the ladder on tensor cores for operands in rows, without the functions that
// choose among many kernels: gallery/gemm/tensor.cu has those, and takes ten times as long to
// compile.
#include "gemm/tensor_steps.h"

template <class Out>
static void run_steps(gallery::Program& program, const gemm::Settings& settings,
                      gemm::Precision precision, int first) {
  using gemm::Order;
  gemm::Harness<gemm::bf16, Out> harness(program, settings, precision);
  gemm::mma_sync_step(harness);
  gemm::wgmma_steps<Order::kRow, Order::kRow>(harness, harness.problem(), first);
}

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "gemm_tensor_steps", "C = A B on tensor cores");
  const gemm::Settings settings(program);
  if (!settings.all_rows()) program.usage_error("A, B and C are in rows here");
  program.start();
  run_steps<gemm::bf16>(program, settings, gemm::kBf16, 11);
  run_steps<float>(program, settings, gemm::kBf16ToFloat, 16);
  gemm::Harness<float, float> tf32(program, settings, gemm::kTf32);
  gemm::mma_sync_step(tf32);
  return program.finish();
}
