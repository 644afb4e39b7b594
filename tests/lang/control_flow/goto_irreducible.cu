// SPDX-License-Identifier: Apache-2.0
// goto: loops with two, three and four entries (irreducible), inside each other, divergent and with
// barriers in them; jumps out of and around nested loops.
#include "../check.h"

HD unsigned two_entries(unsigned i, const unsigned* in) {
  unsigned x = in[i], n = 0;
  if (x % 2) goto second;
first:
  x = x * 5 + 1;
  ++n;
  if (n > 30) goto done;
second:
  x ^= x >> 7;
  n += 2;
  if (x % 11 != 0) goto first;
done:
  return x + n;
}

HD unsigned three_entries(unsigned i, const unsigned* in) {
  unsigned x = in[i], n = 0;
  switch (x % 3) {
    case 0:
      goto a;
    case 1:
      goto b;
    default:
      goto c;
  }
a:
  x = check::mix(x + 1);
  if (++n > 25) return x;
  if (x % 7 == 0) goto c;
b:
  x = x * 3 + n;
  if (++n > 25) return x + 1;
  if (x % 5 == 0) goto a;
c:
  x ^= 0x5bd1e995u + n;
  if (++n > 25) return x + 2;
  if (x % 3 == 0) goto b;
  goto a;
}

HD unsigned four_entries(unsigned i, const unsigned* in) {
  unsigned x = in[i], n = 0;
  switch (x / 8 % 4) {
    case 0:
      goto a;
    case 1:
      goto b;
    case 2:
      goto c;
    default:
      goto d;
  }
a:
  x = check::mix(x + n);
  if (++n > 40) return x;
  if (x % 3 == 0) goto d;
  if (x % 3 == 1) goto c;
b:
  x = x * 7 + 3;
  if (++n > 40) return x + 1;
  if (x % 4 == 0) goto a;
c:
  x ^= x << 5;
  if (++n > 40) return x + 2;
  if (x / 32 % 5 == 0) goto b;
d:
  x += 0x9e3779b9u;
  if (++n > 40) return x + 3;
  switch (x / 64 % 4) {
    case 0:
      goto a;
    case 1:
      goto b;
    case 2:
      goto c;
    default:
      goto d;
  }
}

// A loop with two entries, one of them inside a loop with two entries of its own.
HD unsigned nested(unsigned i, const unsigned* in) {
  unsigned x = in[i], n = 0, rounds = 0;
  if (x % 3 == 0) goto outer_second;
  if (x % 3 == 1) goto inner_second;
outer_first:
  x = check::mix(x);
  if (++rounds > 12) return x + n;
inner_first:
  x = x * 3 + 1;
  ++n;
  if (n > 90) return x ^ n;
inner_second:
  x ^= x >> 9;
  n += 2;
  if (x % 4 == 1) goto inner_first;
  if (x % 8 == 2 && n < 80) goto inner_second;
outer_second:
  x += rounds * 5 + 1;
  if (x % 16 == 3 && n < 80) goto inner_second;
  if (++rounds < 10) goto outer_first;
  return x * 31 + n;
}

// Which way to go is the same for all threads of a block; what they exchange is not.
__global__ void __launch_bounds__(1024) barriers(const unsigned* in, unsigned* out) {
  __shared__ unsigned words[1024];
  unsigned t = check::tid(), count = check::block_threads(), n = 0;
  unsigned x = in[check::gid()], way = in[blockIdx.x * count];
  switch (way % 3) {
    case 0:
      goto a;
    case 1:
      goto b;
    default:
      goto c;
  }
a:
  words[t] = x;
  __syncthreads();
  x += words[(t + 1 + n) % count] * 3;
  __syncthreads();
  way = check::mix(way + 1);
  if (++n > 20) goto done;
  if (way % 3 == 0) goto c;
b:
  words[(t + n) % count] = x ^ n;
  __syncthreads();
  x = words[t] + 1;
  __syncthreads();
  way = check::mix(way + 2);
  if (++n > 20) goto done;
  if (way % 3 == 0) goto a;
c:
  if (x % 2) x = x * 5 + n;
  way = check::mix(way + 3);
  if (++n > 20) goto done;
  if (way % 3 == 0) goto b;
  goto a;
done:
  out[check::gid()] = x;
}

unsigned barriers_on_host(const check::Thread& thread, const unsigned* in) {
  // All threads of the block in step.
  unsigned count = thread.block_threads, n = 0, way = in[thread.block_first];
  static unsigned x[1024], words[1024];
  for (unsigned t = 0; t < count; ++t) x[t] = in[thread.block_first + t];
  switch (way % 3) {
    case 0:
      goto a;
    case 1:
      goto b;
    default:
      goto c;
  }
a:
  for (unsigned t = 0; t < count; ++t) words[t] = x[t];
  for (unsigned t = 0; t < count; ++t) x[t] += words[(t + 1 + n) % count] * 3;
  way = check::mix(way + 1);
  if (++n > 20) goto done;
  if (way % 3 == 0) goto c;
b:
  for (unsigned t = 0; t < count; ++t) words[(t + n) % count] = x[t] ^ n;
  for (unsigned t = 0; t < count; ++t) x[t] = words[t] + 1;
  way = check::mix(way + 2);
  if (++n > 20) goto done;
  if (way % 3 == 0) goto a;
c:
  for (unsigned t = 0; t < count; ++t) x[t] = x[t] % 2 ? x[t] * 5 + n : x[t];
  way = check::mix(way + 3);
  if (++n > 20) goto done;
  if (way % 3 == 0) goto b;
  goto a;
done:
  return x[thread.linear];
}

HD unsigned out_of_nest(unsigned i, const unsigned* in) {
  unsigned sum = 0;
  for (unsigned a = 0; a < 6; ++a) {
    for (unsigned b = 0; b < 6; ++b) {
      for (unsigned c = 0; c < 6; ++c) {
        unsigned v = in[i + a * 36 + b * 6 + c];
        if (v % 61 == 3) goto out;
        if (v % 17 == 4) goto next_a;
        sum += v;
      }
    }
  next_a:
    sum ^= a;
  }
  return sum;
out:
  return ~sum;
}

HD unsigned backward(unsigned i, const unsigned* in) {
  unsigned k = 0, sum = 0;
again:
  sum += in[i + k];
  ++k;
  if (k < in[i] % 20) goto again;
  if (sum % 4 == 0 && k < 60) goto again;
  return sum * k;
}

int main() {
  check::each<two_entries>("loop with two entries");
  check::each<three_entries>("loop with three entries");
  check::each<four_entries>("loop with four entries");
  check::each<nested>("loops with two entries inside each other");
  check::run<unsigned>(
      "loop with three entries and barriers",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { barriers<<<g, b>>>(in, out); },
      barriers_on_host);
  check::each<out_of_nest>("goto out of nested loops");
  check::each<backward>("backward goto");
  return check::result();
}
