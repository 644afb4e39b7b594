// SPDX-License-Identifier: Apache-2.0
// A condition that is the same for all lanes, inside a loop that lanes leave at different times:
// lanes that have left must not be touched by it.
#include "../check.h"

__global__ void kernel(const unsigned* in, unsigned* out, unsigned period, const unsigned* table) {
  unsigned i = check::gid();
  unsigned sum = 0;
  for (unsigned k = 0; k < in[i] % 29; ++k) {
    if (k % period == 0) {  // uniform among the lanes still in the loop
      sum += in[i + k];
    } else if (table[k] & 1) {
      sum ^= table[k];
      if (table[k] & 2) continue;
      sum += 5;
    }
    if (period == 3 && k == 20) break;
    sum += 1;
  }
  out[i] = sum;
}

int main() {
  for (unsigned period = 1; period < 5; ++period) {
    check::run<unsigned>(
        "uniform branch in divergent loop",
        [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
          kernel<<<g, b>>>(in, out, period, in + 3);
        },
        [=](const check::Thread& t, const unsigned* in) {
          unsigned sum = 0;
          const unsigned* table = in + 3;
          for (unsigned k = 0; k < in[t.global] % 29; ++k) {
            if (k % period == 0) {
              sum += in[t.global + k];
            } else if (table[k] & 1) {
              sum ^= table[k];
              if (table[k] & 2) continue;
              sum += 5;
            }
            if (period == 3 && k == 20) break;
            sum += 1;
          }
          return sum;
        });
  }
  return check::result();
}
