// SPDX-License-Identifier: Apache-2.0
// One form of mma.sync of each kind of operands, under every setting.
#include "mma_test.cuh"

int main() {
  test<3>(1);   // m16n8k16, halves and floats
  test<4>(1);   // halves alone
  test<5>(1);   // bf16
  test<7>(1);   // m16n8k8, tf32
  test<14>(1);  // m16n8k32, e4m3 and e5m2
  test<21>(1);  // e5m2 and halves
  test<26>(1);  // m16n8k8, doubles
  test<47>(1);  // m16n8k32, s8 and u8, .satfinite
  test<93>(1);  // m8n8k4, by columns
  return failures != 0;
}
