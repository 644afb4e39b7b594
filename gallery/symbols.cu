// SPDX-License-Identifier: Apache-2.0
// Variables in constant and device memory and what the host does with them: a polynomial with its
// coefficients in constant memory, copies from and to symbols, their addresses and sizes
// (spec/000, device memory; spec/003, 2.2.3.5).
#include "common/gallery.h"
#include "kernels/symbols.cuh"

int main(int argc, char** argv) {
  gallery::Program program(argc, argv, "symbols", "constant memory and device variables");
  const int n = program.integer("n", 1 << 20, 1, 1 << 30, "elements");
  const int degree = program.integer("degree", 15, 1, POLYNOMIAL_MAX_DEGREE, "of the polynomial");
  program.start();

  const std::vector<float> c = gallery::random_floats(POLYNOMIAL_MAX_DEGREE + 1, program.seed(1));
  const std::vector<float> x = gallery::random_floats(n, program.seed(2));
  CUDA_CHECK(cudaMemcpyToSymbol(coeffs, c.data(), sizeof(coeffs)));
  gallery::DeviceArray<float> d_x(x), d_out(n);
  const unsigned grid = gallery::ceil_div(n, 256);
  const std::string size = std::to_string(n);

  program.measure(
      "polynomial", size, {2.0 * degree * n, 8.0 * n},
      [&] { polynomial<<<grid, 256>>>(n, degree, d_x.get(), d_out.get()); },
      [&] {
        // Horner's rule: at most two rounded operations a degree.
        return gallery::check_close(
            d_out.to_host(), 2.0 * degree * gallery::kUnit, "2 d u", [&](std::size_t i) {
              gallery::Expected expected{0, 0};
              for (int d = degree; d >= 0; --d) {
                expected.value = expected.value * x[i] + c[d];
                expected.scale = expected.scale * std::fabs(x[i]) + std::fabs(c[d]);
              }
              return expected;
            });
      });

  gallery::DeviceArray<float> d_ten(10);
  program.measure(
      "compute", "10", {0, 0}, [&] { compute<<<1, 10>>>(d_ten.get()); },
      [&] {
        return gallery::check_close(d_ten.to_host(), 2 * gallery::kUnit, "2 u", [&](std::size_t i) {
          return gallery::Expected{double(c[0]) * i + c[1], std::fabs(c[0]) * i + std::fabs(c[1])};
        });
      });

  const std::vector<int> index = gallery::random_ints(n, program.seed(3), 0, POLYNOMIAL_MAX_DEGREE);
  gallery::DeviceArray<int> d_index(index);
  d_out.poison();
  program.measure(
      "gather_coefficients", size, {0, 8.0 * n},
      [&] { gather_coefficients<<<grid, 256>>>(n, d_index.get(), d_out.get()); },
      [&] {
        return gallery::check_equal(d_out.to_host(), [&](std::size_t i) { return c[index[i]]; });
      });

  std::vector<float> back(3);
  CUDA_CHECK(cudaMemcpyFromSymbol(back.data(), coeffs, sizeof(float) * 3, sizeof(float) * 2));
  program.row("cudaMemcpyFromSymbol, offset", "3",
              gallery::check_equal(back, [&](std::size_t i) { return c[i + 2]; }));

  const float value = 3.14f;
  float* ptr = d_out.get();
  d_out.from_host(x);
  CUDA_CHECK(cudaMemcpyToSymbol(devData, &value, sizeof(float)));
  CUDA_CHECK(cudaMemcpyToSymbol(devPointer, &ptr, sizeof(ptr)));
  add_device_variable<<<grid, 256>>>(n);
  CUDA_CHECK(cudaGetLastError());
  program.row("add_device_variable", size,
              gallery::check_equal(d_out.to_host(), [&](std::size_t i) { return x[i] + value; }));

  set_device_variable<<<1, 1>>>(x[0]);
  std::vector<float> read(1);
  CUDA_CHECK(cudaMemcpyFromSymbol(read.data(), devData, sizeof(float)));
  program.row("device variable, read back", "1",
              gallery::check_equal(read, [&](std::size_t) { return x[0]; }));

  void* address = nullptr;
  size_t bytes = 0;
  CUDA_CHECK(cudaGetSymbolAddress(&address, devData));
  CUDA_CHECK(cudaGetSymbolSize(&bytes, coeffs));
  CUDA_CHECK(cudaMemcpy(address, &value, sizeof value, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpyFromSymbol(read.data(), devData, sizeof(float)));
  program.row("symbol address and size", "",
              gallery::check_that(read[0] == value && bytes == sizeof(float) * c.size(),
                                  "written through the address", std::to_string(bytes) + " bytes"));
  return program.finish();
}
