// SPDX-License-Identifier: Apache-2.0
// 2-D and 3-D arrays with padded rows: cudaMallocPitch, cudaMemcpy2D, cudaMalloc3D, cudaMemcpy3D
// (spec/000, device memory).
#include <algorithm>

#include "common/gallery.h"
#include "kernels/pitched.cuh"

static void run_2d(gallery::Program& program, int width, int height) {
  const std::size_t count = std::size_t(width) * height, row_bytes = width * sizeof(float);
  const std::vector<float> in = gallery::random_floats(count, program.seed(1));
  float *devPtr, *devOut;
  size_t pitch, out_pitch;
  CUDA_CHECK(cudaMallocPitch(&devPtr, &pitch, row_bytes, height));
  // Wider than needed, so that the two pitches differ.
  CUDA_CHECK(cudaMallocPitch(&devOut, &out_pitch, row_bytes + 1024, height));
  CUDA_CHECK(cudaMemset2D(devOut, out_pitch, 0xff, row_bytes, height));
  CUDA_CHECK(
      cudaMemcpy2D(devPtr, pitch, in.data(), row_bytes, row_bytes, height, cudaMemcpyHostToDevice));

  const float scale = 1.25f;
  program.measure(
      "scale_pitched_2d", gallery::by(width, height), {double(count), 8.0 * count},
      [&] {
        scale_pitched_2d<<<dim3(gallery::ceil_div(width, 32), gallery::ceil_div(height, 8)),
                           dim3(32, 8)>>>(scale, devPtr, pitch, devOut, out_pitch, width, height);
      },
      [&] {
        std::vector<float> out(count);
        CUDA_CHECK(cudaMemcpy2D(out.data(), row_bytes, devOut, out_pitch, row_bytes, height,
                                cudaMemcpyDeviceToHost));
        return gallery::check_equal(out, [&](std::size_t i) { return scale * in[i]; });
      });

  // Every thread of MyKernel reads all of it: a corner of the array is enough.
  const int w = std::min(width, 64), h = std::min(height, 64);
  const int blocks = 4, threads = 96;
  gallery::DeviceArray<float> d_sums(blocks * threads);
  gallery::Expected sum{0, 0};
  for (int r = 0; r < h; ++r)
    for (int c = 0; c < w; ++c) {
      sum.value += in[std::size_t(r) * width + c];
      sum.scale += std::fabs(in[std::size_t(r) * width + c]);
    }
  program.measure(
      "MyKernel", gallery::by(w, h), {double(w) * h * blocks * threads, 0},
      [&] { MyKernel<<<blocks, threads>>>(devPtr, pitch, w, h, d_sums.get()); },
      [&] {
        return gallery::check_close(d_sums.to_host(), 6 * std::sqrt(double(w) * h) * gallery::kUnit,
                                    "6 sqrt(n) u", [&](std::size_t) { return sum; });
      });
  CUDA_CHECK(cudaFree(devPtr));
  CUDA_CHECK(cudaFree(devOut));
}

static void copy_3d(const cudaPitchedPtr& to, const cudaPitchedPtr& from, cudaExtent extent,
                    cudaMemcpyKind kind) {
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = from;
  copy.dstPtr = to;
  copy.extent = extent;
  copy.kind = kind;
  CUDA_CHECK(cudaMemcpy3D(&copy));
}

static void run_3d(gallery::Program& program, int width, int height, int depth) {
  const std::size_t count = std::size_t(width) * height * depth;
  std::vector<float> in = gallery::random_floats(count, program.seed(2)), out(count);
  const cudaExtent extent = make_cudaExtent(width * sizeof(float), height, depth);
  const auto packed = [&](std::vector<float>& host) {
    return make_cudaPitchedPtr(host.data(), width * sizeof(float), width, height);
  };
  cudaPitchedPtr d_in, d_out;
  CUDA_CHECK(cudaMalloc3D(&d_in, extent));
  CUDA_CHECK(cudaMalloc3D(&d_out, extent));
  copy_3d(d_in, packed(in), extent, cudaMemcpyHostToDevice);
  CUDA_CHECK(cudaMemset3D(d_out, 0xff, extent));

  const auto at = [&](int x, int y, int z) -> double {
    x = std::min(std::max(x, 0), width - 1);
    y = std::min(std::max(y, 0), height - 1);
    z = std::min(std::max(z, 0), depth - 1);
    return in[(std::size_t(z) * height + y) * width + x];
  };
  program.measure(
      "smooth_pitched_3d", gallery::by(width, height, depth), {7.0 * count, 8.0 * count},
      [&] {
        smooth_pitched_3d<<<dim3(gallery::ceil_div(width, 8), gallery::ceil_div(height, 8),
                                 gallery::ceil_div(depth, 4)),
                            dim3(8, 8, 4)>>>(d_in, d_out, width, height, depth);
      },
      [&] {
        copy_3d(packed(out), d_out, extent, cudaMemcpyDeviceToHost);
        // Six additions, the rounded 1/7 and the product; the terms are below 1.
        return gallery::check_close(out, 8 * gallery::kUnit, "8 u", [&](std::size_t i) {
          const int x = i % width, y = i / width % height, z = i / width / height;
          const double sum = at(x, y, z) + at(x - 1, y, z) + at(x + 1, y, z) + at(x, y - 1, z) +
                             at(x, y + 1, z) + at(x, y, z - 1) + at(x, y, z + 1);
          return gallery::Expected{sum / 7, 1.0};
        });
      });
  CUDA_CHECK(cudaFree(d_in.ptr));
  CUDA_CHECK(cudaFree(d_out.ptr));
}

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "pitched", "2-D and 3-D arrays with padded rows");
  const int width = program.integer("width", 1000, 1, 32768, "of the 2-D array");
  const int height = program.integer("height", 700, 1, 32768, "of the 2-D array");
  const int w3 = program.integer("w3", 100, 1, 2048, "width of the 3-D array");
  const int h3 = program.integer("h3", 80, 1, 2048, "height of the 3-D array");
  const int d3 = program.integer("d3", 60, 1, 2048, "depth of the 3-D array");
  program.start();
  run_2d(program, width, height);
  run_3d(program, w3, h3, d3);
  return program.finish();
}
