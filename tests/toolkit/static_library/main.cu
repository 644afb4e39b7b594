// SPDX-License-Identifier: Apache-2.0
#include "scale.h"

int main() {
  int values[100];
  for (int i = 0; i < 100; ++i) values[i] = i + 1;
  if (!scale(values, 100, 7)) return 2;
  for (int i = 0; i < 100; ++i) {
    if (values[i] != (i + 1) * (7 + i)) return 1;
  }
  return 0;
}
