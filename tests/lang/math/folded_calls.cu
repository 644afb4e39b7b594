// SPDX-License-Identifier: Apache-2.0
// pow, exp2 and fmod with constant arguments are folded to a few instructions: they must say what
// the functions themselves say, which see the same numbers in arguments that are not known before.
// Exact for fmod, special values and whole powers of two, within what docs/math.md states (1 ulp of
// each) for the rest.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

constexpr int kCases = 13;

template <class T>
struct Pair {
  T folded, called;
};

template <class T>
__global__ void kernel(const T* in, const T* number, Pair<T>* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const T x = in[i];
  const int n = static_cast<int>(i) - count / 2;
  Pair<T>* o = out + i * kCases;
  // number[k] holds k, which the compiler does not know.
  o[0] = {pow(x, T(0)), pow(x, number[0])};
  o[1] = {pow(x, T(1)), pow(x, number[1])};
  o[2] = {pow(x, T(-1)), pow(x, -number[1])};
  o[3] = {pow(x, T(2)), pow(x, number[2])};
  o[4] = {pow(x, T(0.5)), pow(x, number[1] / number[2])};
  o[5] = {pow(T(1), x), pow(number[1], x)};
  o[6] = {pow(T(2), x), pow(number[2], x)};
  o[7] = {pow(T(10), x), pow(number[10], x)};
  o[8] = {exp2(T(n)), pow(number[2], T(n))};
  o[9] = {fmod(x, T(1)), fmod(x, number[1])};
  o[10] = {fmod(x, T(4)), fmod(x, number[4])};
  o[11] = {fmod(x, T(0.5)), fmod(x, number[1] / number[2])};
  o[12] = {fmod(x, T(3)), fmod(x, number[3])};
}

// Distance in units of the last place; of what is no number, 0 or far.
template <class T>
double ulps(T a, T b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) ? 0 : 1e30;
  if (a == b) return std::signbit(a) == std::signbit(b) ? 0 : 1e30;
  if (std::isinf(a) || std::isinf(b)) return 1e30;
  const T larger = std::fabs(a) > std::fabs(b) ? std::fabs(a) : std::fabs(b);
  const T unit = larger - std::nextafter(larger, T(0));
  return std::fabs((double)a - (double)b) / (double)unit;
}

template <class T>
int try_type(const char* name) {
  using L = std::numeric_limits<T>;
  constexpr int kCount = 512;
  T *in, *number;
  Pair<T>* out;
  cudaMallocManaged(&in, kCount * sizeof(T));
  cudaMallocManaged(&number, 11 * sizeof(T));
  cudaMallocManaged(&out, kCount * kCases * sizeof(Pair<T>));
  for (int k = 0; k < 11; ++k) number[k] = T(k);
  const T special[] = {0,  L::infinity(), L::quiet_NaN(), L::denorm_min(), L::min(), L::max(), 1, 2,
                       10, T(0.5),        T(1.5),         T(126),          T(1e18),  T(1e-30)};
  constexpr int kSpecial = sizeof special / sizeof special[0];
  unsigned random = 12345;
  for (int i = 0; i < kCount; ++i) {
    random = random * 1664525u + 1013904223u;
    const T size = T((random >> 8) % 100000) / 997;
    in[i] = i < kSpecial       ? special[i]
            : i < 2 * kSpecial ? -special[i - kSpecial]
            : i % 2            ? size
                               : -size;
  }
  kernel<<<kCount / 64, 64>>>(in, number, out, kCount);
  int failures = cudaDeviceSynchronize() != cudaSuccess;
  const double bounds[kCases] = {0, 1, 2, 2, 2, 0, 2, 2, 1, 0, 0, 0, 0};
  for (int i = 0; i < kCount; ++i) {
    for (int k = 0; k < kCases; ++k) {
      const auto& o = out[i * kCases + k];
      if (ulps(o.folded, o.called) <= bounds[k]) continue;
      if (failures++ < 20) {
        std::printf("%s case %d of %.17g: %.17g, called %.17g\n", name, k, (double)in[i],
                    (double)o.folded, (double)o.called);
      }
    }
  }
  return failures;
}

int main() {
  const int failures = try_type<float>("float") + try_type<double>("double");
  std::printf(failures ? "FAILED\n" : "ok\n");
  return failures != 0;
}
