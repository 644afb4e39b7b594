// SPDX-License-Identifier: Apache-2.0
// cuda::atomic_ref: every operation, scopes and orders, of 8 and 16 bits.
// heavy: 33
#include "atomic_operations.cuh"

int main() {
  test_own<unsigned char, cuda::thread_scope_device>("unsigned char, device");
  test_own<unsigned short, cuda::thread_scope_block>("unsigned short, block");
  return check::result();
}
