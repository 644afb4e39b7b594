// SPDX-License-Identifier: Apache-2.0
// Functions that CUDA adds to <math.h>, called by the host: what the device gives, within the
// bounds of the CUDA programming guide for the device's ("Mathematical Functions").
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define CHECK(holds) \
  if (!(holds)) std::printf("line %d: %s\n", __LINE__, #holds), std::exit(1)

#define FUNCTIONS(X) \
  X(erfinv) X(erfcinv) X(normcdfinv) X(erfcx) X(cyl_bessel_i0) X(cyl_bessel_i1) X(normcdf) X(rcbrt)

#define NAMED(name)                                                         \
  struct name##_form {                                                      \
    template <class T>                                                      \
    __host__ __device__ static T of(T x) {                                  \
      return name(x);                                                       \
    }                                                                       \
    __host__ __device__ static float single(float x) { return name##f(x); } \
    static constexpr const char* text = #name;                              \
  };
FUNCTIONS(NAMED)

template <class F, class T>
__global__ void on_device(const T* x, T* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = F::of(x[i]);
}

template <class T>
double ulps(T a, T b) {
  if (std::isnan(a) && std::isnan(b)) return 0;
  if (a == b) return 0;
  if (!std::isfinite(a) || !std::isfinite(b)) return 1e30;
  const T step = std::nextafter(std::fabs(b), (T)INFINITY) - std::fabs(b);
  return std::fabs((double)a - (double)b) / (double)step;
}

constexpr int kCount = 2000;

template <class F, class T>
void compare(double low, double high) {
  T x[kCount], y[kCount], *dx, *dy;
  for (int i = 0; i < kCount; ++i)
    x[i] = (T)(low + (high - low) * (i * 7919 % kCount) / (kCount - 1));
  const T special[] = {0,      (T)-0.0, 1,           -1,           2,      (T)1e-30,
                       (T)0.5, (T)NAN,  (T)INFINITY, (T)-INFINITY, (T)1e-8};
  for (std::size_t i = 0; i < sizeof special / sizeof *special; ++i) x[i] = special[i];
  CHECK(cudaMalloc(&dx, sizeof x) == cudaSuccess && cudaMalloc(&dy, sizeof y) == cudaSuccess);
  CHECK(cudaMemcpy(dx, x, sizeof x, cudaMemcpyDefault) == cudaSuccess);
  on_device<F, T><<<(kCount + 95) / 96, 96>>>(dx, dy, kCount);
  CHECK(cudaMemcpy(y, dy, sizeof y, cudaMemcpyDefault) == cudaSuccess);
  for (int i = 0; i < kCount; ++i) {
    const double far = ulps(F::of(x[i]), y[i]);
    if (far > 8)
      std::printf("%s(%.17g): host %.17g, device %.17g\n", F::text, (double)x[i],
                  (double)F::of(x[i]), (double)y[i]);
    CHECK(far <= 8);
    if constexpr (sizeof(T) == 4) CHECK(ulps(F::single(x[i]), F::of(x[i])) == 0);
  }
  cudaFree(dx);
  cudaFree(dy);
}

template <class F>
void both(double low, double high) {
  compare<F, float>(low, high);
  compare<F, double>(low, high);
}

int main() {
  both<erfinv_form>(-1, 1);
  both<erfcinv_form>(0, 2);
  both<normcdfinv_form>(0, 1);
  both<erfcx_form>(-5, 60);
  both<cyl_bessel_i0_form>(-60, 60);
  both<cyl_bessel_i1_form>(-60, 60);
  both<normcdf_form>(-8, 8);
  both<rcbrt_form>(-1000, 1000);
  return 0;
}
