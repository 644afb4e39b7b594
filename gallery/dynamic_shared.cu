// SPDX-License-Identifier: Apache-2.0
// Dynamic shared memory carved into short, float and int arrays (spec/003, 2.2.3.2.2).
#include "common/gallery.h"
#include "kernels/dynamic_shared.cuh"

static std::vector<short> random_shorts(std::size_t count, std::uint64_t seed) {
  const std::vector<int> values = gallery::random_ints(count, seed, -32768, 32767);
  return std::vector<short>(values.begin(), values.end());
}

// Element i of an array that was rotated by its block's number within parts of `length`.
template <class T>
gallery::Check check_rotated(const std::vector<T>& got, const std::vector<T>& in, int length) {
  return gallery::check_equal(got, [&](std::size_t i) {
    const std::size_t block = i / length;
    return in[block * length + (i % length + block) % length];
  });
}

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "dynamic_shared", "one shared allocation, three arrays");
  const int blocks = program.integer("blocks", 1000, 1, 1 << 20, "blocks of 256 threads");
  const int count0 = program.integer("shorts", 777, 1, 4096, "shorts of the second layout");
  const int count1 = program.integer("floats", 333, 1, 4096, "floats of the second layout");
  const int count2 = program.integer("ints", 555, 1, 4096, "ints of the second layout");
  program.start();

  {
    const std::vector<short> in0 = random_shorts(std::size_t(blocks) * 128, program.seed(1));
    const std::vector<float> in1 =
        gallery::random_floats(std::size_t(blocks) * 64, program.seed(2));
    const std::vector<int> in2 =
        gallery::random_ints(std::size_t(blocks) * 256, program.seed(3), -1000000, 1000000);
    gallery::DeviceArray<short> d_in0(in0), d_out0(in0.size());
    gallery::DeviceArray<float> d_in1(in1), d_out1(in1.size());
    gallery::DeviceArray<int> d_in2(in2), d_out2(in2.size());
    const size_t bytes = 128 * sizeof(short) + 64 * sizeof(float) + 256 * sizeof(int);
    program.measure(
        "carve_three", std::to_string(blocks), {0, 2.0 * blocks * bytes},
        [&] {
          carve_three<<<blocks, 256, bytes>>>(d_in0.get(), d_in1.get(), d_in2.get(), d_out0.get(),
                                              d_out1.get(), d_out2.get());
        },
        [&] {
          gallery::Check check = check_rotated(d_out0.to_host(), in0, 128);
          if (check.pass) check = check_rotated(d_out1.to_host(), in1, 64);
          if (check.pass) check = check_rotated(d_out2.to_host(), in2, 256);
          return check;
        });
  }

  const std::vector<short> in0 = random_shorts(count0, program.seed(4));
  const std::vector<float> in1 = gallery::random_floats(count1, program.seed(5));
  const std::vector<int> in2 = gallery::random_ints(count2, program.seed(6), -1000000, 1000000);
  gallery::DeviceArray<short> d_in0(in0);
  gallery::DeviceArray<float> d_in1(in1);
  gallery::DeviceArray<int> d_in2(in2);
  gallery::DeviceArray<double> d_out(std::size_t(blocks) * 256);
  const size_t bytes =
      (count0 + 1) / 2 * 2 * sizeof(short) + count1 * sizeof(float) + count2 * sizeof(int);
  program.measure(
      "carve_counts",
      std::to_string(count0) + "+" + std::to_string(count1) + "+" + std::to_string(count2),
      {0, double(blocks) * (bytes + 256 * sizeof(double))},
      [&] {
        carve_counts<<<blocks, 256, bytes>>>(count0, count1, count2, d_in0.get(), d_in1.get(),
                                             d_in2.get(), d_out.get());
      },
      [&] {
        // The sum of these three is exact in double.
        return gallery::check_equal(d_out.to_host(), [&](std::size_t i) {
          return double(in0[i % count0]) + in1[i % count1] + in2[i % count2];
        });
      });
  return program.finish();
}
