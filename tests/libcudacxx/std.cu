// SPDX-License-Identifier: Apache-2.0
// cuda::std: the same functions on host and device give the same. Pointers with properties of their
// accesses are pointers.
#include <cuda/annotated_ptr>
#include <cuda/discard_memory>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/ratio>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>

#include "check.h"

namespace cs = cuda::std;

HD unsigned containers(unsigned i, const unsigned* in) {
  cs::array<unsigned, 5> a{in[i], in[i + 1], in[i + 2], in[i + 3], in[i + 4]};
  unsigned sum = 0;
  for (unsigned x : a) sum = sum * 3 + x;
  sum += a[in[i] % 5] + a.back() + (unsigned)a.size();
  cs::span<unsigned> all(a), some = all.subspan(1, 3);
  for (unsigned& x : some) x ^= 0x1234;
  sum += some.front() + some[in[i] % 3] + (unsigned)all.size_bytes();
  auto [x, y, z] = cs::make_tuple(in[i], (float)(in[i] % 100), (unsigned char)in[i]);
  sum += x + (unsigned)y + z + cs::get<1>(cs::make_pair(1, in[i]));
  return sum + (cs::tie(x, y) < cs::make_tuple(in[i + 1], 5.0f));
}

HD unsigned alternatives(unsigned i, const unsigned* in) {
  cs::optional<unsigned> o;
  if (in[i] & 1) o = in[i] * 3;
  unsigned sum = o.value_or(17) + o.has_value();
  cs::variant<unsigned, double, cs::array<unsigned, 2>> v = in[i];
  if (in[i] % 3 == 1) v = (double)(in[i] % 1000) * 0.5;
  if (in[i] % 3 == 2) v = cs::array<unsigned, 2>{in[i], in[i + 1]};
  sum = sum * 5 + (unsigned)v.index();
  struct Visitor {
    HD unsigned operator()(unsigned u) const { return u; }
    HD unsigned operator()(double d) const { return (unsigned)(d * 2); }
    HD unsigned operator()(const cs::array<unsigned, 2>& a) const { return a[0] - a[1]; }
  };
  return sum + cs::visit(Visitor{}, v) + cs::holds_alternative<double>(v);
}

HD double numbers(unsigned i, const unsigned* in) {
  cs::complex<double> a(in[i] % 100, in[i + 1] % 100 + 1), b(3, -2);
  cs::complex<double> c = a * b + a / cs::complex<double>(0, 2) - cs::conj(a);
  double sum = c.real() + c.imag() + cs::norm(a);
  sum += (double)cs::gcd(in[i] % 1000, in[i + 1] % 1000 + 1);
  unsigned words[4] = {in[i] % 10, in[i + 1] % 10, in[i + 2] % 10, in[i + 3] % 10};
  sum += cs::accumulate(words, words + 4, 0u) + cs::inner_product(words, words + 4, words, 0u);
  sum += (double)cs::numeric_limits<short>::max() + (double)cs::numeric_limits<float>::epsilon();
  sum += cs::popcount(in[i]) + cs::countl_zero(in[i] | 1) + (double)cs::rotl(in[i], 5);
  sum += cs::plus<unsigned>{}(in[i], 1);
  using namespace cs::chrono;
  milliseconds time = seconds(in[i] % 50) + milliseconds(in[i + 1] % 1000);
  sum += (double)duration_cast<seconds>(time).count() + (double)(time % 7ms).count();
  return sum;
}

static_assert(cs::is_same_v<cs::remove_cvref_t<const int&>, int>);
static_assert(cs::is_trivially_copyable_v<cs::array<int, 3>>);
static_assert(cs::numeric_limits<unsigned char>::max() == 255);

// The clock of the device gets on.
__global__ void clock_gets_on(const unsigned* in, unsigned* out) {
  auto start = cs::chrono::high_resolution_clock::now();
  auto end = start;
  while (end - start < cs::chrono::microseconds(5)) end = cs::chrono::high_resolution_clock::now();
  out[check::gid()] = in[check::gid()] + (end > start);
}

// All ways to give an access a property: by type, by a fraction, by a range of addresses.
__global__ void with_properties(const unsigned* in, unsigned* out) {
  using P = cuda::access_property;
  __shared__ unsigned words[1024];
  const unsigned t = check::tid(), i = check::gid();
  cuda::annotated_ptr<const unsigned, P::persisting> first{in};
  cuda::annotated_ptr<const unsigned, P> second{in + 1, P(P::persisting{}, 0.5f)};
  cuda::annotated_ptr<unsigned, P::shared> shared{words};
  cuda::annotated_ptr<unsigned, P::streaming> to{out};
  const P range(const_cast<unsigned*>(in), 128, 256, P::persisting{}, P::streaming{});
  const unsigned* const third = cuda::associate_access_property(in + 2, range);
  cuda::apply_access_property(in, 16, P::persisting{});
  shared[t] = first[i] + 3 * second[i];
  cuda::discard_memory(out + i, 0);
  __syncthreads();
  to[i] = shared[check::block_threads() - 1 - t] + 5 * third[i];
}

int main() {
  check::each<containers>("containers");
  check::each<alternatives>("alternatives");
  check::each<numbers>("numbers");
  check::run<unsigned>(
      "clock",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { clock_gets_on<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return in[t.global] + 1; });
  check::run<unsigned>(
      "with_properties",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { with_properties<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned other = t.block_first + t.block_threads - 1 - t.linear;
        return in[other] + 3 * in[other + 1] + 5 * in[t.global + 2];
      });
  return check::result();
}
