// SPDX-License-Identifier: Apache-2.0
// Extended lambdas as kernel arguments: __device__ and __host__ __device__, captures of every kind,
// *this, generic, nested, made in templates and member functions.
#include "../check.h"

template <class F>
__global__ void __launch_bounds__(1024) for_each(const unsigned* in, unsigned* out, F f) {
  const unsigned i = check::gid();
  if (in[i] % 5 != 4) {
    out[i] = f(i, in[i]);
  } else {
    out[i] = f(in[i] % 8, i) + 1;
  }
}

template <class F>
void launch(dim3 g, dim3 b, const unsigned* in, unsigned* out, F f) {
  for_each<<<g, b>>>(in, out, f);
}

template <class Want>
auto expect(Want want) {
  return [want](const check::Thread& t, const unsigned* in) {
    const unsigned i = t.global;
    return in[i] % 5 != 4 ? want(i, in[i]) : want(in[i] % 8, i) + 1;
  };
}

struct Table {
  unsigned words[8];
  double scale;
};

struct Object {
  unsigned factor;
  void run() const {
    check::run<unsigned>(
        "*this",
        [this](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
          launch(g, b, in, out,
                 [*this] __device__(unsigned i, unsigned v) { return v * factor + i; });
        },
        expect([f = factor](unsigned i, unsigned v) { return v * f + i; }));
  }
};

template <class T, unsigned N>
void in_template(T value) {
  check::run<unsigned>(
      "made in a template",
      [value](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        launch(g, b, in, out, [value] __device__(unsigned i, unsigned v) {
          return (unsigned)(value * N) + v + i;
        });
      },
      expect([value](unsigned i, unsigned v) { return (unsigned)(value * N) + v + i; }));
}

template <bool Device>
struct Closure {
  template <class F>
  Closure(F) {
    static_assert(__nv_is_extended_device_lambda_closure_type(F) == Device, "a closure");
    static_assert(__nv_is_extended_device_lambda_closure_type(const F) == Device, "a const one");
    static_assert(!__nv_is_extended_device_lambda_closure_type(F&), "a reference to one");
    static_assert(Device || !__nv_is_extended_device_lambda_with_preserved_return_type(F), "");
  }
};

struct Functor {
  __device__ int operator()(int x) const { return x; }
};
struct Overloaded {
  __device__ int operator()(int x) const { return x; }
  __device__ int operator()(float) const { return 1; }
};
struct Movable {
  Movable(Movable&&);
};
void on_host(int) {}

// The traits of closures; what is said of generic and __host__ __device__ ones see
// docs/language.md.
void traits() {
  int z = 4;
  Closure<true>([=] __device__(int x) { return x * z; });
  Closure<true>([=] __device__() { return z; });
  Closure<true>([=] __device__(int x) mutable -> int { return x * z++; });
  Closure<true>([=] __device__(int& x, Movable, const char* = nullptr) { return x * z; });
  Closure<true>([=] __device__(int& x, int (&m)[4]) noexcept { return x * z + m[0]; });
  Closure<true>([] __device__(int&& x, int (*)(float)) { return x; });
  auto written = [] __device__(int x) -> int { return x; };
  static_assert(__nv_is_extended_device_lambda_with_preserved_return_type(decltype(written)), "");
  Closure<false>([=] __host__ __device__(int x) { return x * z; });
  Closure<false>([=] __host__ __device__() { return z; });
  Closure<false>([=](int x) { return x * z; });
  Closure<false>([&]() mutable { return z++; });
  Closure<false>([=](auto x) { return x * z; });
  Closure<false>([=] __host__(int x) { return x * z; });
  Closure<false>{Functor()};
  Closure<false>{Overloaded()};
  Closure<false>{on_host};
  Closure<false>{3};
}

int main() {
  traits();
  Table table{{3, 1, 4, 1, 5, 9, 2, 6}, 2.5};
  const unsigned base = 1000;
  check::run<unsigned>(
      "captures by value",
      [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        launch(g, b, in, out, [=] __device__(unsigned i, unsigned v) {
          return table.words[v % 8] * base + (unsigned)(table.scale * (i % 100)) +
                 table.words[i % 8];
        });
      },
      expect([=](unsigned i, unsigned v) {
        return table.words[v % 8] * base + (unsigned)(table.scale * (i % 100)) + table.words[i % 8];
      }));
  const unsigned shift = 3;
  auto both = [table, shift] __host__ __device__(unsigned i, unsigned v) -> unsigned {
    auto inner = [&](unsigned k) { return table.words[k % 8] << shift; };
    return inner(i) * 7 + inner(v) + i;
  };
  check::run<unsigned>(
      "host and device",
      [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) { launch(g, b, in, out, both); },
      expect(both));
  check::run<unsigned>(
      "generic",
      [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        launch(g, b, in, out, [base] __device__(auto i, auto v) { return i * 3 + v + base; });
      },
      expect([=](unsigned i, unsigned v) { return i * 3 + v + base; }));
  Object{29}.run();
  in_template<double, 3>(1.5);
  in_template<short, 11>(-4);
  return check::result();
}
