// SPDX-License-Identifier: Apache-2.0
// Calls through pointers: the same target in all lanes, a different one in each, from tables in
// constant and device memory, chosen in the kernel, passed as kernel arguments, to members.
#include "../check.h"

using Function = unsigned (*)(unsigned, unsigned);

HD unsigned add(unsigned a, unsigned b) {
  return a + b;
}
HD unsigned sub(unsigned a, unsigned b) {
  return a - b;
}
HD unsigned mul(unsigned a, unsigned b) {
  unsigned r = 1;
  for (unsigned k = 0; k < b % 7; ++k) r *= a | 1;
  return r;
}
HD unsigned mix(unsigned a, unsigned b) {
  return check::mix(a ^ b);
}

__device__ Function device_table[4] = {add, sub, mul, mix};
__constant__ Function constant_table[4] = {mix, mul, sub, add};
__device__ Function single = mul;
const Function host_table[4] = {add, sub, mul, mix};

__global__ void from_device_table(const unsigned* in, unsigned* out, unsigned uniform) {
  unsigned i = check::gid();
  unsigned a = device_table[uniform](in[i], in[i + 1]);
  out[i] = device_table[in[i] % 4](a, i);
}

__global__ void from_constant_table(const unsigned* in, unsigned* out, unsigned uniform) {
  unsigned i = check::gid();
  unsigned a = constant_table[uniform](in[i], in[i + 1]);
  out[i] = constant_table[in[i] % 4](a, i);
}

__global__ void from_variable(const unsigned* in, unsigned* out) {
  unsigned i = check::gid(), c = i;
  if (in[i] % 3 == 0) c = single(in[i], in[i + 1]);
  Function f = nullptr;
  if (in[i] % 5 == 0)
    f = add;
  else if (in[i] % 5 < 4)
    f = mix;
  if (f) c = f(c, 3);
  out[i] = c;
}

__global__ void from_argument(const unsigned* in, unsigned* out, Function f) {
  unsigned i = check::gid();
  out[i] = f(in[i], in[i + 1]);
}

HD unsigned call(Function f, unsigned a, unsigned b) {
  return f(a, b) + 1;
}

HD unsigned recursion_through_pointer(unsigned n, unsigned a) {
  Function f = n % 2 ? recursion_through_pointer : add;
  if (n == 0) return a;
  return f(n / 2, a + n) + 1;
}

HD unsigned chosen_in_function(unsigned i, const unsigned* in) {
  Function f = in[i] % 2 ? add : in[i] % 3 ? mul : mix;
  unsigned r = call(f, in[i], i);
  for (unsigned k = 0; k < in[i] % 5; ++k) {
    f = f == add ? sub : f == sub ? mix : add;
    r = f(r, k);
  }
  return r + recursion_through_pointer(in[i] % 64, i);
}

struct Counter {
  unsigned n;
  HD unsigned up(unsigned by) { return n += by; }
  HD unsigned down(unsigned by) { return n -= by; }
};

HD unsigned members(unsigned i, const unsigned* in) {
  unsigned (Counter::*step)(unsigned) = in[i] % 3 ? &Counter::up : &Counter::down;
  Counter c{i};
  unsigned r = (c.*step)(in[i + 1]);
  unsigned Counter::* field = &Counter::n;
  return r * 3 + c.*field;
}

int main() {
  for (unsigned uniform = 0; uniform < 4; ++uniform) {
    auto want = [=](const check::Thread& t, const unsigned* in, bool reversed) {
      unsigned i = t.global, flip = reversed ? 3 : 0;
      return host_table[in[i] % 4 ^ flip](host_table[uniform ^ flip](in[i], in[i + 1]), i);
    };
    check::run<unsigned>(
        "table in device memory",
        [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
          from_device_table<<<g, b>>>(in, out, uniform);
        },
        [=](const check::Thread& t, const unsigned* in) { return want(t, in, false); });
    check::run<unsigned>(
        "table in constant memory",
        [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
          from_constant_table<<<g, b>>>(in, out, uniform);
        },
        [=](const check::Thread& t, const unsigned* in) { return want(t, in, true); });
    check::run<unsigned>(
        "kernel argument",
        [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
          Function table[4];
          check::cuda(cudaMemcpyFromSymbol(table, device_table, sizeof table), "table");
          from_argument<<<g, b>>>(in, out, table[uniform]);
        },
        [=](const check::Thread& t, const unsigned* in) {
          return host_table[uniform](in[t.global], in[t.global + 1]);
        });
  }
  check::run<unsigned>(
      "variable, and null in some lanes",
      [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) { from_variable<<<g, b>>>(in, out); },
      [=](const check::Thread& t, const unsigned* in) {
        unsigned i = t.global, c = in[i] % 3 == 0 ? mul(in[i], in[i + 1]) : i;
        return in[i] % 5 == 0 ? add(c, 3) : in[i] % 5 < 4 ? mix(c, 3) : c;
      });
  check::each<chosen_in_function>("chosen in the function");
  check::each<members>("pointers to members");
  return check::result();
}
