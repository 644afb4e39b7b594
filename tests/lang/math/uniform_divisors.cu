// SPDX-License-Identifier: Apache-2.0
// Division and remainder by a number that all threads have in common, of all integer types up to 32
// bits: dividends next to multiples of the divisor, where a rounded quotient would tip over, and
// the ends of the range.
// heavy: 33 8x8
#include "../check.h"

// Divisors of the i-th block, among them 1, -1, powers of two and their neighbours, the ends of the
// range.
HD unsigned divisor_of(unsigned i) {
  if (i < 40) return i - 8;
  if (i < 40 + 96) return (1u << (i - 40) / 3) + (i - 40) % 3 - 1;
  if (i < 200) return 0u - ((1u << (i - 136) / 2) + (i - 136) % 2);
  return check::mix(i) >> check::mix(i + 7) % 31;
}
constexpr unsigned kDivisors = 400;

template <class T>
HD T nonzero(T d) {
  return d == 0 ? (T)5 : d;
}

template <class T>
HD T dividend_of(unsigned t, T d) {
  switch (t % 6) {
    case 0:
      return (T)check::mix(t);
    case 1:
      return (T)((T)(check::mix(t) >> t % 32) * (long long)d - 1);
    case 2:
      return (T)((T)(check::mix(t) >> t % 32) * (long long)d);
    case 3:
      return (T)((T)(check::mix(t) >> t % 32) * (long long)d + 1);
    case 4:  // next to the largest multiple
      return (T)((long long)((T)~0u >> ((T)~0u < (T)0)) / (long long)d * (long long)d -
                 (long long)(t / 6 % 3) + 1);
    default:
      return (T)(0x80000000u - 1 + t / 6 % 3);
  }
}

template <class T>
HD T quotient(T x, T d) {
  return (T)((long long)x / (long long)d);
}
template <class T>
HD T remainder(T x, T d) {
  return (T)((long long)x % (long long)d);
}

template <class T>
__global__ void divide(const unsigned* divisors, unsigned* out) {
  const T d = nonzero((T)divisors[blockIdx.x]);
  const T x = dividend_of<T>(check::tid(), d);
  const T q = (T)(x / d), r = (T)(x % d);
  out[check::gid()] = (unsigned)q * 31 + (unsigned)r;
}
// In a loop, the divisor a parameter; under divergence.
template <class T>
__global__ void divide_in_loop(T d, unsigned n, unsigned* out) {
  for (unsigned t = check::tid(); t < n; t += check::block_threads()) {
    const T x = dividend_of<T>(t, d);
    unsigned result = 7;
    if (t % 5 != 2) result = (unsigned)(T)(x / d) * 31 + (unsigned)(T)(x % d);
    out[t] = result;
  }
}

template <class T>
void test(const check::Shape& s, const char* what) {
  const unsigned n = s.threads();
  unsigned divisors[kDivisors];
  for (unsigned i = 0; i < kDivisors; ++i) divisors[i] = divisor_of(i);
  unsigned* device = check::device_array<unsigned>(kDivisors);
  check::cuda(cudaMemcpy(device, divisors, sizeof divisors, cudaMemcpyHostToDevice), "divisors");
  unsigned *out = check::device_array<unsigned>(kDivisors * n), *got = new unsigned[kDivisors * n];
  divide<T><<<kDivisors, dim3(s.x, s.y, s.z)>>>(device, out);
  check::cuda(cudaMemcpy(got, out, kDivisors * n * 4, cudaMemcpyDeviceToHost), what);
  const auto expected = [](unsigned t, T d) {
    const T x = dividend_of<T>(t, d);
    return (unsigned)quotient(x, d) * 31 + (unsigned)remainder(x, d);
  };
  for (unsigned i = 0; i < kDivisors * n; ++i) {
    const unsigned want = expected(i % n, nonzero((T)divisors[i / n]));
    if (got[i] != want) check::report(what, check::thread_at(s, kDivisors, i), want, got[i]);
  }
  constexpr unsigned kMany = 2000;
  unsigned* many = check::device_array<unsigned>(kMany);
  for (unsigned k = 0; k < kDivisors; k += 41) {
    const T d = nonzero((T)divisors[k]);
    divide_in_loop<T><<<1, dim3(s.x, s.y, s.z)>>>(d, kMany, many);
    unsigned host[kMany];
    check::cuda(cudaMemcpy(host, many, sizeof host, cudaMemcpyDeviceToHost), what);
    for (unsigned t = 0; t < kMany; ++t) {
      check::equal(host[t], t % 5 != 2 ? expected(t, d) : 7, what);
    }
  }
  cudaFree(device);
  cudaFree(out);
  cudaFree(many);
  delete[] got;
}

int main() {
  for (const check::Shape& s : check::kShapes) {
    if (!check::wanted(s)) continue;
    test<unsigned>(s, "unsigned");
    test<int>(s, "int");
    test<unsigned short>(s, "unsigned short");
    test<short>(s, "short");
    test<unsigned char>(s, "unsigned char");
    test<signed char>(s, "signed char");
  }
  return check::result();
}
