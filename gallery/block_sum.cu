// SPDX-License-Identifier: Apache-2.0
// Sums with barriers, with warp shuffles and with atomics.
#include <algorithm>

#include "common/copy_row.h"
#include "common/gallery.h"
#include "kernels/block_sum.cuh"

namespace {

constexpr int kBlock = 256;

// Sums of `length` consecutive elements, and of their magnitudes.
std::vector<gallery::Expected> sums_of(const std::vector<float>& in, std::size_t length) {
  std::vector<gallery::Expected> sums((in.size() + length - 1) / length, {0, 0});
  for (std::size_t i = 0; i < in.size(); ++i) {
    sums[i / length].value += in[i];
    sums[i / length].scale += std::fabs(in[i]);
  }
  return sums;
}

}  // namespace

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "block_sum", "sums with barriers, shuffles and atomics");
  const int n = program.integer("n", 1 << 22, 1, 1 << 30, "elements");
  program.start();

  const int groups = gallery::ceil_div(n, 128);
  const std::vector<int> ints =
      gallery::random_ints(std::size_t(groups) * 128, program.seed(1), -1000000, 1000000);
  gallery::DeviceArray<int> d_ints(ints), d_int_sums(groups);
  program.measure(
      "example_syncthreads", std::to_string(groups * 128LL), {0, 4.0 * groups * 128},
      [&] { example_syncthreads<<<groups, 128>>>(d_ints.get(), d_int_sums.get()); },
      [&] {
        return gallery::check_equal(d_int_sums.to_host(), [&](std::size_t b) {
          int sum = 0;
          for (int i = 0; i < 128; ++i) sum += ints[b * 128 + i];
          return sum;
        });
      });

  const std::vector<float> in = gallery::random_floats(n, program.seed(2));
  const int blocks = gallery::ceil_div(n, kBlock);
  gallery::DeviceArray<float> d_in(in), d_sums(blocks), d_total(1);
  const std::vector<gallery::Expected> block_sums = sums_of(in, kBlock);
  const std::vector<gallery::Expected> total = sums_of(in, n);
  const std::string size = std::to_string(n);

  // log2(256) = 8 additions lie between an element and its block's sum, however they are ordered.
  const auto verify_blocks = [&] {
    const gallery::Check check =
        gallery::check_close(d_sums.to_host(), 8 * gallery::kUnit, "8 additions deep",
                             [&](std::size_t i) { return block_sums[i]; });
    d_sums.poison();
    return check;
  };
  program.measure(
      "block_sum_barriers", size, {double(n), 4.0 * n},
      [&] { block_sum_barriers<kBlock><<<blocks, kBlock>>>(n, d_in.get(), d_sums.get()); },
      verify_blocks);
  program.measure(
      "block_sum_shuffles", size, {double(n), 4.0 * n},
      [&] { block_sum_shuffles<<<blocks, kBlock>>>(n, d_in.get(), d_sums.get()); }, verify_blocks);

  const int grid = std::min(blocks, 132 * 8);
  const double depth = gallery::ceil_div(n, grid * kBlock) + 10 + grid;
  const auto whole = [&](const char* name, void (*kernel)(int, const float*, float*)) {
    program.measure(
        name, size, {double(n), 4.0 * n},
        [&] {
          CUDA_CHECK(cudaMemsetAsync(d_total.get(), 0, sizeof(float)));
          kernel<<<grid, kBlock>>>(n, d_in.get(), d_total.get());
        },
        [&] {
          return gallery::check_close(d_total.to_host(), depth * gallery::kUnit, "additions deep",
                                      [&](std::size_t i) { return total[i]; });
        });
  };
  whole("sum_shuffles", sum_shuffles);
  whole("sum_float4", sum_float4);
  // n additions one after another in an order nobody knows: errors add up like a random walk.
  program.measure(
      "sumReduction (atomics)", size, {double(n), 4.0 * n},
      [&] {
        CUDA_CHECK(cudaMemsetAsync(d_total.get(), 0, sizeof(float)));
        sumReduction<<<blocks, kBlock>>>(n, d_in.get(), d_total.get());
      },
      [&] {
        return gallery::check_close(d_total.to_host(), 6 * std::sqrt(double(n)) * gallery::kUnit,
                                    "6 sqrt(n) u", [&](std::size_t i) { return total[i]; });
      });
  gallery::DeviceArray<float> d_copy(n);
  gallery::measure_copy(program, in, d_in, d_copy);
  return program.finish();
}
