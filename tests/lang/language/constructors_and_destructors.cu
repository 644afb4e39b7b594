// SPDX-License-Identifier: Apache-2.0
// Objects with destructors leave scope at divergent places; move, copy, operators, inheritance.
#include "../check.h"

struct Trace {
  unsigned* log;
  unsigned id;
  HD Trace(unsigned* log, unsigned id) : log(log), id(id) { *log = *log * 3 + id; }
  HD Trace(const Trace& o) : log(o.log), id(o.id + 100) { *log += 7; }
  HD Trace(Trace&& o) : log(o.log), id(o.id + 1000) { o.id = 0; }
  HD ~Trace() { *log = *log * 5 + id; }
};

struct Complex {
  unsigned re, im;
  HD Complex operator*(const Complex& o) const {
    return {re * o.re - im * o.im, re * o.im + im * o.re};
  }
  HD Complex& operator+=(const Complex& o) {
    re += o.re;
    im += o.im;
    return *this;
  }
  HD explicit operator bool() const { return re % 2; }
};

HD Trace pass(Trace&& t) {
  return static_cast<Trace&&>(t);
}

HD unsigned scopes(unsigned i, const unsigned* in) {
  unsigned log = i;
  {
    Trace outer(&log, 1);
    for (unsigned k = 0; k < in[i] % 6; ++k) {
      Trace inner(&log, 10 + k);
      if (in[i + k] % 3 == 0) continue;
      if (in[i + k] % 7 == 0) break;
      Trace copy = inner;
      if (in[i + k] % 11 == 0) goto out;
    }
    Trace moved = pass(Trace(&log, 40));
  }
out:
  return log;
}

HD unsigned operators(unsigned i, const unsigned* in) {
  Complex z{in[i], in[i + 1]}, sum{0, 0};
  for (unsigned k = 0; k < in[i] % 8; ++k) {
    sum += z * Complex{k, 1};
    if (sum) z = z * z;
  }
  return sum.re * 3 + sum.im;
}

int main() {
  check::each<scopes>("scopes");
  check::each<operators>("operators");
  return check::result();
}
