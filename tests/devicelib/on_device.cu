// SPDX-License-Identifier: Apache-2.0
// Every mathematical function called in a kernel, on arguments that differ from lane to lane, a
// warp apart and under divergence, against the host's C library: that each name reaches its
// implementation and that vectors give what scalars give.
#include <cmath>
#include <cstdio>
#include <vector>

constexpr int kCount = 1000;

// name, smallest and largest argument, units in the last place allowed (the host's errors included)
// clang-format off: it cannot settle on a layout for a list of macro calls
#define FUNCTIONS(M) \
  M(acos, -1, 1, 3) M(acosh, 1, 1e6, 3) M(asin, -1, 1, 3) M(asinh, -1e6, 1e6, 3) \
  M(atan, -50, 50, 3) M(atanh, -0.99, 0.99, 3) M(cbrt, -1e5, 1e5, 3) M(ceil, -99, 99, 0) \
  M(cos, -1e6, 1e6, 3) M(cosh, -80, 80, 3) M(erf, -4, 4, 3) M(erfc, -4, 8, 4) \
  M(exp, -80, 80, 3) M(exp10, -30, 30, 3) M(exp2, -100, 100, 3) M(expm1, -5, 50, 3) \
  M(fabs, -9, 9, 0) M(floor, -99, 99, 0) M(j0, 0, 2, 8) M(j1, 0.1, 3, 8) M(lgamma, 3, 1e6, 4) \
  M(log, 1e-30, 1e30, 3) M(log10, 1e-30, 1e30, 3) M(log1p, -0.9, 1e6, 3) \
  M(log2, 1e-30, 1e30, 3) M(logb, 1e-30, 1e30, 0) M(nearbyint, -99, 99, 0) \
  M(rint, -99, 99, 0) M(round, -99, 99, 0) M(sin, -1e6, 1e6, 3) M(sinh, -80, 80, 3) \
  M(sqrt, 0, 1e30, 0) M(tan, -1e3, 1e3, 3) M(tanh, -9, 9, 3) M(tgamma, 0.1, 30, 6) \
  M(trunc, -99, 99, 0) M(y0, 3.5, 6, 8) M(y1, 0.1, 2, 8)
// clang-format on
// what CUDA adds to <math.h>; cuda_runtime.h has host forms
// clang-format off: it cannot settle on a layout for a list of macro calls
#define ADDED(M) \
  M(rsqrt, 1e-30, 1e30, 3) M(rcbrt, 1e-20, 1e20, 4) M(sinpi, -99.3, 99, 4) \
  M(cospi, -99.3, 99, 4) M(normcdf, -6, 6, 8)
#define PAIRS(M) \
  M(atan2, -9, 9, 3) M(fmod, 0.1, 1e4, 0) M(hypot, -1e6, 1e6, 3) M(pow, 0.01, 20, 3) \
  M(remainder, 0.1, 1e4, 0) M(nextafter, -9, 9, 0) M(fdim, -9, 9, 0) M(fmax, -9, 9, 0) \
  M(fmin, -9, 9, 0) M(copysign, -9, 9, 0)
// clang-format on

int failures = 0;

template <class F>
void compare(const char* name, F x, F y, F got, F want, double ulps) {
  double unit =
      std::ldexp(1.0, std::ilogb(want == 0 ? (F)1e-30 : want) - (sizeof(F) == 4 ? 23 : 52));
  if (got == want || std::fabs((double)got - (double)want) <= ulps * unit) return;
  if (++failures < 30)
    std::printf("%s%s(%.9g, %.9g) = %.17g on the device, %.17g on the host\n", name,
                sizeof(F) == 4 ? "f" : "", (double)x, (double)y, (double)got, (double)want);
}

template <class F>
struct Arrays {
  F *x, *y, *result;
  std::vector<F> host;
  Arrays(double low, double high) : host(kCount) {
    cudaMallocManaged(&x, kCount * sizeof(F));
    cudaMallocManaged(&y, kCount * sizeof(F));
    cudaMallocManaged(&result, kCount * sizeof(F));
    for (int i = 0; i < kCount; ++i) {
      x[i] = (F)(low + (high - low) * i / (kCount - 1));
      y[i] = (F)(low + (high - low) * ((i * 37) % kCount) / (kCount - 1));
    }
  }
  ~Arrays() { cudaFree(x), cudaFree(y), cudaFree(result); }
  void check() {
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorString(error)), std::exit(1);
  }
};

// Odd threads go another way, so that half of the lanes are off in each call.
#define UNARY(name, low, high, ulps)                                                     \
  template <class F>                                                                     \
  __global__ void name##_kernel(const F* x, F* r, int n) {                               \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                       \
    if (i >= n) return;                                                                  \
    if (threadIdx.x & 1)                                                                 \
      r[i] = -name(x[i]);                                                                \
    else                                                                                 \
      r[i] = name(x[i]) + 0 * x[i];                                                      \
  }                                                                                      \
  template <class F>                                                                     \
  void name##_test() {                                                                   \
    Arrays<F> a(low, high);                                                              \
    name##_kernel<<<(kCount + 95) / 96, 96>>>(a.x, a.result, kCount);                    \
    a.check();                                                                           \
    for (int i = 0; i < kCount; ++i) {                                                   \
      F want = name(a.x[i]);                                                             \
      compare<F>(#name, a.x[i], 0, i % 96 & 1 ? -a.result[i] : a.result[i], want, ulps); \
    }                                                                                    \
  }
#define BINARY(name, low, high, ulps)                                             \
  template <class F>                                                              \
  __global__ void name##_kernel(const F* x, const F* y, F* r, int n) {            \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                                \
    if (i < n) r[i] = name(x[i], y[i]);                                           \
  }                                                                               \
  template <class F>                                                              \
  void name##_test() {                                                            \
    Arrays<F> a(low, high);                                                       \
    name##_kernel<<<(kCount + 95) / 96, 96>>>(a.x, a.y, a.result, kCount);        \
    a.check();                                                                    \
    for (int i = 0; i < kCount; ++i)                                              \
      compare<F>(#name, a.x[i], a.y[i], a.result[i], name(a.x[i], a.y[i]), ulps); \
  }
FUNCTIONS(UNARY)
ADDED(UNARY)
PAIRS(BINARY)

int main() {
#define RUN(name, low, high, ulps) name##_test<float>(), name##_test<double>();
  FUNCTIONS(RUN)
  ADDED(RUN)
  PAIRS(RUN)
  std::printf("%d wrong\n", failures);
  return failures != 0;
}
