// SPDX-License-Identifier: Apache-2.0
// A constant that does not fit into an integer converts as the same number does that a kernel
// reads: the compiler must not fold it to anything else, nor conclude from it that the number fits.
#include "saturated.h"

namespace {

#define NUMBERS(F)                                                                       \
  (F) INFINITY, (F) - INFINITY, (F)NAN, (F)3e9, (F) - 3e9, (F)1e20, (F) - 1e20, (F) - 3, \
      (F) - 0.75, (F)70000, (F) - 70000, (F)300, (F)2147483648.0, (F) - 2147483649.0,    \
      (F)9223372036854775808.0, (F)18446744073709551616.0
constexpr unsigned kNumbers = 16;

template <class F>
const F kNumber[kNumbers] = {NUMBERS(F)};

// Each number in code of its own, so that the compiler sees the constant.
template <class F, unsigned N = 0>
__device__ Integers constant(unsigned n) {
  if constexpr (N < kNumbers) {
    constexpr F kValues[kNumbers] = {NUMBERS(F)};
    constexpr F kValue = kValues[N];
    return n == N ? converted(kValue) : constant<F, N + 1>(n);
  } else {
    return {};
  }
}

template <class F>
struct Both {
  Integers constant, read;
};

template <class F>
__global__ void convert(const unsigned* in, Both<F>* out, const F* numbers) {
  const unsigned i = check::gid(), n = in[i] % kNumbers;
  out[i] = {constant<F>(n), converted(numbers[n])};
}

// Whoever takes a conversion for defined concludes that x is below 2^32, or that it is no NaN. Half
// of the numbers fit.
HD double number(unsigned v) {
  return v % 4 == 0 ? NAN : v % 8590 * 1e6;
}
__global__ void compared(const unsigned* in, int4* out) {
  const unsigned i = check::gid();
  const double x = number(in[i]);
  const unsigned u = (unsigned)x;
  const int safe = isnan(x) ? 7 : (int)x;
  out[i] = make_int4((int)(u & 0xffff), x < 4294967296.0, safe, isnan(x));
}
int4 expected_compared(const check::Thread& t, const unsigned* in) {
  const double x = number(in[t.global]);
  const bool none = x != x;
  const unsigned u = none ? 0x80000000u : x >= 4294967295.0 ? 0xffffffffu : (unsigned)x;
  const int i = none ? 7 : x >= 2147483647.0 ? 2147483647 : (int)x;
  return make_int4((int)(u & 0xffff), !none && x < 4294967296.0, i, none);
}

template <class F>
void constants(const char* name) {
  F* numbers = nullptr;
  cudaMalloc(&numbers, sizeof kNumber<F>);
  cudaMemcpy(numbers, kNumber<F>, sizeof kNumber<F>, cudaMemcpyDefault);
  check::run<Both<F>>(
      name,
      [=](dim3 g, dim3 b, const unsigned* i, Both<F>* o) { convert<F><<<g, b>>>(i, o, numbers); },
      [](const check::Thread& t, const unsigned* in) {
        const auto want = saturated(kNumber<F>[in[t.global] % kNumbers]);
        return Both<F>{want, want};
      });
  cudaFree(numbers);
}

}  // namespace

int main() {
  constants<float>("float");
  constants<double>("double");
  check::run<int4>(
      "compared", [](dim3 g, dim3 b, const unsigned* i, int4* o) { compared<<<g, b>>>(i, o); },
      expected_compared);
  return check::result();
}
