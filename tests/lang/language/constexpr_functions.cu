// SPDX-License-Identifier: Apache-2.0
// options: -std=c++20 --expt-relaxed-constexpr
// heavy: 33 7x5x3
// constexpr functions without annotation in device code, the standard library's among them, on
// values that differ by lane; and constraints of the standard library on kernels.
#include <algorithm>
#include <array>
#include <concepts>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "../check.h"

constexpr unsigned power(unsigned x, unsigned n) {
  unsigned r = 1;
  for (; n; n >>= 1, x *= x) {
    if (n & 1) r *= x;
  }
  return r;
}

struct Fraction {
  int over, under;
  constexpr Fraction(int a, int b) : over(a / std::gcd(a, b)), under(b / std::gcd(a, b)) {}
  constexpr bool operator<(const Fraction& o) const { return over * o.under < o.over * under; }
  constexpr int sum() const { return over * 31 + under; }
};

HD unsigned own_functions(unsigned i, const unsigned* in) {
  constexpr unsigned at_compile_time = power(3, 7);
  const Fraction a((int)(in[i] % 90 + 1), (int)(in[i + 1] % 60 + 1)), b(7, 3);
  unsigned r = at_compile_time + power(in[i], in[i + 1] % 20);
  if (in[i] % 3) r += (unsigned)(a < b ? a.sum() : b.sum());
  return r;
}

HD unsigned algorithms(unsigned i, const unsigned* in) {
  std::array<unsigned, 7> v{};
  for (unsigned k = 0; k < v.size(); ++k) v[k] = in[i + k] % 50;
  unsigned r = std::max({v[0], v[3], v[5]}) + std::min(v[1], v[2]) + std::clamp(v[4], 10u, 20u);
  if (in[i] % 4 == 0) std::swap(v[0], v[6]);
  if (in[i] % 3) std::sort(v.begin(), v.end());
  std::reverse(v.begin() + 1, v.begin() + in[i] % 6 + 1);
  for (unsigned x : v) r = r * 31 + x;
  r += std::accumulate(v.begin(), v.end(), 5u) +
       std::inner_product(v.begin(), v.end(), v.begin(), 1u);
  r += (unsigned)(std::find(v.begin(), v.end(), v[in[i] % 7]) - v.begin());
  r += (unsigned)std::count_if(v.begin(), v.end(), [](unsigned x) { return x % 2 == 1; });
  r += *std::max_element(v.begin(), v.end()) * 7 + std::all_of(v.begin(), v.end(), std::identity());
  std::rotate(v.begin(), v.begin() + in[i + 1] % 7, v.end());
  std::transform(v.begin(), v.end(), v.begin(), std::negate<>());
  return r + std::lcm(v[0] % 9 + 1, 6u) + v[3];
}

HD unsigned vocabulary(unsigned i, const unsigned* in) {
  std::pair<unsigned, short> p{in[i], (short)i};
  auto [a, b] = p;
  std::tuple<unsigned char, unsigned, float> t{(unsigned char)in[i], in[i + 1], 1.5f};
  std::optional<unsigned> maybe;
  if (in[i] % 2) maybe = in[i + 1] % 100;
  unsigned old = std::exchange(a, 17u);
  return old + a * 3 + (unsigned)b + std::get<0>(t) + std::get<1>(t) * 5 +
         (unsigned)std::get<2>(t) + maybe.value_or(77) + std::plus<>()(i, 4u) +
         (unsigned)(std::numeric_limits<short>::max());
}

template <class T>
concept HasArea = requires(const T& t) {
  { t.area() } -> std::convertible_to<unsigned>;
};

struct Square {
  unsigned side;
  HD unsigned short area() const { return (unsigned short)(side * side); }
};

template <HasArea S>
__device__ unsigned doubled(const S& shape) {
  return 2 * shape.area();
}

// Only a kernel names the concept: asked first for host code, it would be known.
template <HasArea... S>
__global__ void areas(unsigned* out, S... shapes) {
  out[threadIdx.x] = (doubled(S{shapes.side + threadIdx.x}) + ...);
}

void constrained_kernel() {
  unsigned* out;
  cudaMallocManaged(&out, 40 * sizeof *out);
  areas<<<1, 40>>>(out, Square{3}, Square{4});
  check::cuda(cudaDeviceSynchronize(), "constrained kernel");
  for (unsigned i = 0; i < 40; ++i)
    check::equal(out[i], 2 * ((3 + i) * (3 + i) + (4 + i) * (4 + i)), "constrained kernel");
  cudaFree(out);
}

int main() {
  constrained_kernel();
  check::each<own_functions>("own functions");
  check::each<algorithms>("algorithms");
  check::each<vocabulary>("pairs, tuples, optional");
  return check::result();
}
