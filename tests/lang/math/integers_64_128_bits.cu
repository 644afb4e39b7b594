// SPDX-License-Identifier: Apache-2.0
// 64- and 128-bit integers, signed and unsigned: arithmetic, shifts, comparisons, division.
// heavy: 33 8x8
#include "integers.h"

int main() {
  all<long long>("long long");
  all<unsigned long long>("unsigned long long");
  all<int128>("__int128");
  all<uint128>("unsigned __int128");
  return check::result();
}
