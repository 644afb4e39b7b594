// SPDX-License-Identifier: Apache-2.0
// heavy: 32
// Every form of mma.sync.
#include "mma_test.cuh"

int main() {
  test_forms<0, kFormCount - 1>(2);
  return failures != 0;
}
