// SPDX-License-Identifier: Apache-2.0
// The occupancy examples of spec/003, 2.2.7: 768 threads a block, 32 threads, 100 KB of shared
// memory; what the occupancy API says against what the device's properties allow.
#include <algorithm>

#include "common/gallery.h"

// Little enough that registers never limit it; extern shared memory so that it can be given some.
__global__ void testKernel(int* out) {
  extern __shared__ int staging[];
  staging[threadIdx.x] = blockIdx.x * blockDim.x + threadIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = staging[blockDim.x - 1 - threadIdx.x];
}

static void example(gallery::Program& program, const cudaDeviceProp& prop, int threads,
                    size_t shared) {
  const std::string size = std::to_string(threads) + ", " + std::to_string(shared) + " B";
  if (shared > prop.sharedMemPerBlockOptin)
    return program.skip("testKernel " + size, "more shared memory than this device has");
  CUDA_CHECK(cudaFuncSetAttribute(testKernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(shared)));
  int blocks = 0;
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, testKernel, threads, shared));

  // Warps are the unit; the system takes some shared memory of each block for itself.
  const int warps = prop.maxThreadsPerMultiProcessor / 32, block_warps = (threads + 31) / 32;
  const size_t with_reserve = (shared + prop.reservedSharedMemPerBlock + 127) / 128 * 128;
  int expected = std::min(prop.maxBlocksPerMultiProcessor, warps / block_warps);
  if (with_reserve > 0)
    expected = std::min<int>(expected, prop.sharedMemPerMultiprocessor / with_reserve);
  char text[64];
  std::snprintf(text, sizeof text, "%d blocks an SM, %.0f%% occupancy", blocks,
                100.0 * blocks * block_warps / warps);
  program.row(
      "occupancy", size,
      gallery::check_that(blocks == expected, text, std::to_string(expected) + " expected"));

  gallery::DeviceArray<int> out(512 * std::size_t(threads));
  program.measure(
      "testKernel<<<512, " + std::to_string(threads) + ">>>", size, {0, 0},
      [&] { testKernel<<<512, threads, shared>>>(out.get()); },
      [&] {
        return gallery::check_equal(out.to_host(), [&](std::size_t i) {
          return i / threads * threads + (threads - 1 - i % threads);
        });
      });
}

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "occupancy", "blocks that fit on a multiprocessor");
  const int threads = program.integer("threads", 96, 1, 1024, "a block size of your own");
  const int shared = program.integer("shared", 8192, 4096, 1 << 20, "its shared memory in bytes");
  program.start();
  int device = 0;
  cudaDeviceProp prop;
  CUDA_CHECK(cudaGetDevice(&device));
  CUDA_CHECK(cudaGetDeviceProperties(&prop, device));
  std::printf("%s: %d SMs, %d threads, %d blocks, %zu bytes of shared memory each\n", prop.name,
              prop.multiProcessorCount, prop.maxThreadsPerMultiProcessor,
              prop.maxBlocksPerMultiProcessor, prop.sharedMemPerMultiprocessor);
  example(program, prop, 768, 768 * sizeof(int));
  example(program, prop, 32, 32 * sizeof(int));
  example(program, prop, 256, 100 * 1024);
  example(program, prop, threads, shared);
  return program.finish();
}
