// SPDX-License-Identifier: Apache-2.0
// Copy, kernel, copy in each of two streams, issued depth first and breadth first, and an event
// that one stream waits for (spec/000, asynchronous concurrent execution).
#include <algorithm>

#include "common/gallery.h"
#include "kernels/scale_array.cuh"

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "two_streams", "copies and kernels in two streams");
  const int n = program.integer("n", 1 << 20, 1, 1 << 28, "elements of each stream");
  program.start();

  const size_t size = n * sizeof(float);
  const float factor = 2.5f;
  const std::vector<float> in = gallery::random_floats(std::size_t(n) * 2, program.seed(1));
  const std::string label = "2x" + std::to_string(n);
  cudaStream_t stream[2];
  for (int i = 0; i < 2; ++i) CUDA_CHECK(cudaStreamCreate(&stream[i]));
  float* hostPtr;
  CUDA_CHECK(cudaMallocHost(&hostPtr, 2 * size));
  gallery::DeviceArray<float> input(in.size()), output(in.size());

  const auto copy_in = [&](int i) {
    CUDA_CHECK(cudaMemcpyAsync(input.get() + std::size_t(i) * n, hostPtr + std::size_t(i) * n, size,
                               cudaMemcpyHostToDevice, stream[i]));
  };
  const auto scale = [&](int i) {
    scale_array<<<100, 512, 0, stream[i]>>>(n, factor, input.get() + std::size_t(i) * n,
                                            output.get() + std::size_t(i) * n);
  };
  const auto copy_out = [&](int i) {
    CUDA_CHECK(cudaMemcpyAsync(hostPtr + std::size_t(i) * n, output.get() + std::size_t(i) * n,
                               size, cudaMemcpyDeviceToHost, stream[i]));
  };
  const auto verify = [&](float expected_factor) {
    return [&, expected_factor] {
      return gallery::check_equal(std::vector<float>(hostPtr, hostPtr + in.size()),
                                  [&](std::size_t i) { return expected_factor * in[i]; });
    };
  };
  const auto fill = [&] { std::copy(in.begin(), in.end(), hostPtr); };
  const auto finish = [&] {
    for (int i = 0; i < 2; ++i) CUDA_CHECK(cudaStreamSynchronize(stream[i]));
  };

  program.measure(
      "depth first", label, {0, 4.0 * size},
      [&] {
        fill();
        for (int i = 0; i < 2; ++i) {
          copy_in(i);
          scale(i);
          copy_out(i);
        }
        finish();
      },
      verify(factor));
  program.measure(
      "breadth first", label, {0, 4.0 * size},
      [&] {
        fill();
        for (int i = 0; i < 2; ++i) copy_in(i);
        for (int i = 0; i < 2; ++i) scale(i);
        for (int i = 0; i < 2; ++i) copy_out(i);
        finish();
      },
      verify(factor));

  // Stream 1 works on what stream 0 has made: it must wait for it.
  cudaEvent_t made;
  CUDA_CHECK(cudaEventCreateWithFlags(&made, cudaEventDisableTiming));
  program.measure(
      "cudaStreamWaitEvent", label, {0, 4.0 * size},
      [&] {
        fill();
        CUDA_CHECK(
            cudaMemcpyAsync(input.get(), hostPtr, 2 * size, cudaMemcpyHostToDevice, stream[0]));
        scale_array<<<100, 512, 0, stream[0]>>>(2 * n, 2.0f, input.get(), output.get());
        CUDA_CHECK(cudaEventRecord(made, stream[0]));
        CUDA_CHECK(cudaStreamWaitEvent(stream[1], made, 0));
        scale_array<<<100, 512, 0, stream[1]>>>(2 * n, 4.0f, output.get(), output.get());
        CUDA_CHECK(
            cudaMemcpyAsync(hostPtr, output.get(), 2 * size, cudaMemcpyDeviceToHost, stream[1]));
        finish();
      },
      verify(8.0f));
  CUDA_CHECK(cudaEventDestroy(made));
  CUDA_CHECK(cudaFreeHost(hostPtr));
  for (int i = 0; i < 2; ++i) CUDA_CHECK(cudaStreamDestroy(stream[i]));
  return program.finish();
}
