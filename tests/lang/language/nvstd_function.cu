// SPDX-License-Identifier: Apache-2.0
// nvstd::function in device code: functions, lambdas and functors, small and large, that differ
// from lane to lane; copies, moves, assignments, swaps, null. In host code as well.
#include <nvfunctional>

#include "../check.h"

using Function = nvstd::function<unsigned(unsigned)>;

HD unsigned triple(unsigned x) {
  return 3 * x;
}

struct Table {  // does not fit inside
  unsigned words[16];
  HD Table(unsigned seed) {
    for (unsigned k = 0; k < 16; ++k) words[k] = check::mix(seed + k);
  }
  HD unsigned operator()(unsigned x) const { return words[x % 16] ^ x; }
};

struct Counter {  // has a state of its own
  unsigned calls = 0;
  HD unsigned operator()(unsigned x) { return x + 100 * ++calls; }
};

HD Function choose(unsigned v) {
  switch (v % 4) {
    case 0:
      return triple;
    case 1:
      return [v](unsigned x) { return x + v; };
    case 2:
      return Table(v);
    default:
      return Counter();
  }
}

HD unsigned work(unsigned v) {
  Function f = choose(v), empty, null = nullptr;
  unsigned sum = (f != nullptr) + 2 * (empty == nullptr) + 4 * !null;
  sum = sum * 31 + f(v);
  Function copy = f;
  sum = sum * 31 + copy(v + 1);
  sum = sum * 31 + f(v + 2);  // the copy has counted by itself
  Function moved = std::move(copy);
  sum = sum * 31 + moved(v + 3) + !copy;
  Function other = choose(v / 4);
  swap(other, moved);
  sum = sum * 31 + other(v + 4);
  sum = sum * 31 + moved(v + 5);
  other = moved;
  sum = sum * 31 + other(v + 6);
  other = triple;
  sum = sum * 31 + other(v);
  other = nullptr;
  unsigned (*none)(unsigned) = nullptr;
  nvstd::function<void(unsigned&, unsigned)> adds = [](unsigned& to, unsigned x) { to += x; };
  adds(sum, v);
  return sum * 31 + !other + !Function(none);
}

__global__ void each(const unsigned* in, unsigned* out) {
  out[check::gid()] = work(in[check::gid()]);
}
// Under divergence.
__global__ void some(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid();
  unsigned sum = 1;
  for (unsigned k = 0; k < in[i] % 3; ++k) {
    const Function f = choose(in[i] + k);
    sum = sum * 31 + f(k);
  }
  out[i] = sum;
}

int main() {
  check::run<unsigned>(
      "functions",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { each<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) { return work(in[t.global]); });
  check::run<unsigned>(
      "some lanes",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { some<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned sum = 1;
        for (unsigned k = 0; k < in[t.global] % 3; ++k) {
          const Function f = choose(in[t.global] + k);
          sum = sum * 31 + f(k);
        }
        return sum;
      });
  return check::result();
}
