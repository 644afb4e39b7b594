// SPDX-License-Identifier: Apache-2.0
// What branches inside a warp cost (spec/004): the same work, with lanes that agree and that do
// not. On hardware the time of a row of loop_lengths grows with the longest lane of each warp.
#include "common/gallery.h"
#include "kernels/divergence.cuh"

namespace {

constexpr int kBlock = 256;

unsigned expect_split(std::size_t i, int rounds, const std::vector<unsigned>& in) {
  const auto own = [&](std::size_t j) {
    return j % kBlock < 4 ? churn(churn(in[j], 1, rounds), 2, rounds)
                          : churn(churn(in[j], 3, rounds), 4, rounds);
  };
  return i % 32 == 0 ? own(i) : own(i) + own(i - 1);
}

unsigned expect_way(unsigned v, int way, int rounds) {
  switch (way) {
    case 0:
      return churn(v, 11, rounds);
    case 1:
      return churn(v, 22, rounds) ^ 0x55u;
    case 2:
      return churn(v ^ 0x1234u, 33, rounds);
    case 3:
      return churn(v, 44, rounds) * 3;
    case 4:
      return churn(v + 7, 55, rounds);
    case 5:
      return churn(v, 66, rounds) >> 1;
    case 6:
      return churn(~v, 77, rounds);
    default:
      return churn(v, 88, rounds) - 9;
  }
}

unsigned expect_exit(unsigned v, int rounds) {
  if (v % 5 == 0) return v;
  for (int k = 0; k < rounds; ++k) {
    v = v * 1664525u + 1013904223u;
    if ((v >> 28) == 0) break;
    if ((v >> 20 & 3) == 1) continue;
    if ((v >> 12 & 0xff) == 7) return ~v;
    v ^= v >> 7;
  }
  return v;
}

}  // namespace

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "divergence", "branches inside a warp, and their price");
  const int n = program.integer("n", 1 << 18, 1, 1 << 28, "threads");
  const int rounds = program.integer("rounds", 64, 0, 100000, "steps of work in a branch");
  program.start();

  const std::vector<int> bits = gallery::random_ints(n, program.seed(1), 0, 2147483647);
  const std::vector<unsigned> in(bits.begin(), bits.end());
  gallery::DeviceArray<unsigned> d_in(in), d_out(n);
  const unsigned grid = gallery::ceil_div(n, kBlock);
  const std::string size = std::to_string(n);
  const auto verify = [&](auto expected) {
    return [&, expected] {
      const gallery::Check check = gallery::check_equal(d_out.to_host(), expected);
      d_out.poison();
      return check;
    };
  };

  program.measure(
      "split_in_two", size, {2.0 * n * rounds * 3, 0},
      [&] { split_in_two<<<grid, kBlock>>>(n, rounds, d_in.get(), d_out.get()); },
      verify([&](std::size_t i) { return expect_split(i, rounds, in); }));

  for (bool by_warp : {true, false})
    for (int ways : {1, 2, 4, 8})
      program.measure(
          std::to_string(ways) + (by_warp ? " ways, by warp" : " ways, by lane"), size,
          {3.0 * n * rounds, 0},
          [&] {
            ways_of_switch<<<grid, kBlock>>>(n, rounds, ways, by_warp, d_in.get(), d_out.get());
          },
          verify([&, ways, by_warp](std::size_t i) {
            const int thread = i % kBlock;
            return expect_way(in[i], (by_warp ? thread / 32 : thread) % ways, rounds);
          }));

  for (int period : {1, 2, 4, 8, 16, 32})
    program.measure(
        "loop_lengths, 1 to " + std::to_string(period), size,
        {3.0 * n * rounds * (period + 1) / 2, 0},
        [&] { loop_lengths<<<grid, kBlock>>>(n, rounds, period, d_in.get(), d_out.get()); },
        verify([&, period](std::size_t i) {
          return churn(in[i], 5, rounds * static_cast<int>(i % kBlock % period + 1));
        }));

  program.measure(
      "early_exits", size, {0, 0},
      [&] { early_exits<<<grid, kBlock>>>(n, rounds, d_in.get(), d_out.get()); },
      verify([&](std::size_t i) { return expect_exit(in[i], rounds); }));
  return program.finish();
}
