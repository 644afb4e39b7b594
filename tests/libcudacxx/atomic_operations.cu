// SPDX-License-Identifier: Apache-2.0
// cuda::atomic_ref: every operation, scopes and orders, of 32 and 64 bits.
// heavy: 33
#include "atomic_operations.cuh"

int main() {
  test_own<int, cuda::thread_scope_block>("int, block");
  test_own<unsigned, cuda::thread_scope_device>("unsigned, device");
  test_own<long long, cuda::thread_scope_system>("long long, system");
  test_own<unsigned long, cuda::thread_scope_thread>("unsigned long, thread");
  return check::result();
}
