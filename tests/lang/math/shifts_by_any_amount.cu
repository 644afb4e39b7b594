// SPDX-License-Identifier: Apache-2.0
// Shifts by as many bits as the value has, and more, give zero or the sign in all bits, as an H200
// does (PTX ISA, "shl", "shr"): (1u << n) - 1 is right for n = 32 as well.
#include "../check.h"

// As the GPU does it, in C++ that is defined: amounts count as unsigned.
template <class T>
HD T left(T x, unsigned n) {
  return n < sizeof(T) * 8 ? (T)((unsigned long long)x << n) : 0;
}
template <class T>
HD T right(T x, unsigned n) {
  const unsigned last = sizeof(T) * 8 - 1;
  if (n <= last) return x >> n;
  return std::is_signed_v<T> ? x >> last : 0;
}

// Lanes have amounts of their own, from 0 to 79 and some below 0.
HD int amount(unsigned v) {
  return (int)(v % 90) - 10;
}

template <class T>
__global__ void own_amounts(const unsigned* in, unsigned long long* out) {
  const unsigned i = check::gid();
  const T x = (T)((unsigned long long)in[i] << 32 | in[i + 1]);
  const int n = amount(in[i + 2]);
  out[i] = (unsigned long long)(x << n) * 3 + (unsigned long long)(x >> n);
}

// One amount for all threads, and for all of a warp.
template <class T>
__global__ void common_amounts(const unsigned* in, unsigned long long* out, int n) {
  const unsigned i = check::gid();
  const T x = (T)((unsigned long long)in[i] << 32 | in[i + 1]);
  const int own = amount(in[blockIdx.x]);
  out[i] = (unsigned long long)(x << n) * 3 + (unsigned long long)(x >> n) +
           5 * (unsigned long long)(x << own) + 7 * (unsigned long long)(x >> own);
}

__global__ void low_bits(const unsigned* in, unsigned* out) {
  const unsigned i = check::gid(), n = in[i] % 33;
  out[i] = ((1u << n) - 1) ^ (n ? 0 : 1) ^ (in[i + 1] >> (32 - n)) ^ (in[i + 1] << (32 - n));
}

template <class T>
void test(const char* what) {
  using Word = unsigned long long;
  const auto value = [](const unsigned* in, unsigned i) {
    return (T)((Word)in[i] << 32 | in[i + 1]);
  };
  check::run<Word>(
      what,
      [](dim3 g, dim3 b, const unsigned* in, Word* out) { own_amounts<T><<<g, b>>>(in, out); },
      [=](const check::Thread& t, const unsigned* in) {
        const T x = value(in, t.global);
        const auto n = (unsigned)amount(in[t.global + 2]);
        return (Word)left(x, n) * 3 + (Word)right(x, n);
      });
  for (int n : {0, 1, 31, 32, 33, 63, 64, 65, 255, 256, -1}) {
    check::run<Word>(
        what,
        [=](dim3 g, dim3 b, const unsigned* in, Word* out) {
          common_amounts<T><<<g, b>>>(in, out, n);
        },
        [=](const check::Thread& t, const unsigned* in) {
          const T x = value(in, t.global);
          const auto own = (unsigned)amount(in[t.block]), all = (unsigned)n;
          return (Word)left(x, all) * 3 + (Word)right(x, all) + 5 * (Word)left(x, own) +
                 7 * (Word)right(x, own);
        });
  }
}

int main() {
  test<int>("int");
  test<unsigned>("unsigned");
  test<long long>("long long");
  test<unsigned long long>("unsigned long long");
  check::run<unsigned>(
      "low bits",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { low_bits<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned n = in[t.global] % 33, next = in[t.global + 1];
        return (left(1u, n) - 1) ^ (n ? 0 : 1) ^ right(next, 32 - n) ^ left(next, 32 - n);
      });
  return check::result();
}
