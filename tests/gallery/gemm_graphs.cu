// SPDX-License-Identifier: Apache-2.0
// A graph of launches that are timed (gallery/gemm/gpu_time.h) holds those of libraries, too, and
// as many as it was asked for.
#include <cstdio>

#include "gemm/cublas.h"
#include "gemm/cublaslt.h"

using namespace gemm;

namespace {

int failures = 0;
void expect(bool condition, const char* what) {
  if (!condition) std::printf("FAIL %s\n", what), ++failures;
}

__global__ void product(FloatProblem p) {
  float sum = 0;
  for (int k = 0; k < p.k; ++k) sum += *p.a.at(blockIdx.x, k) * *p.b.at(k, threadIdx.x);
  store(p, blockIdx.x, threadIdx.x, sum);
}

void check_graphs() {
  constexpr int n = 32, kCount = 3;
  gallery::DeviceArray<float> a(std::vector<float>(n * n, 2.0f)),
      b(std::vector<float>(n * n, 3.0f)), c(n * n);
  const FloatProblem p{n,
                       n,
                       n,
                       1,
                       1,
                       {a.get(), n, Order::kRow},
                       {b.get(), n, Order::kRow},
                       {c.get(), n, Order::kRow}};
  Cublas cublas;
  CublasLt cublaslt;
  const auto best = cublaslt.best(p, false);
  const std::function<void()> launches[] = {[&] { product<<<n, n, 0, timed_stream()>>>(p); },
                                            [&] { cublas(p, false); }, [&] { best(); }};
  for (const auto& launch : launches) {
    const LaunchGraph graph(launch, kCount);
    expect(graph.captured(), "something is in the graph");
    c.from_host(std::vector<float>(n * n, 1.0f));
    graph();
    CUDA_CHECK(cudaDeviceSynchronize());
    // C grows by A B with each of them.
    for (const float x : c.to_host())
      expect(x == 1 + kCount * 6 * n, "the launches are in the graph");
  }
  expect(!LaunchGraph([] {}, 1).captured(), "nothing is in an empty graph");
}

}  // namespace

int main() {
  check_graphs();
  std::printf("%s gemm_graphs\n", failures ? "FAIL" : "PASS");
  return failures != 0;
}
