// SPDX-License-Identifier: Apache-2.0
// The __nv_atomic_ built-ins: every function, type size, order and scope; old values, exchanges of
// structs, comparisons that fail; messages from block to block by release and acquire.
#include "../check.h"

struct alignas(4) Point {
  short x, y;
};
struct alignas(16) Wide {
  unsigned long long a, b;
};

template <class T>
struct Cells {
  T add, sub, bits_and, bits_or, bits_xor, low, high, swap;
};

// Own words: what comes out is known.
template <class T>
HD unsigned long long expect(unsigned v) {
  T x = (T)v, sum = 0;
  sum += x;                                 // load
  sum += x + (T)(x + 3);                    // add twice, the second without a result
  sum += (T)(x + 6) + (T)(x + 5);           // sub
  sum += (T)(x + 4) + (T)((x + 4) & 0x7f);  // and
  sum += (T)((x + 4) & 0x3f);               // or
  sum += (T)((x + 4) & 0x3f) | 0x41;        // xor
  return (unsigned long long)sum;
}
template <class T, int order, int scope>
HD unsigned long long integers(unsigned v, T* p) {
#ifdef __CUDA_ARCH__
  constexpr int load = order == __NV_ATOMIC_ACQ_REL ? __NV_ATOMIC_ACQUIRE : order;
  T sum = 0, x = (T)v, back;
  __nv_atomic_store_n(p, x, __NV_ATOMIC_RELEASE, scope);
  __nv_atomic_load(p, &back, load, scope);
  sum += back;
  sum += __nv_atomic_fetch_add(p, 3, order, scope);
  sum += __nv_atomic_load_n(p, load, scope);
  __nv_atomic_add(p, (T)3, order, scope);
  sum += __nv_atomic_fetch_sub(p, (T)1, order, scope);
  sum += __nv_atomic_load_n(p, __NV_ATOMIC_SEQ_CST);
  __nv_atomic_sub(p, 1, order, scope);
  sum += __nv_atomic_fetch_and(p, 0x7f, order, scope);
  sum += __nv_atomic_load_n(p, load, scope);
  __nv_atomic_and(p, 0x3f, order, scope);
  sum += __nv_atomic_fetch_or(p, 1, order, scope);
  __nv_atomic_or(p, 0x41, order, scope);
  sum += __nv_atomic_fetch_xor(p, 0x15, order, scope);
  __nv_atomic_xor(p, 0x15, order, scope);
  return (unsigned long long)sum;
#else
  (void)p;
  return expect<T>(v);
#endif
}

template <class T>
__global__ void own_words(const unsigned* in, unsigned long long* out, T* words) {
  unsigned i = check::gid(), v = in[i];
  unsigned long long sum = 0;
  sum = integers<T, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK>(v, &words[i]);
  if (v % 3 == 0)
    sum = sum * 3 + integers<T, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_CLUSTER>(v + 1, &words[i]);
  if (v % 3 == 1)
    sum = sum * 3 + integers<T, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE>(v + 2, &words[i]);
  if (v % 3 == 2)
    sum = sum * 3 + integers<T, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM>(v + 3, &words[i]);
  out[i] = sum;
}
template <class T>
void test_integers(const char* name) {
  check::run<unsigned long long>(
      name,
      [](dim3 g, dim3 b, const unsigned* in, unsigned long long* out) {
        T* words = check::device_array<T>(g.x * b.x * b.y * b.z);
        own_words<<<g, b>>>(in, out, words);
        check::cuda(cudaDeviceSynchronize(), "words");
        cudaFree(words);
      },
      [](const check::Thread& t, const unsigned* in) {
        unsigned v = in[t.global];
        return expect<T>(v) * 3 + expect<T>(v + 1 + v % 3);
      });
}

// One word for the block: minimum, maximum, float sums, tickets, exchanges and comparisons.
__global__ void one_word(const unsigned* in, unsigned* out) {
  __shared__ int low, high;
  __shared__ unsigned long long low_wide, high_wide;
  __shared__ float sum;
  __shared__ double difference;
  __shared__ Point point;
  __shared__ Wide wide;
  __shared__ unsigned short small;
  __shared__ unsigned came[1025];
  unsigned t = check::tid(), i = check::gid();
  int v = (int)in[i];
  for (unsigned k = t; k < 1025; k += check::block_threads()) came[k] = 0;
  if (t == 0) {
    low = high = v;
    low_wide = high_wide = in[i];
    sum = 0, difference = 0, small = 0;
    point = {0, 1};
    wide = {0, 1};
  }
  __syncthreads();
  bool ok = true;
  if (in[i] % 2) {
    ok = ok && __nv_atomic_fetch_min(&low, v, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK) >= low;
    ok =
        ok && __nv_atomic_fetch_max(&high, v, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK) <= high;
    __nv_atomic_min(&low_wide, (unsigned long long)in[i], __NV_ATOMIC_RELEASE);
    __nv_atomic_max(&high_wide, (unsigned long long)in[i], __NV_ATOMIC_RELEASE);
  }
  __nv_atomic_add(&sum, 2.0f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  double was = __nv_atomic_fetch_sub(&difference, 1.0, __NV_ATOMIC_RELAXED);
  ok = ok && was <= 0 && was > -(double)check::block_threads();
  Point mine = {(short)(t + 1), (short)(2 * t + 3)}, old;
  __nv_atomic_exchange(&point, &mine, &old, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK);
  ok = ok && old.y == 2 * old.x + 1;
  came[old.x] += 1;
  Wide seen, next;
  __nv_atomic_load(&wide, &seen, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK);
  do {
    ok = ok && seen.b == 3 * seen.a + 1;
    next = {seen.a + 1, 3 * (seen.a + 1) + 1};
  } while (!__nv_atomic_compare_exchange(&wide, &seen, &next, in[i] % 2, __NV_ATOMIC_ACQ_REL,
                                         __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK));
  unsigned short expected = 0;
  while (!__nv_atomic_compare_exchange_n(&small, &expected, (unsigned short)(expected + 2), false,
                                         __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED)) {
  }
  __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_BLOCK);
  __syncthreads();
  unsigned n = check::block_threads();
  ok = ok && sum == 2.0f * (float)n && difference == -(double)n && small == 2 * n && wide.a == n;
  ok = ok && low <= v && high >= v | !(in[i] % 2) && came[t + 1] + (point.x == (short)(t + 1)) == 1;
  if (in[i] % 2) ok = ok && low_wide <= in[i] && high_wide >= in[i];
  Wide zero = {t, i}, two = {1, 2};
  __syncthreads();
  if (t == 0) {
    __nv_atomic_store(&wide, &zero, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    Wide first = __nv_atomic_exchange_n(&wide, two, __NV_ATOMIC_SEQ_CST);
    ok = ok && first.a == t && first.b == i;
    Wide wrong = {9, 9};
    ok = ok && !__nv_atomic_compare_exchange_n(&wide, &wrong, zero, false, __NV_ATOMIC_RELAXED,
                                               __NV_ATOMIC_RELAXED);
    ok = ok && wrong.a == 1 && wrong.b == 2;
  }
  out[i] = ok || (low > v && !(in[i] % 2));
}

// Each block hands its number on to the next.
__global__ void relay(const unsigned* in, unsigned* out, unsigned* box, int* ready) {
  unsigned i = check::gid();
  __shared__ unsigned got;
  if (check::tid() == 0) {
    got = 1;
    if (blockIdx.x > 0) {
      while (!__nv_atomic_load_n(&ready[blockIdx.x - 1], __NV_ATOMIC_ACQUIRE,
                                 __NV_THREAD_SCOPE_DEVICE)) {
      }
      got = box[blockIdx.x - 1];
    }
    box[blockIdx.x] = got * 3 + 1;
    __nv_atomic_store_n(&ready[blockIdx.x], 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
  }
  __syncthreads();
  out[i] = in[i] + got;
}

int main() {
  test_integers<int>("int");
  test_integers<unsigned>("unsigned");
  test_integers<long long>("long long");
  test_integers<unsigned long long>("unsigned long long");
  test_integers<unsigned long>("unsigned long");
  check::run<unsigned>(
      "one word",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) { one_word<<<g, b>>>(in, out); },
      [](const check::Thread&, const unsigned*) { return 1u; });
  check::run<unsigned>(
      "relay",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        unsigned* box = check::device_array<unsigned>(2 * g.x);
        check::cuda(cudaMemset(box, 0, 8 * g.x), "memset");
        relay<<<g, b>>>(in, out, box, (int*)(box + g.x));
        check::cuda(cudaDeviceSynchronize(), "relay");
        cudaFree(box);
      },
      [](const check::Thread& t, const unsigned* in) {
        unsigned got = 1;
        for (unsigned k = 0; k < t.block; ++k) got = got * 3 + 1;
        return in[t.global] + got;
      });
  return check::result();
}
