// SPDX-License-Identifier: Apache-2.0
// Matrix addition with 2-D blocks: the document's one-block MatAdd and one for any shape.
#include "common/gallery.h"
#include "kernels/matrix_add.cuh"

template <int N>
void one_block(gallery::Program& program) {
  const std::vector<float> a = gallery::random_floats(N * N, program.seed(N));
  const std::vector<float> b = gallery::random_floats(N * N, program.seed(N + 100));
  gallery::DeviceArray<float> d_a(a), d_b(b), d_c(N * N);
  typedef float Row[N];
  program.measure(
      "MatAdd", gallery::by(N, N), {double(N) * N, 12.0 * N * N},
      [&] {
        int numBlocks = 1;
        dim3 threadsPerBlock(N, N);
        MatAdd<N>
            <<<numBlocks, threadsPerBlock>>>((Row*)d_a.get(), (Row*)d_b.get(), (Row*)d_c.get());
      },
      [&] {
        return gallery::check_equal(d_c.to_host(), [&](std::size_t i) { return a[i] + b[i]; });
      });
}

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "matrix_add", "C = A + B for matrices, 2-D blocks");
  const int rows = program.integer("rows", 2000, 1, 32768, "rows");
  const int cols = program.integer("cols", 3000, 1, 32768, "columns");
  const int block_x = program.integer("bx", 16, 1, 1024, "block width");
  const int block_y = program.integer("by", 16, 1, 1024, "block height");
  program.start();
  if (block_x * block_y > 1024) program.usage_error("a block has at most 1024 threads");

  one_block<1>(program);
  one_block<7>(program);
  one_block<16>(program);
  one_block<32>(program);

  const std::size_t count = static_cast<std::size_t>(rows) * cols;
  const std::vector<float> a = gallery::random_floats(count, program.seed(1));
  const std::vector<float> b = gallery::random_floats(count, program.seed(2));
  gallery::DeviceArray<float> d_a(a), d_b(b), d_c(count);
  program.measure(
      "mat_add", gallery::by(rows, cols), {double(count), 12.0 * count},
      [&] {
        dim3 threads(block_x, block_y);
        dim3 blocks(gallery::ceil_div(cols, block_x), gallery::ceil_div(rows, block_y));
        mat_add<<<blocks, threads>>>(d_a.get(), d_b.get(), d_c.get(), rows, cols);
      },
      [&] {
        return gallery::check_equal(d_c.to_host(), [&](std::size_t i) { return a[i] + b[i]; });
      });
  return program.finish();
}
