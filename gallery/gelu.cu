// SPDX-License-Identifier: Apache-2.0
// GELU in one kernel and in seven (spec/004): the same arithmetic, several times the traffic.
#include "common/copy_row.h"
#include "common/gallery.h"
#include "kernels/gelu.cuh"

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "gelu", "y = gelu(x), fused and step by step");
  const int n = program.integer("n", 1 << 22, 1, 1 << 30, "elements");
  program.start();

  const std::vector<float> x = gallery::random_floats(n, program.seed(1), -6.0f, 6.0f);
  gallery::DeviceArray<float> d_x(x), d_y(n), d_t(n);
  const unsigned grid = gallery::ceil_div(n, 256);
  const auto verify = [&] {
    // About ten rounded operations, tanhf of at most 2 ulp among them; 1 + tanh near -1 cancels,
    // which is why x and not y is the scale.
    const gallery::Check check =
        gallery::check_close(d_y.to_host(), 12 * gallery::kUnit, "12 u |x|", [&](std::size_t i) {
          const double v = x[i];
          const double y =
              0.5 * v * (1.0 + std::tanh(0.79788456080286536 * (v + 0.044715 * v * v * v)));
          return gallery::Expected{y, std::fabs(v)};
        });
    d_y.poison();
    return check;
  };

  program.measure(
      "gelu_fused", std::to_string(n), {0, 8.0 * n},
      [&] { gelu_fused<<<grid, 256>>>(n, d_x.get(), d_y.get()); }, verify);
  program.measure(
      "gelu_fused_float4", std::to_string(n), {0, 8.0 * n},
      [&] { gelu_fused_float4<<<gallery::ceil_div(n, 1024), 256>>>(n, d_x.get(), d_y.get()); },
      verify);
  program.measure(
      "unfused, 7 kernels", std::to_string(n), {0, 8.0 * n},
      [&] {
        elementwise_mul<<<grid, 256>>>(n, d_x.get(), d_x.get(), d_t.get());
        elementwise_mul<<<grid, 256>>>(n, d_t.get(), d_x.get(), d_t.get());
        elementwise_axpby<<<grid, 256>>>(n, 1.0f, d_x.get(), 0.044715f, d_t.get(), d_t.get());
        elementwise_affine<<<grid, 256>>>(n, 0.7978845608f, d_t.get(), 0.0f, d_t.get());
        elementwise_tanh<<<grid, 256>>>(n, d_t.get(), d_t.get());
        elementwise_affine<<<grid, 256>>>(n, 0.5f, d_t.get(), 0.5f, d_t.get());
        elementwise_mul<<<grid, 256>>>(n, d_x.get(), d_t.get(), d_y.get());
      },
      verify);
  gallery::measure_copy(program, x, d_x, d_y);
  return program.finish();
}
