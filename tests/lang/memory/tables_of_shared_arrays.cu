// SPDX-License-Identifier: Apache-2.0
// Addresses of shared arrays that are chosen at run time: by a `switch`, of which LLVM makes a
// table; from a local array of pointers, which begins as a constant, read, changed and given to a
// function; from an array of structs; through a pointer to the constant list itself. Two blocks at
// least, each with its own arrays.
#include "../check.h"

constexpr unsigned kMost = 1024;  // threads of a block

// What thread t of the block finds in array k.
HD unsigned filled(unsigned k, unsigned t, unsigned first) {
  return check::mix(first + t) + k * 0x10001;
}

#define FILL_ARRAYS                                                                   \
  __shared__ unsigned a[kMost], b[kMost], c[kMost], d[kMost], e[kMost];               \
  const unsigned t = check::tid(), n = check::block_threads(), i = check::gid();      \
  const unsigned other = n - 1 - t, first = i - t;                                    \
  a[t] = filled(0, t, first), b[t] = filled(1, t, first), c[t] = filled(2, t, first); \
  d[t] = filled(3, t, first), e[t] = filled(4, t, first);                             \
  __syncthreads()

__global__ void by_switch(const unsigned* in, unsigned* out) {
  FILL_ARRAYS;
  const unsigned* p;
  switch (in[i] % 8) {
    case 0:
      p = a;
      break;
    case 1:
      p = b;
      break;
    case 2:
      p = c;
      break;
    case 3:
      p = d;
      break;
    case 5:
      p = a;
      break;
    default:
      p = e;
      break;
  }
  out[i] = p[other];
}

// Of more cases than are worth questions one by one.
#define FIVE(k) \
  case k:       \
    p = a;      \
    break;      \
  case k + 1:   \
    p = c;      \
    break;      \
  case k + 2:   \
    p = b;      \
    break;      \
  case k + 3:   \
    p = e;      \
    break;      \
  case k + 4:   \
    p = d;      \
    break
__global__ void by_many_cases(const unsigned* in, unsigned* out) {
  FILL_ARRAYS;
  const unsigned* p;
  switch (in[i] % 41) {
    FIVE(0);
    FIVE(5);
    FIVE(10);
    FIVE(15);
    FIVE(20);
    FIVE(25);
    FIVE(30);
    FIVE(35);
    default:
      p = c;
      break;
  }
  out[i] = p[other];
}

__device__ __noinline__ unsigned pick(unsigned* const* list, unsigned k, unsigned at) {
  return list[k][at];
}

__global__ void from_lists(const unsigned* in, unsigned* out) {
  FILL_ARRAYS;
  unsigned* list[5] = {a, b, c, d, e};
  unsigned* const never_changed[] = {e, d, c, b, a};
  const unsigned k = in[i] % 5;
  if (in[i + 1] % 2 == 0) list[1] = d;
  out[i] = list[k][other] + 3 * pick(list, 4 - k, t) + 5 * never_changed[k][t] +
           7 * pick(never_changed, k, other);
}

struct Row {
  unsigned* data;
  unsigned short step;
  const unsigned* end;
};

__global__ void from_structs(const unsigned* in, unsigned* out) {
  FILL_ARRAYS;
  const Row rows[3] = {{a, 1, c}, {b, 2, d + 0}, {c, 3, nullptr}};
  const Row& row = rows[in[i] % 3];
  out[i] = row.data[other] * row.step + (row.end ? row.end[t] : 11);
}

// Rounds of double buffering, where no index is known.
__global__ void in_turn(const unsigned* in, unsigned* out) {
  FILL_ARRAYS;
  unsigned* buffers[2] = {a, b};
  const unsigned rounds = in[first] % 7;
  for (unsigned round = 0; round < rounds; ++round) {
    unsigned* from = buffers[(round + in[first + 1]) % 2];
    unsigned* to = buffers[(round + in[first + 1] + 1) % 2];
    to[t] = from[other] + round;
    __syncthreads();
  }
  out[i] = a[t] ^ b[other];
}

template <class Want>
void run(const char* what, void (*kernel)(const unsigned*, unsigned*), Want want) {
  check::run<unsigned>(
      what, [&](dim3 g, dim3 b, const unsigned* in, unsigned* out) { kernel<<<g, b>>>(in, out); },
      want);
}

int main() {
  const auto at = [](const check::Thread& t, unsigned k, bool own) {
    return filled(k, own ? t.linear : t.block_threads - 1 - t.linear, t.block_first);
  };
  run("by a switch", by_switch, [&](const check::Thread& t, const unsigned* in) {
    const unsigned of[] = {0, 1, 2, 3, 4, 0, 4, 4};
    return at(t, of[in[t.global] % 8], false);
  });
  run("by many cases", by_many_cases, [&](const check::Thread& t, const unsigned* in) {
    const unsigned of[] = {0, 2, 1, 4, 3}, k = in[t.global] % 41;
    return at(t, k == 40 ? 2 : of[k % 5], false);
  });
  run("from local lists", from_lists, [&](const check::Thread& t, const unsigned* in) {
    const unsigned k = in[t.global] % 5;
    const auto listed = [&](unsigned x) { return x == 1 && in[t.global + 1] % 2 == 0 ? 3 : x; };
    return at(t, listed(k), false) + 3 * at(t, listed(4 - k), true) + 5 * at(t, 4 - k, true) +
           7 * at(t, 4 - k, false);
  });
  run("from structs", from_structs, [&](const check::Thread& t, const unsigned* in) {
    const unsigned k = in[t.global] % 3;
    return at(t, k, false) * (k + 1) + (k == 2 ? 11 : at(t, k + 2, true));
  });
  run("in turn", in_turn, [&](const check::Thread& t, const unsigned* in) {
    static unsigned buffers[2][kMost];
    const unsigned n = t.block_threads;
    for (unsigned k = 0; k < 2; ++k)
      for (unsigned x = 0; x < n; ++x) buffers[k][x] = filled(k, x, t.block_first);
    const unsigned start = in[t.block_first + 1], rounds = in[t.block_first] % 7;
    for (unsigned round = 0; round < rounds; ++round) {
      const unsigned* from = buffers[(round + start) % 2];
      for (unsigned x = 0; x < n; ++x)
        buffers[(round + start + 1) % 2][x] = from[n - 1 - x] + round;
    }
    return buffers[0][t.linear] ^ buffers[1][n - 1 - t.linear];
  });
  return check::result();
}
