// SPDX-License-Identifier: Apache-2.0
// Shared variables of types with constructors and destructors: neither runs, as with nvcc; each
// function, and each instantiation of a template, has its own. They are aligned as they say.
#include "../check.h"

struct Counter {
  unsigned value = 77;
  unsigned* log = nullptr;
  __device__ Counter() : value(5) {}
  __device__ ~Counter() {
    if (log) *log += 1000000;
  }
  __device__ unsigned add(unsigned v) { return atomicAdd(&value, v); }
};
struct Holder {
  Counter counters[2];
};

__global__ void plain(const unsigned* in, unsigned* out) {
  __shared__ Counter first;
  __shared__ alignas(32) Counter second;
  static __shared__ __align__(64) Counter third;
  __shared__ Holder holder;
  unsigned t = check::tid(), i = check::gid();
  if (t == 0) {
    for (Counter* c : {&first, &second, &third, &holder.counters[0], &holder.counters[1]}) {
      c->value = 0;
      c->log = &out[i];
    }
  }
  __syncthreads();
  first.add(1);
  if (in[i] & 1) second.add(2);
  third.add(in[i] % 10);
  holder.counters[in[i] & 1].add(1);
  __syncthreads();
  out[i] = first.value + 3 * second.value + 5 * third.value + 7 * holder.counters[1].value +
           holder.counters[0].value + (unsigned)((size_t)&third % 64 + (size_t)&second % 32);
}
unsigned plain_on_host(const check::Thread& t, const unsigned* in) {
  unsigned odd = 0, sum = 0, n = t.block_threads;
  for (unsigned k = 0; k < n; ++k) {
    odd += in[t.block_first + k] & 1;
    sum += in[t.block_first + k] % 10;
  }
  return n + 6 * odd + 5 * sum + 7 * odd + (n - odd);
}

// Two instantiations in one kernel must not share.
template <int K>
__device__ unsigned count(unsigned t) {
  __shared__ Counter counter;
  if (t == 0) counter.value = K;
  __syncthreads();
  counter.add(K);
  __syncthreads();
  return counter.value;
}
__global__ void instances(const unsigned* in, unsigned* out) {
  unsigned t = check::tid(), first = count<3>(t), second = count<10>(t);
  out[check::gid()] = in[check::gid()] + first * 5 + second + count<3>(t);
}

int main() {
  check::run<unsigned>(
      "plain", [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { plain<<<g, b>>>(in, out); },
      plain_on_host);
  check::run<unsigned>(
      "instances",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { instances<<<g, b>>>(in, out); },
      [](const check::Thread& t, const unsigned* in) {
        unsigned n = t.block_threads;
        return in[t.global] + 6 * (3 + 3 * n) + 10 + 10 * n;
      });
  return check::result();
}
