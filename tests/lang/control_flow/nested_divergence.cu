// SPDX-License-Identifier: Apache-2.0
// Loops in loops and branches in branches, all with lane-dependent conditions.
#include "../check.h"

HD unsigned loops(unsigned i, const unsigned* in) {
  unsigned sum = 0;
  for (unsigned a = 0; a < in[i] % 7; ++a) {
    for (unsigned b = a; b < in[i + a] % 9; ++b) {
      if ((a ^ b ^ sum) % 13 == 12) break;
      unsigned c = in[i + b];
      while (c % 3 == 1) {
        sum += c;
        c /= 5;
        if (sum % 31 == 30) goto next;
      }
      sum = sum * 3 + b;
    }
    sum ^= a << 8;
  next:;
  }
  return sum;
}

HD unsigned branches(unsigned i, const unsigned* in) {
  unsigned v = in[i], r = 0;
  if (v & 1) {
    if (v & 2) {
      if (v & 4)
        r = v & 8 ? i * 3 : i + 5;
      else if (v & 16)
        r = in[i + 1];
    } else {
      r = 11;
      if (v & 32) {
        r += in[i + 2];
        if (v & 64)
          r ^= i;
        else if (v & 128)
          r -= i;
        else
          r *= 3;
      }
    }
  } else if (v & 256) {
    r = v;
    if (!(v & 512)) {
      if (i % 3 == 0)
        r += 1;
      else if (i % 3 == 1)
        r += 2;
      else
        r += 4;
    }
  } else {
    r = v & 1024 ? (v & 2048 ? 1 : 2) : (v & 4096 ? 3 : 4);
  }
  return r + 1;
}

HD unsigned short_circuit(unsigned i, const unsigned* in) {
  unsigned v = in[i], n = 0;
  if ((v % 2 && ++n && in[i + 1] % 3) || (v % 5 == 0 && (n += 10)) || !(n += 100)) n += 1000;
  return n + ((v & 7) && (v & 56) ? v % 9 : (v & 64) || (v & 128) ? 3 : 4) * 10000;
}

HD unsigned branch_around_loop_around_branch(unsigned i, const unsigned* in) {
  unsigned r = i;
  if (in[i] % 3) {
    for (unsigned k = 0; k < in[i] % 11; ++k) {
      if (in[i + k] % 2) {
        for (unsigned j = 0; j < k; ++j) {
          if (in[i + j] % 4 == 1)
            r += j;
          else if (in[i + j] % 4 == 2)
            continue;
          r ^= in[j];
        }
      } else {
        r += 3;
      }
    }
    r *= 5;
  }
  return r;
}

int main() {
  check::each<loops>("nested loops");
  check::each<branches>("nested branches");
  check::each<short_circuit>("short circuits with side effects");
  check::each<branch_around_loop_around_branch>("branch around loop around branch");
  return check::result();
}
