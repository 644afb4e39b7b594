// SPDX-License-Identifier: Apache-2.0
// Page-locked host memory: allocated, registered and mapped into the device's addresses (spec/000
// and spec/001, 3.2.6).
#include <algorithm>

#include "common/gallery.h"
#include "kernels/scale_array.cuh"

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "host_memory", "page-locked and mapped host memory");
  const int n = program.integer("n", 1 << 20, 1, 1 << 28, "elements");
  program.start();

  const size_t bytes = n * sizeof(float);
  const float factor = 1.5f;
  const std::vector<float> in = gallery::random_floats(n, program.seed(1));
  const unsigned grid = std::min(gallery::ceil_div(n, 256), 1024u);
  const auto expected = [&](std::size_t i) { return factor * in[i]; };
  const std::string size = std::to_string(n);

  // Page-locked: a faster source and target of copies.
  float *pinned, *device;
  CUDA_CHECK(cudaMallocHost(&pinned, bytes));
  CUDA_CHECK(cudaMalloc(&device, bytes));
  program.measure(
      "cudaMallocHost, copies", size, {double(n), 2.0 * bytes},
      [&] {
        std::copy(in.begin(), in.end(), pinned);
        CUDA_CHECK(cudaMemcpy(device, pinned, bytes, cudaMemcpyHostToDevice));
        scale_array<<<grid, 256>>>(n, factor, device, device);
        CUDA_CHECK(cudaMemcpy(pinned, device, bytes, cudaMemcpyDeviceToHost));
      },
      [&] { return gallery::check_equal(std::vector<float>(pinned, pinned + n), expected); });
  CUDA_CHECK(cudaFree(device));
  CUDA_CHECK(cudaFreeHost(pinned));

  // Mapped: the kernel reads and writes it in place, through an address of the device's own.
  float *mapped, *alias;
  CUDA_CHECK(cudaHostAlloc(&mapped, bytes, cudaHostAllocMapped));
  CUDA_CHECK(cudaHostGetDevicePointer(&alias, mapped, 0));
  program.measure(
      "cudaHostAlloc, mapped", size, {double(n), 2.0 * bytes},
      [&] {
        std::copy(in.begin(), in.end(), mapped);
        scale_array<<<grid, 256>>>(n, factor, alias, alias);
        CUDA_CHECK(cudaDeviceSynchronize());
      },
      [&] { return gallery::check_equal(std::vector<float>(mapped, mapped + n), expected); });
  CUDA_CHECK(cudaFreeHost(mapped));

  // Registered: memory that the program allocated itself.
  std::vector<float> own(n);
  CUDA_CHECK(cudaHostRegister(own.data(), bytes, cudaHostRegisterMapped));
  CUDA_CHECK(cudaHostGetDevicePointer(&alias, own.data(), 0));
  program.measure(
      "cudaHostRegister, mapped", size, {double(n), 2.0 * bytes},
      [&] {
        std::copy(in.begin(), in.end(), own.begin());
        scale_array<<<grid, 256>>>(n, factor, alias, alias);
        CUDA_CHECK(cudaDeviceSynchronize());
      },
      [&] { return gallery::check_equal(own, expected); });
  CUDA_CHECK(cudaHostUnregister(own.data()));
  return program.finish();
}
