// SPDX-License-Identifier: Apache-2.0
// Copies: 4 and 16 bytes a thread, and reads with a stride (spec/003, 2.2.4.1).
#include "common/copy_row.h"
#include "common/gallery.h"
#include "kernels/copy.cuh"

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "copy", "copies and strided reads");
  const int n = program.integer("n", 1 << 22, 4, 1 << 30, "elements");
  program.start();

  const std::vector<float> in = gallery::random_floats(n, program.seed(1));
  gallery::DeviceArray<float> d_in(in), d_out(n);
  program.measure(
      "copy_float", std::to_string(n), {0, 8.0 * n},
      [&] { copy_float<<<gallery::ceil_div(n, 256), 256>>>(n, d_in.get(), d_out.get()); },
      [&] { return gallery::check_equal(d_out.to_host(), in); });

  d_out.poison();
  gallery::measure_copy(program, in, d_in, d_out);

  // The same number of elements for all strides, so that the times compare.
  for (int stride : {1, 2, 4, 8, 16, 32}) {
    const int count = gallery::ceil_div(n, 32);
    if (static_cast<long long>(count - 1) * stride >= n) continue;
    gallery::DeviceArray<float> d_picked(count);
    program.measure(
        "copy_stride " + std::to_string(stride), std::to_string(count), {0, 8.0 * count},
        [&] {
          copy_stride<<<gallery::ceil_div(count, 256), 256>>>(count, stride, d_in.get(),
                                                              d_picked.get());
        },
        [&] {
          return gallery::check_equal(d_picked.to_host(),
                                      [&](std::size_t i) { return in[i * stride]; });
        });
  }
  return program.finish();
}
