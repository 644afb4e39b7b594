// SPDX-License-Identifier: Apache-2.0
// The front functions with fused epilogues under the tests of edges.h: every activation, with C or
// another matrix as what beta multiplies.
//
//   heddle cc -O1 -std=c++17 -arch=sm_90a -o edges_fused gallery/gemm/edges_fused.cu
//   nvcc -std=c++17 -gencode=arch=compute_90a,code=sm_90a -o edges_fused
//   gallery/gemm/edges_fused.cu
//
// -DGEMM_FEW: of bf16 only ReLU, and no FP8, which compiles in less time.
#include "edges.h"
#include "edges_fused.h"
#include "fused_fp8.cuh"
#include "fused_gemm.cuh"

namespace gemm {

template <Activation ACTIVATION, class Act>
void check_bf16(const char* name, Edges<bf16, bf16>& edges, const FusedCase<bf16>& data,
                bool with_residual, Act act, double allowed = 0) {
  const auto call = [](const Problem<bf16>& p, const Epilogue<bf16>& epilogue, float* memory,
                       size_t room) {
    return gemm_fused<ACTIVATION>(p, epilogue, memory, room, 0);
  };
  edges.front(data.function<bf16>(name, with_residual, call, act, allowed));
}

template <class In>
void check_fp8(Edges<In, bf16>& edges, const FusedCase<bf16>& data, bool with_residual) {
  const auto call = [](const Problem<In, bf16>& p, const Epilogue<bf16>& epilogue, float* memory,
                       size_t room) {
    return gemm_fp8_fused<Activation::kRelu>(p, {}, Fp8Sums::kPromoted, epilogue, memory, room, 0);
  };
  edges.front(data.function<In>("ReLU", with_residual, call, relu));
}

}  // namespace gemm

int main(int argc, char** argv) {
  using namespace gemm;
  gallery::Program program(argc, argv, "gemm_fused", "fused epilogues where they are easily wrong");
  const Selection selection{
      program.text("only", "all", "views, offsets, zeros, workspace, errors, or all"),
      program.integer("few", 0, 0, 1, "1: fewer orders and sizes") == 1};
  program.start();
  gallery::DeviceArray<float> workspace(2 << 20);
  for (const bool crooked : {false, true}) {
    const FusedCase<bf16> data(program, crooked);
    Edges<bf16, bf16> edges(program, selection, kBf16, workspace);
    check_bf16<Activation::kRelu>("ReLU and residual", edges, data, true, relu);
    if (crooked) check_bf16<Activation::kRelu>("ReLU", edges, data, false, relu);
#ifndef GEMM_FEW
    check_bf16<Activation::kNone>("residual", edges, data, true, [](double x) { return x; });
    check_bf16<Activation::kGelu>("GELU", edges, data, crooked, exact_gelu, kGeluError);
    Edges<e4m3, bf16> fp8(program, selection, kFp8, workspace);
    check_fp8(fp8, data, crooked);
    Edges<Formats<e4m3, e5m2>, bf16> formats(program, selection, kFp8, workspace);
    check_fp8(formats, data, !crooked);
#endif
  }
  return program.finish();
}
