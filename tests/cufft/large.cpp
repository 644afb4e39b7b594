// SPDX-License-Identifier: Apache-2.0
// Transforms large enough for several threads and for other ways through them: some numbers of each
// beside the sums, and back again.
#include "cufft_test.h"

// Numbers whose transform is known: a few waves.
struct Wave {
  int at[3];
  long double re, im;
};

void complex_waves(int a, int b, int c, int batch) {
  const std::size_t points = std::size_t(a) * b * c;
  Buffer<float> data(points * batch * 2), back(points * batch * 2);
  std::vector<std::vector<Wave>> waves(batch);
  for (int i = 0; i < batch; ++i)
    for (int w = 0; w < 3; ++w)
      waves[i].push_back(
          {{pick(0, a - 1), pick(0, b - 1), pick(0, c - 1)}, number<double>(), number<double>()});
  std::vector<Exact> ra = roots(a, 1), rb = roots(b, 1), rc = roots(c, 1);
  for (int i = 0; i < batch; ++i)
    for (std::size_t p = 0; p < points; ++p) {
      const long long x = p / (std::size_t(b) * c), y = p / c % b, z = p % c;
      Exact sum = 0;
      for (const Wave& w : waves[i])
        sum += product(product(Exact(w.re, w.im), ra[x * w.at[0] % a]),
                       product(rb[y * w.at[1] % b], rc[z * w.at[2] % c]));
      data.host[(i * points + p) * 2] = static_cast<float>(sum.real());
      data.host[(i * points + p) * 2 + 1] = static_cast<float>(sum.imag());
    }
  data.up();
  int n[3] = {a, b, c};
  const int rank = a > 1 ? 3 : b > 1 ? 2 : 1;
  cufftHandle plan;
  OK(cufftPlanMany(&plan, rank, n + 3 - rank, nullptr, 1, 0, nullptr, 1, 0, CUFFT_C2C, batch));
  auto* const in = reinterpret_cast<cufftComplex*>(data.device);
  auto* const out = reinterpret_cast<cufftComplex*>(back.device);
  OK(cufftExecC2C(plan, in, out, CUFFT_FORWARD));
  std::vector<long double> wanted(points * batch * 2);
  for (int i = 0; i < batch; ++i)
    for (const Wave& w : waves[i]) {
      const std::size_t at = (i * points + (std::size_t(w.at[0]) * b + w.at[1]) * c + w.at[2]) * 2;
      wanted[at] += w.re * points;
      wanted[at + 1] += w.im * points;
    }
  char what[100];
  std::snprintf(what, sizeof what, "waves %d x %d x %d, batch %d", a, b, c, batch);
  compare(what, back.down(), wanted, points);
  // And back, in place.
  OK(cufftExecC2C(plan, out, out, CUFFT_INVERSE));
  for (std::size_t p = 0; p < wanted.size(); ++p)
    wanted[p] = static_cast<long double>(data.host[p]) * points;
  compare("back", back.down(), wanted, points);
  OK(cufftDestroy(plan));
}

// Real data there and back: of two and three dimensions, in place and not, beside the complex
// transform of the same numbers.
void real_and_complex(int a, int b, int c, int batch, bool in_place) {
  const std::size_t points = std::size_t(a) * b * c, rows = std::size_t(a) * b * batch;
  const int half = c / 2 + 1, row = in_place ? 2 * half : c;
  Buffer<double> real(rows * 2 * half), there(rows * 2 * half), whole(points * batch * 2);
  for (std::size_t r = 0; r < rows; ++r)
    for (int k = 0; k < c; ++k) {
      whole.host[(r * c + k) * 2] = real.host[r * row + k];
      whole.host[(r * c + k) * 2 + 1] = 0;
    }
  whole.up();
  int n[3] = {a, b, c};
  const int rank = a > 1 ? 3 : b > 1 ? 2 : 1;
  cufftHandle d2z, z2d, z2z;
  OK(cufftPlanMany(&d2z, rank, n + 3 - rank, nullptr, 1, 0, nullptr, 1, 0, CUFFT_D2Z, batch));
  OK(cufftPlanMany(&z2d, rank, n + 3 - rank, nullptr, 1, 0, nullptr, 1, 0, CUFFT_Z2D, batch));
  OK(cufftPlanMany(&z2z, rank, n + 3 - rank, nullptr, 1, 0, nullptr, 1, 0, CUFFT_Z2Z, batch));
  auto* const z = reinterpret_cast<cufftDoubleComplex*>(whole.device);
  double* const at = in_place ? real.device : there.device;
  auto* const halves = reinterpret_cast<cufftDoubleComplex*>(at);
  OK(cufftExecZ2Z(z2z, z, z, CUFFT_FORWARD));
  OK(cufftExecD2Z(d2z, real.device, halves));
  const std::vector<double> of_complex = whole.down();
  const std::vector<double> got = in_place ? real.down() : there.down();
  std::vector<long double> wanted(rows * 2 * half);
  for (std::size_t r = 0; r < rows; ++r)
    for (int k = 0; k < 2 * half; ++k) wanted[r * 2 * half + k] = of_complex[r * c * 2 + k];
  char what[100];
  std::snprintf(what, sizeof what, "real %d x %d x %d, batch %d%s", a, b, c, batch,
                in_place ? ", in place" : "");
  compare(what, got, wanted, points);
  const std::vector<double> before = got;
  OK(cufftExecZ2D(z2d, halves, real.device));
#ifndef ON_A_GPU
  if (!in_place) CHECK(there.down() == before);
#endif
  const std::vector<double> back = real.down();
  std::vector<double> kept;
  wanted.clear();
  for (std::size_t r = 0; r < rows; ++r)
    for (int k = 0; k < c; ++k) {
      kept.push_back(back[r * row + k]);
      wanted.push_back(static_cast<long double>(real.host[r * row + k]) * points);
    }
  compare("back to real", kept, wanted, points);
  for (const cufftHandle plan : {d2z, z2d, z2z}) OK(cufftDestroy(plan));
}

int main() {
  complex_waves(1, 1, 1 << 18, 1);
  complex_waves(1, 1, 1 << 17, 3);
  complex_waves(1, 1, 100003, 1);  // a prime
  complex_waves(1, 1, 3 * 65536, 1);
  complex_waves(1, 1, 300, 700);
  complex_waves(1, 512, 384, 1);
  complex_waves(1, 200, 211, 2);
  complex_waves(48, 40, 56, 1);
  complex_waves(7, 64, 128, 2);
  for (const bool in_place : {false, true}) {
    real_and_complex(1, 1, 1 << 17, 1, in_place);
    real_and_complex(1, 1, 1001, 100, in_place);
    real_and_complex(1, 300, 257, 1, in_place);
    real_and_complex(1, 256, 512, 2, in_place);
    real_and_complex(40, 48, 50, 1, in_place);
  }
  std::puts("large ones, too");
  return 0;
}
