// SPDX-License-Identifier: Apache-2.0
// Vectors, short and long, with every kind of increment.
#include "cublas_test.h"

BY_TYPE(amax, cublasIsamax, cublasIdamax, cublasIcamax, cublasIzamax)
BY_TYPE(amax_64, cublasIsamax_64, cublasIdamax_64, cublasIcamax_64, cublasIzamax_64)
BY_TYPE(amin, cublasIsamin, cublasIdamin, cublasIcamin, cublasIzamin)
BY_TYPE(asum, cublasSasum, cublasDasum, cublasScasum, cublasDzasum)
BY_TYPE(nrm2, cublasSnrm2, cublasDnrm2, cublasScnrm2, cublasDznrm2)
BY_TYPE(dotu, cublasSdot, cublasDdot, cublasCdotu, cublasZdotu)
BY_TYPE(dotc, cublasSdot, cublasDdot, cublasCdotc, cublasZdotc)
BY_TYPE(rot_real, cublasSrot, cublasDrot, cublasCsrot, cublasZdrot)
BY_TYPE(scal_real, cublasSscal, cublasDscal, cublasCsscal, cublasZdscal)
SDCZ(axpy)
SDCZ(axpy_64)
SDCZ(copy)
SDCZ(swap)
SDCZ(scal)
SDCZ(rot)
SDCZ(rotg)
REAL_ONLY(rotm)
REAL_ONLY(rotmg)

template <class T>
void two_vectors(cublasHandle_t handle, int n) {
  const int incx = any_inc(), incy = any_inc();
  Buffer<T> x(span_of(n, incx)), y(span_of(n, incy));
  const auto at = [&](Buffer<T>& of, int i, int inc) -> T& { return element(of.host, i, n, inc); };
  {
    Scalar<T> alpha(handle, number<T>());
    if (pick(0, 1))
      OK(axpy<T>(handle, n, alpha.at(), x.device, incx, y.device, incy));
    else
      OK(axpy_64<T>(handle, int64_t(n), alpha.at(), x.device, int64_t(incx), y.device,
                    int64_t(incy)));
    for (int i = 0; i < n; ++i)
      at(y, i, incy) = small<T>(big(at(y, i, incy)) + big(alpha.value) * big(at(x, i, incx)));
    y.compare("axpy", 1);
  }
  {
    OK(swap<T>(handle, n, x.device, incx, y.device, incy));
    for (int i = 0; i < n; ++i) std::swap(at(x, i, incx), at(y, i, incy));
    x.compare("swap, x", 1), y.compare("swap, y", 1);
  }
  {
    Scalar<RealOf<T>> c(handle, number<RealOf<T>>()), s(handle, number<RealOf<T>>());
    Scalar<T> t(handle, number<T>());
    const bool real = pick(0, 1);
    if (real)
      OK(rot_real<T>(handle, n, x.device, incx, y.device, incy, c.at(), s.at()));
    else
      OK(rot<T>(handle, n, x.device, incx, y.device, incy, c.at(), t.at()));
    const Big sine = real ? big(s.value) : big(t.value);
    for (int i = 0; i < n; ++i) {
      const Big a = big(at(x, i, incx)), b = big(at(y, i, incy));
      at(x, i, incx) = small<T>(big(c.value) * a + sine * b);
      at(y, i, incy) = small<T>(big(c.value) * b - std::conj(sine) * a);
    }
    x.compare("rot, x", 1), y.compare("rot, y", 1);
  }
  if constexpr (!is_complex<T>) {
    Buffer<T> param(5);
    const T flag = pick({T(-2), T(-1), T(0), T(1)});
    param.host[0] = flag;
    param.up();
    cublasPointerMode_t mode;
    OK(cublasGetPointerMode(handle, &mode));
    OK(rotm<T>(handle, n, x.device, incx, y.device, incy,
               mode == CUBLAS_POINTER_MODE_HOST ? param.host.data() : param.device));
    const T* p = param.host.data();
    const double h11 = flag == -2 || flag == 0 ? 1 : p[1], h22 = flag == -2 || flag == 0 ? 1 : p[4];
    const double h21 = flag == -2  ? 0
                       : flag == 1 ? -1
                                   : p[2],
                 h12 = flag == -2  ? 0
                       : flag == 1 ? 1
                                   : p[3];
    for (int i = 0; i < n; ++i) {
      const double a = at(x, i, incx), b = at(y, i, incy);
      at(x, i, incx) = T(h11 * a + h12 * b);
      at(y, i, incy) = T(h21 * a + h22 * b);
    }
    x.compare("rotm, x", 1), y.compare("rotm, y", 1);
  }
  for (const bool conjugated : {false, true}) {
    Scalar<T> result(handle, number<T>());
    OK(conjugated ? dotc<T>(handle, n, x.device, incx, y.device, incy, result.at())
                  : dotu<T>(handle, n, x.device, incx, y.device, incy, result.at()));
    Big sum = 0;
    double sizes = 1;
    for (int i = 0; i < n; ++i) {
      const Big a = big(at(x, i, incx));
      sizes += std::abs(a) * std::abs(big(at(y, i, incy)));
      sum += (conjugated ? std::conj(a) : a) * big(at(y, i, incy));
    }
    const Big got = big(result.get());
    if (!(std::abs(got - sum) <=
          (sizeof(RealOf<T>) == 4 ? 2e-7 : 5e-16) * sizes * std::sqrt(n + 8.0))) {
      std::printf("dot of %d, %d, %d, conjugated %d, complex %d: (%g, %g), not (%g, %g)\n", n, incx,
                  incy, conjugated, is_complex<T>, got.real(), got.imag(), sum.real(), sum.imag());
      std::exit(1);
    }
  }
  OK(copy<T>(handle, n, x.device, incx, y.device, incy));
  for (int i = 0; i < n; ++i) at(y, i, incy) = at(x, i, incx);
  y.compare("copy", 0);
}

template <class T>
void one_vector(cublasHandle_t handle, int n) {
  const int inc = pick({1, 1, 2, 5});
  Buffer<T> x(span_of(n, inc));
  const auto size = [&](int i) {
    const Big value = big(x.host[std::size_t(i) * inc]);
    return std::abs(value.real()) + std::abs(value.imag());
  };
  int largest = 0, smallest = 0;
  double sum = 0, squares = 0;
  for (int i = 0; i < n; ++i) {
    // Doubles, so that the first one counts.
    if (i > n / 2 && i % 7 == 0)
      x.host[std::size_t(i) * inc] = x.host[std::size_t(i - n / 2) * inc];
  }
  x.up();
  for (int i = 0; i < n; ++i) {
    if (RealOf<T>(size(i)) > RealOf<T>(size(largest))) largest = i;
    if (RealOf<T>(size(i)) < RealOf<T>(size(smallest))) smallest = i;
    sum += size(i);
    squares += std::norm(big(x.host[std::size_t(i) * inc]));
  }
  Scalar<int> index(handle, -1);
  OK(amax<T>(handle, n, x.device, inc, index.at()));
  CHECK(index.get() == (n > 0 ? largest + 1 : 0));
  Scalar<int64_t> wide(handle, -1);
  OK(amax_64<T>(handle, int64_t(n), x.device, int64_t(inc), wide.at()));
  CHECK(wide.get() == (n > 0 ? largest + 1 : 0));
  OK(amin<T>(handle, n, x.device, inc, index.at()));
  CHECK(index.get() == (n > 0 ? smallest + 1 : 0));
  const double bound = sizeof(RealOf<T>) == 4 ? 2e-6 : 1e-14;
  Scalar<RealOf<T>> result(handle, 7);
  OK(asum<T>(handle, n, x.device, inc, result.at()));
  if (!(std::abs(result.get() - sum) <= bound * (sum + 1) * std::sqrt(n + 1.0))) {
    std::printf("asum of %d, %d, complex %d: %g, not %g\n", n, inc, is_complex<T>,
                double(result.get()), sum);
    std::exit(1);
  }
  OK(nrm2<T>(handle, n, x.device, inc, result.at()));
  CHECK(std::abs(result.get() - std::sqrt(squares)) <= bound * (std::sqrt(squares) + 1) * 8);
  {
    Scalar<T> alpha(handle, number<T>());
    OK(scal<T>(handle, n, alpha.at(), x.device, inc));
    for (int i = 0; i < n; ++i)
      x.host[std::size_t(i) * inc] = small<T>(big(alpha.value) * big(x.host[std::size_t(i) * inc]));
    x.compare("scal", 1);
  }
  Scalar<RealOf<T>> alpha(handle, number<RealOf<T>>());
  OK(scal_real<T>(handle, n, alpha.at(), x.device, inc));
  for (int i = 0; i < n; ++i)
    x.host[std::size_t(i) * inc] = small<T>(big(alpha.value) * big(x.host[std::size_t(i) * inc]));
  x.compare("scal by a real number", 1);
}

// r = a c + b s, and 0 = c b - conj(s) a.
template <class T>
void rotations(cublasHandle_t handle) {
  Scalar<T> a(handle, number<T>()), b(handle, number<T>()), s(handle, T{});
  Scalar<RealOf<T>> c(handle, 0);
  const Big before_a = big(a.value), before_b = big(b.value);
  OK(rotg<T>(handle, a.at(), b.at(), c.at(), s.at()));
  const Big r = big(a.get()), cosine = big(c.get()), sine = big(s.get());
  CHECK(std::abs(cosine * before_a + sine * before_b - r) < 1e-5);
  CHECK(std::abs(cosine * before_b - std::conj(sine) * before_a) < 1e-5);
  if constexpr (!is_complex<T>) {
    // H applied to (sqrt(d1) x1, sqrt(d2) y1) makes the second number 0.
    cublasPointerMode_t mode;
    OK(cublasGetPointerMode(handle, &mode));
    Buffer<T> numbers(9);
    for (int i = 0; i < 4; ++i) numbers.host[i] = T(std::abs(double(numbers.host[i])) + 0.5);
    numbers.up();
    const std::vector<T> old = numbers.host;
    T* p = mode == CUBLAS_POINTER_MODE_HOST ? numbers.host.data() : numbers.device;
    OK(rotmg<T>(handle, p, p + 1, p + 2, p + 3, p + 4));
    const std::vector<T> got = mode == CUBLAS_POINTER_MODE_HOST ? numbers.host : numbers.down();
    const double flag = got[4];
    CHECK(flag == -1 || flag == 0 || flag == 1);
    const double h21 = flag == 1 ? -1 : got[6], h22 = flag == 0 ? 1 : got[8];
    CHECK(std::abs(h21 * old[2] + h22 * old[3]) < 1e-4);
  }
}

template <class T>
void all(cublasHandle_t handle) {
  two_vectors<T>(handle, pick(0, 70));
  one_vector<T>(handle, pick(0, 70));
  rotations<T>(handle);
}
// Long enough for several threads.
template <class T>
void all_long(cublasHandle_t handle) {
  two_vectors<T>(handle, pick(100000, 150000));
  one_vector<T>(handle, pick(100000, 150000));
}

int main() {
  in_both_modes(6, [](cublasHandle_t handle) { FOR_TYPES(all, handle); });
  in_both_modes(1, [](cublasHandle_t handle) { FOR_TYPES(all_long, handle); });
  // 0 * NaN is NaN, as a GPU has it.
  cublasHandle_t handle;
  OK(cublasCreate(&handle));
  Buffer<float> x(3);
  x.host[1] = NAN;
  x.up();
  const float zero = 0;
  OK(cublasSscal(handle, 3, &zero, x.device, 1));
  const auto got = x.down();
  CHECK(got[0] == 0 && std::isnan(got[1]) && got[2] == 0);
  OK(cublasDestroy(handle));
  std::puts("level 1: as it should be");
}
