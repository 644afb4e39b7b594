// SPDX-License-Identifier: Apache-2.0
// The tiled product for matrices of any size (spec/004), tiles of 16 and 32.
#include "common/gallery.h"
#include "common/matmul_reference.h"
#include "kernels/matmul_bounds.cuh"

template <int TILE_SIZE>
void run(gallery::Program& program, int h, int w, int k, const gallery::MatmulReference& reference,
         const gallery::DeviceArray<float>& m, const gallery::DeviceArray<float>& n) {
  gallery::DeviceArray<float> out(std::size_t(h) * w);
  program.measure(
      "tiled_matmul_kernel<" + std::to_string(TILE_SIZE) + ">", gallery::by(h, w, k),
      {2.0 * h * w * k, 4.0 * (double(h) * k + double(k) * w + double(h) * w)},
      [&] {
        dim3 tpb(TILE_SIZE, TILE_SIZE);
        dim3 blocks(gallery::ceil_div(w, tpb.x), gallery::ceil_div(h, tpb.y));
        tiled_matmul_kernel<TILE_SIZE><<<blocks, tpb>>>(out.get(), m.get(), n.get(), h, w, k);
      },
      [&] { return reference.check(out.to_host()); });
}

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "matmul_bounds", "tiled product of matrices of any size");
  const int h = program.integer("m", 1000, 1, 32768, "rows of A and C");
  const int w = program.integer("n", 900, 1, 32768, "columns of B and C");
  const int k = program.integer("k", 700, 1, 32768, "columns of A, rows of B");
  program.start();

  const std::vector<float> m = gallery::random_floats(std::size_t(h) * k, program.seed(1));
  const std::vector<float> n = gallery::random_floats(std::size_t(k) * w, program.seed(2));
  const gallery::MatmulReference reference(h, w, k, m, n);
  const gallery::DeviceArray<float> d_m(m), d_n(n);
  run<16>(program, h, w, k, reference, d_m, d_n);
  run<32>(program, h, w, k, reference, d_m, d_n);
  return program.finish();
}
