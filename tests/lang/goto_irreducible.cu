// SPDX-License-Identifier: Apache-2.0
// goto: loops with two entries (irreducible), jumps out of and around nested loops.
#include "check.h"

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
  check::each<out_of_nest>("goto out of nested loops");
  check::each<backward>("backward goto");
  return check::result();
}
