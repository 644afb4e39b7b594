// SPDX-License-Identifier: Apache-2.0
// Transposes: naive, through shared memory, padded, with and without bounds (spec/003, 2.2.4).
#include "common/gallery.h"
#include "kernels/copy.cuh"
#include "kernels/transpose.cuh"

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "transpose", "c = a^T");
  const int m = program.integer("m", 2048, 1, 32768, "rows and columns of the square matrix");
  const int rows = program.integer("rows", 1000, 1, 32768, "rows of the rectangle");
  const int cols = program.integer("cols", 1500, 1, 32768, "columns of the rectangle");
  program.start();

  const std::size_t count = std::size_t(m) * m;
  const std::vector<float> a = gallery::random_floats(count, program.seed(1));
  gallery::DeviceArray<float> d_a(a), d_c(count);
  const dim3 threads(32, 32);
  const dim3 blocks(gallery::ceil_div(m, 32), gallery::ceil_div(m, 32));
  const auto row = [&](const char* name, void (*kernel)(int, const float*, float*), bool bounds) {
    if (!bounds && m % 32 != 0) return program.skip(name, "m is no multiple of 32");
    d_c.poison();
    program.measure(
        name, gallery::by(m, m), {0, 8.0 * count},
        [&] { kernel<<<blocks, threads>>>(m, d_a.get(), d_c.get()); },
        [&] {
          return gallery::check_equal(d_c.to_host(),
                                      [&](std::size_t i) { return a[i % m * m + i / m]; });
        });
  };
  row("naive_cuda_transpose", naive_cuda_transpose, true);
  row("smem_cuda_transpose", smem_cuda_transpose<0>, false);
  row("smem_cuda_transpose padded", smem_cuda_transpose<1>, false);
  row("smem, bounds", smem_cuda_transpose_bounds<0>, true);
  row("smem, bounds, padded", smem_cuda_transpose_bounds<1>, true);

  const std::size_t rectangle = std::size_t(rows) * cols;
  const std::vector<float> r = gallery::random_floats(rectangle, program.seed(2));
  gallery::DeviceArray<float> d_r(r), d_t(rectangle);
  program.measure(
      "transpose_rectangle", gallery::by(rows, cols), {0, 8.0 * rectangle},
      [&] {
        transpose_rectangle<<<dim3(gallery::ceil_div(cols, 32), gallery::ceil_div(rows, 32)),
                              dim3(32, 8)>>>(rows, cols, d_r.get(), d_t.get());
      },
      [&] {
        return gallery::check_equal(d_t.to_host(),
                                    [&](std::size_t i) { return r[i % rows * cols + i / rows]; });
      });

  // The bandwidth that a transpose can reach at best.
  d_c.poison();
  program.measure(
      "copy, for comparison", gallery::by(m, m), {0, 8.0 * count},
      [&] { copy_float<<<gallery::ceil_div(count, 256), 256>>>(count, d_a.get(), d_c.get()); },
      [&] { return gallery::check_equal(d_c.to_host(), a); });
  return program.finish();
}
