// SPDX-License-Identifier: Apache-2.0
// The 32 points that share a warp with each point of a 3-D block (spec/004): (8, 8, 8, 32, 3).
#include "common/gallery.h"
#include "kernels/warp_neighbours.cuh"

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "warp_neighbours", "who shares a warp, by shuffles");
  const int x = program.integer("x", 8, 1, 1024, "block width");
  const int y = program.integer("y", 8, 1, 1024, "block height");
  const int z = program.integer("z", 8, 1, 64, "block depth");
  program.start();
  const long long points = static_cast<long long>(x) * y * z;
  if (points > 1024) program.usage_error("a block has at most 1024 threads");

  gallery::DeviceArray<int> d_out(points * 32 * 3);
  program.measure(
      "warp_neighbours", gallery::by(x, y, z) + "x32x3", {0, 0},
      [&] { warp_neighbours<<<1, dim3(x, y, z)>>>(d_out.get()); },
      [&] {
        return gallery::check_equal(d_out.to_host(), [&](std::size_t i) {
          const int axis = i % 3;
          const int lane = i / 3 % 32;
          const int other = i / (3 * 32) / 32 * 32 + lane;
          if (other >= points) return -1;
          return axis == 0 ? other % x : axis == 1 ? other / x % y : other / (x * y);
        });
      });
  return program.finish();
}
