// SPDX-License-Identifier: Apache-2.0
// switch on lane-dependent values: fallthrough, dense and sparse cases, 64-bit values, a default in
// the middle, switch inside loops with continue, and a loop entered through case labels.
#include "../check.h"

HD unsigned fallthrough(unsigned i, const unsigned* in) {
  unsigned r = in[i] >> 8;
  switch (in[i] % 10) {
    case 0:
      r += 1;
    case 1:
      r *= 3;
      break;
    case 2:
      r ^= 77;
    case 3:
    case 4:
      r += 5;
    default:
      r = r * 7 + 1;
    case 7:
      r -= 9;
      break;
    case 8:
      return r;
    case 9:
      break;
  }
  return r + 1;
}

HD unsigned dense(unsigned i, const unsigned* in) {
  switch (in[i] % 16) {
    case 0:
      return 17;
    case 1:
      return 3 + i;
    case 2:
      return i * i;
    case 3:
      return ~i;
    case 4:
      return in[i + 1];
    case 5:
      return in[i + 2] ^ 5;
    case 6:
      return i << 3;
    case 7:
      return i >> 1;
    case 8:
      return in[i] / 3;
    case 9:
      return in[i] % 77;
    case 10:
      return 1000;
    case 11:
      return in[i + 11] + i;
    case 12:
      return in[i + 3] - i;
    case 13:
      return i * 13;
    case 14:
      return 0x80000000u;
  }
  return 99;
}

HD unsigned sparse_64(unsigned i, const unsigned* in) {
  unsigned long long key = (unsigned long long)(in[i] % 4) << 33 | (in[i] >> 4) % 3;
  switch (key) {
    case 0:
      return 1;
    case 1:
      return 2;
    case 2ull << 33:
      return 3;
    case (3ull << 33) + 2:
      return 4;
    case 1ull << 33:
      return 5;
  }
  return 6;
}

HD unsigned in_loop(unsigned i, const unsigned* in) {
  unsigned r = 0;
  for (unsigned k = 0; k < 24; ++k) {
    switch (in[i + k] % 6) {
      case 0:
        r += k;
        continue;
      case 1:
        r ^= in[i];
        break;
      case 2:
        if (r % 3 == 0) return r;
        break;
      case 3:
        for (unsigned j = 0; j < in[i + k] % 5; ++j) {
          if (j == 3) break;
          r += j;
        }
      default:
        r = r * 3 + 1;
    }
    r += 1;
  }
  return r;
}

HD unsigned duffs_device(unsigned i, const unsigned* in) {
  unsigned count = in[i] % 30 + 1, n = (count + 3) / 4, k = 0, sum = 0;
  switch (count % 4) {
    case 0:
      do {
        sum = sum * 3 + in[i + k++];
        case 3:
          sum = sum * 5 + in[i + k++];
        case 2:
          sum = sum * 7 + in[i + k++];
        case 1:
          sum = sum * 9 + in[i + k++];
      } while (--n > 0);
  }
  return sum + k;
}

int main() {
  check::each<fallthrough>("fallthrough");
  check::each<dense>("dense cases");
  check::each<sparse_64>("sparse 64-bit cases");
  check::each<in_loop>("switch in a loop");
  check::each<duffs_device>("loop entered through case labels");
  return check::result();
}
