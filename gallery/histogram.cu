// SPDX-License-Identifier: Apache-2.0
// Histograms with atomics in global and in shared memory (spec/003, 2.2.3.8).
#include "common/gallery.h"
#include "common/histogram_data.h"
#include "kernels/histogram.cuh"

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "histogram", "counts of values, out-of-range ones clamped");
  const int n = program.integer("n", 1 << 22, 1, 1 << 30, "values");
  const int nbins = program.integer("bins", 2048, 1, 12288, "bins (48 KB of shared memory)");
  const int grid = program.integer("grid", 1024, 1, 65536, "blocks of 256 threads");
  program.start();

  const gallery::HistogramData data(n, nbins, program.seed(1));
  gallery::DeviceArray<int> d_input(data.input), d_bins(nbins);
  const auto verify = [&] { return gallery::check_equal(d_bins.to_host(), data.expected); };
  const std::string size = std::to_string(n) + "/" + std::to_string(nbins);
  program.measure(
      "histogram_global", size, {0, 4.0 * n},
      [&] {
        CUDA_CHECK(cudaMemsetAsync(d_bins.get(), 0, d_bins.bytes()));
        histogram_global<<<grid, 256>>>(d_bins.get(), nbins, d_input.get(), n);
      },
      verify);
  program.measure(
      "histogram_shared", size, {0, 4.0 * n},
      [&] {
        CUDA_CHECK(cudaMemsetAsync(d_bins.get(), 0, d_bins.bytes()));
        histogram_shared<<<grid, 256, nbins * sizeof(int)>>>(d_bins.get(), nbins, d_input.get(), n);
      },
      verify);
  return program.finish();
}
