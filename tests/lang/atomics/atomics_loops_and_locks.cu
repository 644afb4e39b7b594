// SPDX-License-Identifier: Apache-2.0
// Loops around atomicCAS: float maximum, a lock that lanes of one warp contend for, a counter with
// a limit, a hash table that all threads fill.
#include "../check.h"

__device__ float atomic_max_float(float* p, float v) {
  int* word = reinterpret_cast<int*>(p);
  int old = *word, assumed;
  do {
    assumed = old;
    if (__int_as_float(assumed) >= v) break;
    old = atomicCAS(word, assumed, __float_as_int(v));
  } while (old != assumed);
  return __int_as_float(old);
}

struct Results {
  float most;
  int lock;
  unsigned long long guarded;
  unsigned limited, rejected;
};

__global__ void kernel(const unsigned* in, unsigned n, Results* r, unsigned* table,
                       unsigned slots) {
  unsigned i = check::gid();
  if (i >= n) return;
  atomic_max_float(&r->most, (float)(in[i] % 100000));

  bool done = false;
  while (!done) {
    if (atomicCAS(&r->lock, 0, 1) == 0) {
      __threadfence();
      volatile unsigned long long* g = &r->guarded;
      *g = *g + in[i];
      __threadfence();
      atomicExch(&r->lock, 0);
      done = true;
    }
  }

  unsigned old = r->limited;
  while (true) {
    if (old >= 50) {
      atomicAdd(&r->rejected, 1u);
      break;
    }
    unsigned seen = atomicCAS(&r->limited, old, old + 1);
    if (seen == old) break;
    old = seen;
  }

  unsigned key = in[i] % 997 + 1, at = check::mix(key) % slots;
  while (true) {
    unsigned prior = atomicCAS(&table[at], 0u, key);
    if (prior == 0 || prior == key) break;
    at = (at + 1) % slots;
  }
}

int main() {
  const unsigned slots = 2048;
  for (const check::Shape& s : check::kShapes) {
    if (!check::wanted(s)) continue;
    const unsigned blocks = 2;
    unsigned n = blocks * s.threads() - 1;
    unsigned* in = (unsigned*)malloc((n + 1) * 4);
    for (unsigned i = 0; i <= n; ++i) in[i] = check::mix(i + 31 * s.x);
    unsigned* device_in = check::device_array<unsigned>(n + 1);
    unsigned* table = check::device_array<unsigned>(slots);
    Results* results = check::device_array<Results>(1);
    check::cuda(cudaMemcpy(device_in, in, (n + 1) * 4, cudaMemcpyHostToDevice), "in");
    check::cuda(cudaMemset(table, 0, slots * 4), "table");
    check::cuda(cudaMemset(results, 0, sizeof(Results)), "results");
    kernel<<<blocks, dim3(s.x, s.y, s.z)>>>(device_in, n, results, table, slots);
    Results r;
    static unsigned keys[2048];
    check::cuda(cudaMemcpy(&r, results, sizeof r, cudaMemcpyDeviceToHost), "results");
    check::cuda(cudaMemcpy(keys, table, sizeof keys, cudaMemcpyDeviceToHost), "keys");
    float most = 0;
    unsigned long long sum = 0;
    unsigned distinct = 0, found = 0;
    static bool present[1000];
    memset(present, 0, sizeof present);
    for (unsigned i = 0; i < n; ++i) {
      if (in[i] % 100000 > most) most = in[i] % 100000;
      sum += in[i];
      distinct += !present[in[i] % 997 + 1];
      present[in[i] % 997 + 1] = true;
    }
    for (unsigned key : keys) found += key && key < 1000 && present[key];
    check::equal(r.most, most, "float maximum");
    check::equal(r.guarded, sum, "sum under a lock");
    check::equal(r.limited, n < 50 ? n : 50u, "counter with a limit");
    check::equal(r.rejected, n < 50 ? 0u : n - 50, "rejected");
    check::equal(found, distinct, "keys in the table");
    cudaFree(device_in);
    cudaFree(table);
    cudaFree(results);
    free(in);
  }
  return check::result();
}
