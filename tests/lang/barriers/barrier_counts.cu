// SPDX-License-Identifier: Apache-2.0
// __syncthreads_count, _and, _or: lane-dependent predicates, several in a row, results used in
// branches, after some lanes have exited.
#include "../check.h"

struct Result {
  int count, all, any, later;
};

__global__ void kernel(const unsigned* in, Result* out, unsigned modulus) {
  unsigned i = check::gid();
  Result r;
  r.count = __syncthreads_count(in[i] % modulus == 0);
  r.all = __syncthreads_and(in[i] % modulus != 1);
  r.any = __syncthreads_or(in[i] % modulus == 2);
  r.later = -1;
  out[i] = r;
  if (in[i] % 5 == 0) return;
  int value = in[i] & 0x10;  // any nonzero value is true
  r.later = __syncthreads_count(value);
  if (r.later % 2) r.later += 1000 * __syncthreads_count(in[i] % 3);
  out[i] = r;
}

int main() {
  for (unsigned modulus : {2u, 3u, 50u, 1500u}) {
    check::run<Result>(
        "count, and, or",
        [=](dim3 g, dim3 b, const unsigned* in, Result* out) {
          kernel<<<g, b>>>(in, out, modulus);
        },
        [=](const check::Thread& t, const unsigned* in) {
          Result r = {0, 1, 0, -1};
          int later = 0, last = 0;
          for (unsigned k = t.block_first; k < t.block_first + t.block_threads; ++k) {
            r.count += in[k] % modulus == 0;
            r.all &= in[k] % modulus != 1;
            r.any |= in[k] % modulus == 2;
            if (in[k] % 5 == 0) continue;
            later += (in[k] & 0x10) != 0;
            last += in[k] % 3 != 0;
          }
          if (in[t.global] % 5 != 0) r.later = later % 2 ? later + 1000 * last : later;
          return r;
        });
  }
  return check::result();
}
