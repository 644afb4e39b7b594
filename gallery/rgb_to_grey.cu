// SPDX-License-Identifier: Apache-2.0
// Colour to grey (spec/004) in three layouts of the image.
#include "common/gallery.h"
#include "kernels/rgb_to_grey.cuh"

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "rgb_to_grey", "grey = 0.2989 r + 0.5870 g + 0.1140 b");
  const int width = program.integer("width", 1920, 1, 32768, "pixels in a row");
  const int height = program.integer("height", 1080, 1, 16384, "rows");
  program.start();

  const std::size_t pixels = std::size_t(width) * height;
  const std::vector<unsigned char> planar = gallery::random_bytes(pixels * 3, program.seed(1));
  std::vector<uchar3> three(pixels);
  std::vector<uchar4> four(pixels);
  for (std::size_t i = 0; i < pixels; ++i) {
    const unsigned char r = planar[i], g = planar[i + pixels], b = planar[i + 2 * pixels];
    three[i] = make_uchar3(r, g, b);
    four[i] = make_uchar4(r, g, b, static_cast<unsigned char>(i));
  }
  gallery::DeviceArray<unsigned char> d_planar(planar), d_out(pixels);
  gallery::DeviceArray<uchar3> d_three(three);
  gallery::DeviceArray<uchar4> d_four(four);

  const dim3 threads(16, 16);
  const dim3 blocks(gallery::ceil_div(width, 16), gallery::ceil_div(height, 16));
  const std::string size = gallery::by(width, height);
  // Fused or not, the sum has a rounding error; next to a whole number it decides the cut.
  const auto verify_float = [&] {
    const gallery::Check check = gallery::check_close(
        d_out.to_host(), 0.5 + 1e-4, "cut down, 1e-4 of a level", [&](std::size_t i) {
          const double grey = 0.2989 * three[i].x + 0.5870 * three[i].y + 0.1140 * three[i].z;
          return gallery::Expected{grey - 0.5, 1.0};
        });
    d_out.poison();
    return check;
  };
  program.measure(
      "rgb_to_grey_planar", size, {0, 4.0 * pixels},
      [&] { rgb_to_grey_planar<<<blocks, threads>>>(d_out.get(), d_planar.get(), width, height); },
      verify_float);
  program.measure(
      "rgb_to_grey_uchar3", size, {0, 4.0 * pixels},
      [&] { rgb_to_grey_uchar3<<<blocks, threads>>>(d_out.get(), d_three.get(), width, height); },
      verify_float);
  program.measure(
      "rgb_to_grey_uchar4", size, {0, 5.0 * pixels},
      [&] { rgb_to_grey_uchar4<<<blocks, threads>>>(d_out.get(), d_four.get(), width, height); },
      [&] {
        return gallery::check_equal(d_out.to_host(), [&](std::size_t i) {
          return (77 * four[i].x + 150 * four[i].y + 29 * four[i].z + 128) >> 8;
        });
      });
  return program.finish();
}
