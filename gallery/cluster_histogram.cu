// SPDX-License-Identifier: Apache-2.0
// A histogram in distributed shared memory, with clusters of 1, 2, 4, 8 and 16 blocks, beside one
// in the shared memory of each block and one in global memory (spec/001 3.2.5, spec/003 2.2.3.8).
#include "common/gallery.h"
#include "common/histogram_data.h"
#include "kernels/cluster_histogram.cuh"
#include "kernels/histogram.cuh"

namespace {

using Kernel = void (*)(int*, int, int, const int*, size_t);

// own_words: shared memory that a block has beside its share of the bins.
cudaError_t launch(Kernel kernel, int blocks, int threads, int cluster_size, int own_words,
                   int* bins, int nbins, const int* input, size_t array_size) {
  const int bins_per_block = (nbins + cluster_size - 1) / cluster_size;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3((blocks + cluster_size - 1) / cluster_size * cluster_size);
  config.blockDim = dim3(threads);
  config.dynamicSmemBytes = (bins_per_block + own_words) * sizeof(int);
  CUDA_CHECK(cudaFuncSetAttribute((const void*)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  (int)config.dynamicSmemBytes));
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim.x = cluster_size;
  attribute[0].val.clusterDim.y = 1;
  attribute[0].val.clusterDim.z = 1;
  config.numAttrs = 1;
  config.attrs = attribute;
  return cudaLaunchKernelEx(&config, kernel, bins, nbins, bins_per_block, input, array_size);
}

}  // namespace

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "cluster_histogram",
                           "bins in the shared memory of a thread block cluster");
  const int n = program.integer("n", 1 << 22, 1, 1 << 30, "values");
  const int nbins = program.integer("bins", 2048, 1, 1 << 20, "bins");
  const int grid = program.integer("grid", 1024, 1, 65536, "blocks, rounded up to whole clusters");
  const int block = program.integer("block", 256, 1, 1024, "threads of a block");
  program.start();
  int offered = 0, shared_limit = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&offered, cudaDevAttrClusterLaunch, 0));
  CUDA_CHECK(cudaDeviceGetAttribute(&shared_limit, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));

  const gallery::HistogramData data(n, nbins, program.seed(1));
  gallery::DeviceArray<int> d_input(data.input), d_bins(nbins);
  const auto verify = [&] { return gallery::check_equal(d_bins.to_host(), data.expected); };
  const std::string size = std::to_string(n) + "/" + std::to_string(nbins);
  const auto measure = [&](const std::string& name, auto start) {
    program.measure(
        name, size, {0, 4.0 * n},
        [&] {
          CUDA_CHECK(cudaMemsetAsync(d_bins.get(), 0, d_bins.bytes()));
          start();
        },
        verify);
  };
  measure("histogram_global",
          [&] { histogram_global<<<grid, block>>>(d_bins.get(), nbins, d_input.get(), n); });
  if (nbins <= 12288) {
    measure("histogram_shared", [&] {
      histogram_shared<<<grid, block, nbins * sizeof(int)>>>(d_bins.get(), nbins, d_input.get(), n);
    });
  }
  if (offered) {
    for (const Kernel kernel :
         {clusterHist_kernel, cluster_histogram_dealt, cluster_histogram_16_bits})
      CUDA_CHECK(cudaFuncSetAttribute((const void*)kernel,
                                      cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  }
  for (const int blocks : {1, 2, 4, 8, 16}) {
    const std::string name = "cluster of " + std::to_string(blocks);
    const long bytes = (nbins + blocks - 1L) / blocks * (long)sizeof(int);
    if (blocks > 1 && !offered) {
      program.skip(name, "this GPU has no thread block clusters");
    } else if (bytes > shared_limit) {
      program.skip(name, "the bins do not fit into the shared memory of so few blocks");
    } else {
      const auto measure_kernel = [&](const std::string& title, Kernel kernel, int own_words = 0) {
        measure(title, [&] {
          CUDA_CHECK(launch(kernel, grid, block, blocks, own_words, d_bins.get(), nbins,
                            d_input.get(), n));
        });
      };
      measure_kernel(name, clusterHist_kernel);
      measure_kernel(name + ", bins dealt out", cluster_histogram_dealt);
      const int words = (nbins + 1) / 2;
      if (bytes + words * (long)sizeof(int) <= shared_limit)
        measure_kernel(name + ", 16 bits first", cluster_histogram_16_bits, words);
    }
  }
  return program.finish();
}
