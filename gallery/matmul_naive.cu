// SPDX-License-Identifier: Apache-2.0
// The naive product both ways (spec/002): which index runs along x decides what a warp reads.
#include "common/gallery.h"
#include "common/matmul_reference.h"
#include "kernels/matmul_naive.cuh"

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "matmul_naive", "C = A B, one thread an element of C");
  const int m = program.integer("m", 512, 1, 32768, "rows of A and C");
  const int n = program.integer("n", 512, 1, 32768, "columns of B and C");
  const int k = program.integer("k", 512, 1, 32768, "columns of A, rows of B");
  const int only = program.integer("block", 0, 0, 32, "side of the block, 0: 8, 16 and 32");
  program.start();

  const std::vector<float> a = gallery::random_floats(std::size_t(m) * k, program.seed(1));
  const std::vector<float> b = gallery::random_floats(std::size_t(k) * n, program.seed(2));
  const std::vector<float> c = gallery::random_floats(std::size_t(m) * n, program.seed(3));
  const gallery::MatmulReference reference(m, n, k, a, b);
  gallery::DeviceArray<float> d_a(a), d_b(b), d_c(c.size());
  const gallery::Work work{2.0 * m * n * k, 4.0 * (double(m) * k + double(k) * n + double(m) * n)};
  const auto verify = [&] {
    const gallery::Check check = reference.check(d_c.to_host());
    d_c.poison();
    return check;
  };

  for (int side : {8, 16, 32}) {
    if (only != 0) side = only;
    const std::string block = " " + gallery::by(side, side);
    const std::string size = gallery::by(m, n, k);
    const dim3 threads(side, side);
    program.measure(
        "matmul_row_from_x" + block, size, work,
        [&] {
          matmul_row_from_x<<<dim3(gallery::ceil_div(m, side), gallery::ceil_div(n, side)),
                              threads>>>(m, n, k, d_a.get(), d_b.get(), d_c.get());
        },
        verify);
    const dim3 blocks(gallery::ceil_div(n, side), gallery::ceil_div(m, side));
    program.measure(
        "matmul_row_from_y" + block, size, work,
        [&] { matmul_row_from_y<<<blocks, threads>>>(m, n, k, d_a.get(), d_b.get(), d_c.get()); },
        verify);

    const float alpha = 0.75f, beta = -0.5f;
    d_c.from_host(c);
    program.measure(
        "sgemm_row_from_y" + block, size, work,
        [&] {
          sgemm_row_from_y<<<blocks, threads>>>(m, n, k, alpha, d_a.get(), d_b.get(), beta,
                                                d_c.get());
        },
        [&] {
          return gallery::check_close(
              d_c.to_host(), reference.bound(), "6 sqrt(k+1) u", [&](std::size_t i) {
                return gallery::Expected{alpha * reference.at(i) + beta * c[i],
                                         reference.scale(i) + std::fabs(c[i])};
              });
        });
    d_c.poison();
    if (only != 0) break;
  }
  return program.finish();
}
