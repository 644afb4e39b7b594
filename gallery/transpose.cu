// SPDX-License-Identifier: Apache-2.0
// Transposes: naive, through shared memory, padded, with and without bounds (spec/003, 2.2.4), and
// as fast as a copy.
#include "common/copy_row.h"
#include "common/gallery.h"
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

  // Any sizes; the second kernel in quads.
  const auto any_sizes = [&](int height, int width, const std::vector<float>& in,
                             const gallery::DeviceArray<float>& d_in,
                             gallery::DeviceArray<float>& d_out) {
    const std::string size = gallery::by(height, width);
    const gallery::Work work{0, 8.0 * in.size()};
    const auto verify = [&] {
      const gallery::Check check = gallery::check_equal(
          d_out.to_host(), [&](std::size_t i) { return in[i % height * width + i / height]; });
      d_out.poison();
      return check;
    };
    d_out.poison();
    program.measure(
        "transpose_rectangle", size, work,
        [&] {
          transpose_rectangle<<<dim3(gallery::ceil_div(width, 32), gallery::ceil_div(height, 32)),
                                dim3(32, 8)>>>(height, width, d_in.get(), d_out.get());
        },
        verify);
    if (height % 4 != 0 || width % 4 != 0)
      return program.skip("transpose_float4", size + " are no multiples of 4");
    program.measure(
        "transpose_float4", size, work,
        [&] {
          transpose_float4<<<dim3(gallery::ceil_div(width, 64), gallery::ceil_div(height, 64)),
                             256>>>(height, width, reinterpret_cast<const float4*>(d_in.get()),
                                    reinterpret_cast<float4*>(d_out.get()));
        },
        verify);
  };
  any_sizes(m, m, a, d_a, d_c);
  const std::vector<float> r = gallery::random_floats(std::size_t(rows) * cols, program.seed(2));
  gallery::DeviceArray<float> d_r(r), d_t(r.size());
  any_sizes(rows, cols, r, d_r, d_t);

  // The bandwidth that a transpose can reach at best.
  gallery::measure_copy(program, a, d_a, d_c);
  return program.finish();
}
