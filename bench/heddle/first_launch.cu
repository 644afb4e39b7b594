// SPDX-License-Identifier: Apache-2.0
// One launch of the tiled matrix product in a fresh process: bench-first-launch <n>. Prints the
// time from the launch to the end of the synchronisation, and of a second launch.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "bench/heddle/device.h"
#include "gallery/kernels/matmul_tiled.cuh"

namespace {

double seconds_of_launch(int n, const tiled::Matrix& a, const tiled::Matrix& b,
                         const tiled::Matrix& c) {
  const auto begin = std::chrono::steady_clock::now();
  tiled::MatMulKernel<32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(a, b, c);
  bench::finish();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1024;
  try {
    const bench::Matmul work(n);
    const bench::DeviceFloats a(work.a), b(work.b), c(bench::unwritten(std::size_t(n) * n));
    const tiled::Matrix am = {n, n, n, a.get()}, bm = {n, n, n, b.get()}, cm = {n, n, n, c.get()};
    const double first = seconds_of_launch(n, am, bm, cm);
    const double error = work.error(c.contents().data());
    const double second = seconds_of_launch(n, am, bm, cm);
    std::printf("{\"ok\":true,\"first\":%.9g,\"second\":%.9g,\"error\":%.6g,\"bound\":%.6g}\n",
                first, second, error == error ? error : 1e300, bench::Matmul::kBound);
  } catch (const std::exception& failure) {
    std::printf("{\"ok\":false,\"why\":\"%s\"}\n", failure.what());
    return 1;
  }
}
