// SPDX-License-Identifier: Apache-2.0
// A loop over tiles that all lanes take together: whole tiles by one way, the last one item by item
// under a condition of each lane's own. Where the ways meet, what they bring is the same in all
// lanes (the next tile) or not (`kept`), also from a way on which lanes part twice.
#include "../check.h"

__host__ __device__ inline unsigned mixed(unsigned x) {
  return x * 2654435761u >> 3;
}

template <class Store>
__host__ __device__ unsigned walk(unsigned i, const unsigned* in, unsigned size, unsigned tile,
                                  Store store) {
  unsigned sum = 0, kept = 1, rounds = 0;
  for (unsigned at = 0; at < size;) {
    const unsigned rest = size - at;
    if (rest >= tile) {
      sum += in[i + at % 7];
      kept += rounds;
      at += tile;
      rounds = rounds * 3 + 1;
    } else if (rest & 1) {
      if (mixed(in[i]) % tile < rest) store(sum ^ in[i + 1]);
      at = size;
    } else {
      if (mixed(in[i]) & 1) {
        store(sum + rest);
        if (mixed(in[i + 2]) & 2) store(sum + in[i + 2]), kept = sum;
      }
      at += 1;
      rounds += 2;
    }
    sum = sum * 5 + kept;
  }
  return sum + rounds;
}

__global__ void kernel(const unsigned* in, unsigned* out, unsigned size, unsigned tile) {
  const unsigned i = check::gid();
  out[i] = 0;
  const unsigned sum = walk(i, in, size, tile, [&](unsigned x) { out[i] += x; });
  out[i] ^= sum;
}

int main() {
  for (unsigned size : {0u, 5u, 16u, 29u, 48u}) {
    check::run<unsigned>(
        "tiles whole and in part",
        [=](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
          kernel<<<g, b>>>(in, out, size, 8);
        },
        [=](const check::Thread& t, const unsigned* in) {
          unsigned stored = 0;
          const unsigned sum = walk(t.global, in, size, 8, [&](unsigned x) { stored += x; });
          return stored ^ sum;
        });
  }
  return check::result();
}
