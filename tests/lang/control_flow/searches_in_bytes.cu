// SPDX-License-Identifier: Apache-2.0
// Each lane searches bytes of its own and ends when it has found what it looks for, or not: a loop,
// one of few rounds, a search in a search, one in a local array, and a copy up to a mark. Lanes end
// in different rounds, some before the first; the last warp has idle lanes.
#include "../check.h"

using namespace check;

HD static const unsigned char* text(const unsigned* in) {
  return reinterpret_cast<const unsigned char*>(in);
}

HD static unsigned length(unsigned i, const unsigned* in) {
  const unsigned char* row = text(in) + i * 3;
  unsigned k = 0;
  while (k < 300 && row[k] % 13 != 0) ++k;
  return k;
}

// Twelve rounds are unrolled. What differs is a result as well, and idle lanes keep theirs.
HD static unsigned compare(unsigned i, const unsigned* in) {
  unsigned at = 100, larger = i;
  if (in[i] % 3 != 0) {
    at = 12;
    const unsigned char *a = text(in) + i * 2, *b = text(in) + 50 + i;
    for (unsigned k = 0; k < 12; ++k) {
      if (a[k] % 4 > b[k] % 5) {
        at = k;
        larger = a[k];
        break;
      }
    }
  }
  return at * 1000 + larger;
}

HD static unsigned find(unsigned i, const unsigned* in) {
  const unsigned char* row = text(in) + i * 4;
  unsigned start = 0;
  for (; start < 40; ++start) {
    unsigned same = 0;
    while (same < 4 && row[start + same] % 3 == (i >> same) % 3) ++same;
    if (same == 4) break;
  }
  return start;
}

// In a local array clang takes several bytes a round.
HD static unsigned first_empty(unsigned i, const unsigned* in) {
  unsigned char board[81];
  for (unsigned k = 0; k < 81; ++k) board[k] = text(in)[i + k] % (i % 3 ? 29 : 3);
  int k = 0;
  while (k < 81 && board[k]) ++k;
  for (board[k % 81] = 1; k < 81 && board[k];) ++k;
  return k;
}

constexpr unsigned kRow = 24;

__global__ void copy(const unsigned* in, unsigned char* out, unsigned n) {
  const unsigned i = gid();
  if (i >= n) return;
  unsigned k = 0;
  for (; k < kRow && text(in)[i * kRow + k] % 7 != 0; ++k) {
    out[i * kRow + k] = static_cast<unsigned char>(text(in)[i * kRow + k] + i);
  }
}

static void copies() {
  constexpr unsigned kN = 301;
  unsigned in[kN * kRow / 4];
  for (unsigned i = 0; i < kN * kRow / 4; ++i) in[i] = mix(i * 2654435761u);
  auto* device_in = device_array<unsigned>(kN * kRow / 4);
  auto* out = device_array<unsigned char>(kN * kRow);
  cuda(cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice), "copy");
  cuda(cudaMemset(out, 0, kN * kRow), "memset");
  copy<<<2, 160>>>(device_in, out, kN);
  unsigned char got[kN * kRow];
  cuda(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost), "copy");
  for (unsigned i = 0; i < kN; ++i) {
    bool ended = false;
    for (unsigned k = i * kRow; k < (i + 1) * kRow; ++k) {
      ended = ended || text(in)[k] % 7 == 0;
      const auto want = static_cast<unsigned char>(ended ? 0 : text(in)[k] + i);
      if (got[k] != want)
        report("copy", thread_at(kShapes[0], 1, i), unsigned(want), unsigned(got[k]));
    }
  }
  cuda(cudaFree(device_in), "cudaFree");
  cuda(cudaFree(out), "cudaFree");
}

int main() {
  each<length>("length");
  each<compare>("compare");
  each<find>("find");
  each<first_empty>("first empty");
  copies();
  return result();
}
