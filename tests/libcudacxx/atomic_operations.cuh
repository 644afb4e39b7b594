// SPDX-License-Identifier: Apache-2.0
// Every operation of cuda::atomic_ref on words of the threads' own: what comes out is known.
#pragma once

#include <cuda/atomic>

#include "check.h"

using namespace cuda::std;

// Each thread's own object: what comes out is known. All operations, one order.
template <class T, cuda::thread_scope scope, memory_order order>
__device__ unsigned long long integers(T* p, unsigned v) {
  cuda::atomic_ref<T, scope> a(*p);
  a.store((T)v, memory_order_release);
  T sum = a.load(memory_order_acquire), expected = (T)v;
  sum += a.fetch_add(3, order);
  sum += a.fetch_sub(1, order);
  sum += a.exchange((T)(v + 7), order);
  sum += a.fetch_and((T)0x7f, order);
  sum += a.fetch_or((T)0x101, order);
  sum += a.fetch_xor((T)0x55, order);
  sum += a.fetch_max((T)(v % 100), order);
  sum += a.fetch_min((T)50, order);
  sum += (T)a.compare_exchange_strong(expected, (T)1, order);
  sum += expected;
  while (!a.compare_exchange_weak(expected, (T)(expected + 9), order, memory_order_relaxed)) {
  }
  sum += a.load(memory_order_seq_cst);
  sum += ++a;
  sum += a++;
  a += 5;
  return (unsigned long long)(T)(sum + (T)a);
}
template <class T>
unsigned long long integers_on_host(unsigned v) {
  T a = (T)v, sum = a, expected = (T)v;
  auto take = [&](T next) {
    sum += a;
    a = next;
  };
  take((T)(a + 3));
  take((T)(a - 1));
  take((T)(v + 7));
  take((T)(a & 0x7f));
  take((T)(a | 0x101));
  take((T)(a ^ 0x55));
  take(a > (T)(v % 100) ? a : (T)(v % 100));
  take(a < (T)50 ? a : (T)50);
  if (a == expected) {
    a = 1;
    sum += 1;
  } else {
    expected = a;
  }
  sum += expected;
  // A failed weak exchange looks again.
  expected = a;
  a = (T)(expected + 9);
  sum += a;
  sum += ++a;
  sum += a++;
  a += 5;
  return (unsigned long long)(T)(sum + a);
}
template <class T, cuda::thread_scope scope>
__global__ void own(const unsigned* in, unsigned long long* out, T* words) {
  unsigned i = check::gid(), v = in[i];
  unsigned long long sum = integers<T, scope, memory_order_relaxed>(&words[i], v);
  if (v % 3 == 0) sum += integers<T, scope, memory_order_acq_rel>(&words[i], v + 1);
  if (v % 3 == 1) sum += integers<T, scope, memory_order_seq_cst>(&words[i], v + 2);
  if (v % 3 == 2) sum += integers<T, scope, memory_order_release>(&words[i], v + 3);
  out[i] = sum;
}
template <class T, cuda::thread_scope scope>
void test_own(const char* name) {
  check::run<unsigned long long>(
      name,
      [](dim3 g, dim3 b, const unsigned* in, unsigned long long* out) {
        T* words = check::device_array<T>(g.x * b.x * b.y * b.z);
        own<T, scope><<<g, b>>>(in, out, words);
        check::cuda(cudaDeviceSynchronize(), "own");
        cudaFree(words);
      },
      [](const check::Thread& t, const unsigned* in) {
        unsigned v = in[t.global];
        return integers_on_host<T>(v) + integers_on_host<T>(v + 1 + v % 3);
      });
}
