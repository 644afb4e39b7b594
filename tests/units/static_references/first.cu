// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "references.h"

__device__ float twice(float x) {
  return 2 * x;
}

int failures_of_second();

int main() {
  const int first = failures(3), second = failures_of_second(), again = failures(5);
  if (first || second || again) {
    std::printf("FAIL first file %d, second %d, first again %d\n", first, second, again);
  }
  return first || second || again;
}
