// SPDX-License-Identifier: Apache-2.0
// The ladder of spec/002, one rung a row: naive, coalesced, shared tile, 1-D thread tile, 2-D
// thread tile with and without float4. The document's size is m 8192, n 4096, k 2048.
#include "common/gallery.h"
#include "common/matmul_reference.h"
#include "kernels/matmul_block_tile.cuh"
#include "kernels/matmul_naive.cuh"
#include "kernels/matmul_thread_tile_1d.cuh"
#include "kernels/matmul_thread_tile_2d.cuh"

namespace {

using Kernel = void (*)(int, int, int, const float*, const float*, float*);

struct Rung {
  const char* name;
  Kernel kernel;
  int tile_m, tile_n, tile_k;  // what a block computes; sizes must be multiples when exact
  dim3 threads;
  bool exact, row_from_x;
};

const Rung kRungs[] = {
    {"row from x 32x32", matmul_row_from_x, 32, 32, 1, dim3(32, 32), false, true},
    {"row from y 32x32", matmul_row_from_y, 32, 32, 1, dim3(32, 32), false, false},
    {"tile 16x16x32", matmul_block_tile<16, 16, 32>, 16, 16, 32, dim3(16, 16), true, false},
    {"tile 32x32x32", matmul_block_tile<32, 32, 32>, 32, 32, 32, dim3(32, 32), true, false},
    {"tile 32x32x64", matmul_block_tile<32, 32, 64>, 32, 32, 64, dim3(32, 32), true, false},
    {"1-D 64x64x8, 8", matmul_thread_tile_1d<64, 64, 8, 8>, 64, 64, 8, dim3(512), true, false},
    {"2-D 128x128x8, 8x8", matmul_thread_tile_2d<128, 128, 8, 8, 8>, 128, 128, 8, dim3(256), true,
     false},
    {"2-D 128x128x8, 8x8 float4", matmul_thread_tile_2d_float4<128, 128, 8, 8, 8>, 128, 128, 8,
     dim3(256), true, false},
    {"2-D 128x128x16, 8x8 float4", matmul_thread_tile_2d_float4<128, 128, 16, 8, 8>, 128, 128, 16,
     dim3(256), true, false},
};

}  // namespace

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "matmul_ladder", "C = A B, from the naive kernel upwards");
  const int m = program.integer("m", 512, 1, 32768, "rows of A and C");
  const int n = program.integer("n", 512, 1, 32768, "columns of B and C");
  const int k = program.integer("k", 512, 1, 32768, "columns of A, rows of B");
  program.start();

  const std::vector<float> a = gallery::random_floats(std::size_t(m) * k, program.seed(1));
  const std::vector<float> b = gallery::random_floats(std::size_t(k) * n, program.seed(2));
  const gallery::MatmulReference reference(m, n, k, a, b);
  gallery::DeviceArray<float> d_a(a), d_b(b), d_c(std::size_t(m) * n);

  for (const Rung& rung : kRungs) {
    if (rung.exact && (m % rung.tile_m != 0 || n % rung.tile_n != 0 || k % rung.tile_k != 0)) {
      program.skip(rung.name, "sizes are no multiples of the tile");
      continue;
    }
    const unsigned rows = gallery::ceil_div(m, rung.tile_m);
    const unsigned columns = gallery::ceil_div(n, rung.tile_n);
    const dim3 blocks = rung.row_from_x ? dim3(rows, columns) : dim3(columns, rows);
    d_c.poison();
    program.measure(
        rung.name, gallery::by(m, n, k),
        {2.0 * m * n * k, 4.0 * (double(m) * k + double(k) * n + double(m) * n)},
        [&] { rung.kernel<<<blocks, rung.threads>>>(m, n, k, d_a.get(), d_b.get(), d_c.get()); },
        [&] { return reference.check(d_c.to_host()); });
  }
  return program.finish();
}
