// SPDX-License-Identifier: Apache-2.0
// Gravity of n bodies on each other: directly from global memory and through a shared tile.
#include <algorithm>
#include <cmath>

#include "common/gallery.h"
#include "kernels/nbody.cuh"

namespace {

// Acceleration of body i in double, and the sum of the magnitudes of all pulls on it.
struct Pull {
  double a[3], scale;
};

Pull pull_on(const std::vector<float4>& bodies, std::size_t i, double softening2) {
  Pull pull{{0, 0, 0}, 0};
  for (const float4& other : bodies) {
    const double d[3] = {double(other.x) - bodies[i].x, double(other.y) - bodies[i].y,
                         double(other.z) - bodies[i].z};
    const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    const double distance2 = square + softening2;
    const double factor = other.w / (distance2 * std::sqrt(distance2));
    for (int axis = 0; axis < 3; ++axis) pull.a[axis] += factor * d[axis];
    pull.scale += factor * std::sqrt(square);
  }
  return pull;
}

}  // namespace

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "nbody", "accelerations of bodies that attract each other");
  const int n = program.integer("n", 4096, 1, 1 << 20, "bodies");
  const int block = program.integer("block", 256, 1, 1024, "threads a block");
  program.start();

  const std::vector<float> place = gallery::random_floats(std::size_t(n) * 3, program.seed(1));
  const std::vector<float> mass = gallery::random_floats(n, program.seed(2), 0.1f, 1.0f);
  std::vector<float4> bodies(n);
  for (int i = 0; i < n; ++i)
    bodies[i] = make_float4(place[3 * i], place[3 * i + 1], place[3 * i + 2], mass[i]);
  const float softening2 = 0.01f;

  // Of many bodies some are checked, spread over all: the host needs n steps for each.
  const int step = std::max(1, n / 2048);
  std::vector<Pull> expected;
  for (int i = 0; i < n; i += step) expected.push_back(pull_on(bodies, i, softening2));

  gallery::DeviceArray<float4> d_bodies(bodies), d_out(n);
  const auto verify = [&] {
    const std::vector<float4> out = d_out.to_host();
    std::vector<float> got;
    for (int i = 0; i < n; i += step) {
      got.push_back(out[i].x);
      got.push_back(out[i].y);
      got.push_back(out[i].z);
    }
    d_out.poison();
    // Each pull carries up to 32 roundings (rsqrtf of 2 ulp counts three times); adding n of them
    // is a random walk.
    const double bound = (32 + 6 * std::sqrt(double(n))) * gallery::kUnit;
    return gallery::check_close(got, bound, "(32 + 6 sqrt(n)) u", [&](std::size_t i) {
      return gallery::Expected{expected[i / 3].a[i % 3], expected[i / 3].scale};
    });
  };

  const unsigned grid = gallery::ceil_div(n, block);
  const gallery::Work work{20.0 * n * n, 0};  // 20 operations a pair, as is customary
  program.measure(
      "nbody_direct", std::to_string(n), work,
      [&] { nbody_direct<<<grid, block>>>(n, softening2, d_bodies.get(), d_out.get()); }, verify);
  program.measure(
      "nbody_tiled", std::to_string(n), work,
      [&] {
        nbody_tiled<<<grid, block, block * sizeof(float4)>>>(n, softening2, d_bodies.get(),
                                                             d_out.get());
      },
      verify);
  return program.finish();
}
