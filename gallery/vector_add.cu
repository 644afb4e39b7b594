// SPDX-License-Identifier: Apache-2.0
// Vector addition: the first kernel of spec/000 and of spec/003.
#include <algorithm>

#include "common/gallery.h"
#include "kernels/vector_add.cuh"

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "vector_add", "C = A + B, one thread an element");
  const int n = program.integer("n", 1 << 22, 1, 1 << 30, "elements");
  const int block = program.integer("block", 256, 1, 1024, "threads a block");
  program.start();

  const std::vector<float> a = gallery::random_floats(n, program.seed(1));
  const std::vector<float> b = gallery::random_floats(n, program.seed(2));
  gallery::DeviceArray<float> d_a(a), d_b(b), d_c(n);
  // One rounded addition has one right answer.
  const auto verify = [&](std::size_t count) {
    return [&, count] {
      std::vector<float> c = d_c.to_host();
      c.resize(count);
      const gallery::Check check =
          gallery::check_equal(c, [&](std::size_t i) { return a[i] + b[i]; });
      d_c.poison();
      return check;
    };
  };

  const int small = std::min(n, 1024);
  program.measure(
      "VecAdd", std::to_string(small), {double(small), 12.0 * small},
      [&] { VecAdd<<<1, small>>>(d_a.get(), d_b.get(), d_c.get()); }, verify(small));
  program.measure(
      "vecAdd", std::to_string(n), {double(n), 12.0 * n},
      [&] { vecAdd<<<gallery::ceil_div(n, block), block>>>(d_a.get(), d_b.get(), d_c.get(), n); },
      verify(n));
  const unsigned grid = std::min(264u, gallery::ceil_div(n, block));
  program.measure(
      "vec_add_grid_stride", std::to_string(n), {double(n), 12.0 * n},
      [&] { vec_add_grid_stride<<<grid, block>>>(d_a.get(), d_b.get(), d_c.get(), n); }, verify(n));
  return program.finish();
}
