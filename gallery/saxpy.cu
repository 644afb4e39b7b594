// SPDX-License-Identifier: Apache-2.0
// y = a x + y, the usual measure of memory bandwidth with a little arithmetic.
#include "common/gallery.h"
#include "kernels/saxpy.cuh"

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "saxpy", "y = a x + y");
  const int n = program.integer("n", 1 << 22, 1, 1 << 30, "elements");
  program.start();

  const std::vector<float> x = gallery::random_floats(n, program.seed(1));
  const std::vector<float> y = gallery::random_floats(n, program.seed(2));
  const float a = gallery::random_float(program.seed(3), 0, 0.5f, 2.0f);
  gallery::DeviceArray<float> d_x(x), d_y(y);
  program.measure(
      "saxpy", std::to_string(n), {2.0 * n, 12.0 * n},
      [&] { saxpy<<<gallery::ceil_div(n, 256), 256>>>(n, a, d_x.get(), d_y.get()); },
      [&] {
        // One rounding when the compiler fuses the two operations, two when not.
        return gallery::check_close(d_y.to_host(), 2 * gallery::kUnit, "2 u", [&](std::size_t i) {
          return gallery::Expected{double(a) * x[i] + y[i],
                                   std::fabs(double(a) * x[i]) + std::fabs(y[i])};
        });
      });
  return program.finish();
}
