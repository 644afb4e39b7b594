// SPDX-License-Identifier: Apache-2.0
// Division guarded by a branch: lanes that skip it hold zero or INT_MIN and -1 and must not trap.
#include <climits>

#include "../check.h"

HD unsigned guarded(unsigned i, const unsigned* in) {
  int a = in[i] % 4 ? (int)in[i] : INT_MIN;
  int b = (int)(in[i + 1] % 5) - 1;  // -1, 0, 1, 2, 3
  int r = 7;
  if (b != 0 && !(a == INT_MIN && b == -1)) r = a / b + a % b;
  unsigned u = in[i + 2] % 3, q = 5;
  if (u) q = in[i] / u + in[i] % u;
  long long wide = (long long)in[i] << 20, by = (long long)(in[i + 1] % 3) - 1;
  if (by) wide = wide / by - wide % by;
  unsigned char small = in[i] % 2;
  if (small) q += (unsigned char)i / small;
  return (unsigned)r + q * 3 + (unsigned)wide + (unsigned)(wide >> 32);
}

HD unsigned ends_the_loop(unsigned i, const unsigned* in) {
  unsigned a = in[i], b = in[i + 1] % 1000;
  while (b != 0) {  // lanes leave with b == 0 while others go on dividing
    unsigned t = a % b;
    a = b;
    b = t;
  }
  return a;
}

int main() {
  check::each<guarded>("guarded division");
  check::each<ends_the_loop>("greatest common divisor");
  return check::result();
}
