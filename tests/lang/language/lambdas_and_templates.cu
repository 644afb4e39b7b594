// SPDX-License-Identifier: Apache-2.0
// Lambdas (captures by value and reference, generic, returned, passed on), function objects,
// templates with type, value and pack parameters, if constexpr, template kernels.
#include "../check.h"

template <class F>
HD unsigned repeat(unsigned n, F f) {
  unsigned r = 0;
  for (unsigned k = 0; k < n; ++k) r = r * 3 + f(k);
  return r;
}

HD auto adder(unsigned base) {
  return [base](unsigned x) { return base + x; };
}

template <class... T>
HD unsigned sum_of(T... values) {
  return (0u + ... + static_cast<unsigned>(values));
}

template <int N>
HD unsigned power(unsigned x) {
  if constexpr (N == 0) {
    return 1;
  } else {
    return x * power<N - 1>(x);
  }
}

template <class T, unsigned N>
struct Stack {
  T items[N];
  unsigned size = 0;
  HD void push(T v) { items[size++ % N] = v; }
  HD T pop() { return items[--size % N]; }
};

HD unsigned lambdas(unsigned i, const unsigned* in) {
  unsigned total = 0;
  auto by_reference = [&](unsigned k) {
    total += in[i + k];
    return total;
  };
  unsigned r = repeat(in[i] % 9, by_reference);
  auto generic = [=](auto a, auto b) { return static_cast<unsigned>(a * 2 + b); };
  auto add = adder(in[i + 1]);
  r += generic(in[i] % 16, 1.5f) + generic(i, (short)7) + add(r);
  unsigned state = i;
  auto counter = [state]() mutable { return state += 3; };
  counter();
  return r + counter() + total;
}

HD unsigned templates(unsigned i, const unsigned* in) {
  Stack<unsigned long long, 4> wide;
  Stack<unsigned char, 3> narrow;
  for (unsigned k = 0; k < in[i] % 7 + 1; ++k) {
    wide.push(in[i + k] * 3ull);
    if (in[i + k] % 2 || narrow.size == 0) narrow.push(in[i + k]);
  }
  return sum_of(1, 2.5f, in[i], (char)3) + power<5>(in[i]) + (unsigned)wide.pop() + narrow.pop();
}

template <class T, int Step, bool Negate>
__global__ void kernel(const unsigned* in, unsigned* out) {
  unsigned i = check::gid();
  T v = static_cast<T>(in[i]);
  for (int k = 0; k < Step; ++k) v = static_cast<T>(v * 3 + k);
  out[i] = static_cast<unsigned>(Negate ? static_cast<T>(-v) : v);
}

template <class T, int Step, bool Negate>
void test_kernel() {
  check::run<unsigned>(
      "template kernel",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        kernel<T, Step, Negate><<<g, b>>>(in, out);
      },
      [](const check::Thread& t, const unsigned* in) {
        T v = static_cast<T>(in[t.global]);
        for (int k = 0; k < Step; ++k) v = static_cast<T>(v * 3 + k);
        return static_cast<unsigned>(Negate ? static_cast<T>(-v) : v);
      });
}

int main() {
  check::each<lambdas>("lambdas");
  check::each<templates>("templates");
  test_kernel<unsigned, 2, false>();
  test_kernel<unsigned char, 3, true>();
  test_kernel<unsigned long long, 5, true>();
  return check::result();
}
