// SPDX-License-Identifier: Apache-2.0
// One form of mma.sync of each kind of operands, under every setting: against plain loops, and the
// bits of an H200.
#include "h200.cuh"

template <int... FORMS>
void test_both() {
  (test<FORMS>(1), ...);
  with_room([](unsigned* in, unsigned* out) { (compare_with_h200<FORMS>(in, out), ...); });
}

int main() {
  test_both<3,   // m16n8k16, halves and floats
            4,   // halves alone
            5,   // bf16
            7,   // m16n8k8, tf32
            14,  // m16n8k32, e4m3 and e5m2
            21,  // m16n8k16, e5m2 and halves
            26,  // m16n8k8, doubles
            47,  // m16n8k32, s8 and u8, .satfinite
            93   // m8n8k4, by columns
            >();
  return failures != 0;
}
