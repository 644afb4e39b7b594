// SPDX-License-Identifier: Apache-2.0
// Old values of atomics of every type and scope, all threads of a block on one address, under
// divergence: additions give out tickets, exchanges pass values on, atomicCAS counts.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "../check.h"

enum Scope { kDevice, kBlock, kSystem };

#define FUNCTION(name)                               \
  template <Scope scope, class T, class... Args>     \
  __device__ T do_##name(T* address, Args... args) { \
    if constexpr (scope == kBlock) {                 \
      return name##_block(address, args...);         \
    } else if constexpr (scope == kSystem) {         \
      return name##_system(address, args...);        \
    } else {                                         \
      return name(address, args...);                 \
    }                                                \
  }
FUNCTION(atomicAdd)
FUNCTION(atomicSub)
FUNCTION(atomicExch)
FUNCTION(atomicCAS)
FUNCTION(atomicMin)
FUNCTION(atomicMax)
FUNCTION(atomicInc)
FUNCTION(atomicDec)

struct Result {
  unsigned ticket, tickets_ok, total;
};

// Tickets of the threads with odd input, and of all threads: each is given out once.
template <Scope scope, class T>
__global__ void tickets(const unsigned* in, Result* out, T* cells) {
  __shared__ unsigned char seen[2][1024];
  __shared__ T shared_cell;
  T* cell = in[blockIdx.x] % 2 ? &shared_cell : &cells[blockIdx.x];
  unsigned t = check::tid(), i = check::gid();
  seen[0][t] = seen[1][t] = 0;
  if (t == 0) *cell = T(0);
  __syncthreads();
  unsigned first = 0, second = 0;
  if (in[i] & 1) {
    first = (unsigned)(double)(float)do_atomicAdd<scope>(cell, T(1));
    seen[0][first] = 1;
  }
  unsigned odd = __syncthreads_count(in[i] & 1);
  second = (unsigned)(double)(float)do_atomicAdd<scope>(cell, T(1)) - odd;
  // A type that cannot count so far (bfloat16: 256).
  bool counts = (double)(float)T(float(odd + check::block_threads())) ==
                    (double)(odd + check::block_threads()) &&
                (sizeof(T) > 2 || odd + check::block_threads() <= 256);
  if (counts) seen[1][second] = 1;
  __syncthreads();
  Result r;
  r.ticket = 0;
  r.tickets_ok = !counts || (seen[1][t] && seen[0][t] == (t < odd));
  r.total = !counts || (unsigned)(double)(float)*cell == odd + check::block_threads();
  out[i] = r;
}

template <Scope scope, class T>
void test_tickets(const char* name) {
  check::run<Result>(
      name,
      [](dim3 g, dim3 b, const unsigned* in, Result* out) {
        T* cells = check::device_array<T>(g.x);
        tickets<scope, T><<<g, b>>>(in, out, cells);
        check::cuda(cudaDeviceSynchronize(), "tickets");
        cudaFree(cells);
      },
      [](const check::Thread&, const unsigned*) { return Result{0, 1, 1}; });
}

// Every value that was put in comes out once, but for the one that stays.
template <Scope scope, class T>
__global__ void exchange(const unsigned* in, unsigned* out) {
  __shared__ T cell;
  __shared__ unsigned came[1025];
  unsigned t = check::tid(), i = check::gid();
  for (unsigned k = t; k < 1025; k += check::block_threads()) came[k] = 0;
  if (t == 0) cell = T(0);
  __syncthreads();
  if (in[i] % 3) {
    unsigned old = (unsigned)do_atomicExch<scope>(&cell, T(t + 1));
    came[old] += 1;
  }
  __syncthreads();
  unsigned expected = in[i] % 3 ? 1 : 0;
  out[i] = came[t + 1] + ((unsigned)cell == t + 1) == expected;
}
template <Scope scope, class T>
void test_exchange(const char* name) {
  check::run<unsigned>(
      name,
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        exchange<scope, T><<<g, b>>>(in, out);
      },
      [](const check::Thread&, const unsigned*) { return 1u; });
}

// A counter by atomicCAS, and minimum and maximum with their old values in order.
template <Scope scope, class T>
__global__ void compare(const unsigned* in, unsigned* out) {
  __shared__ T cell, low, high;
  __shared__ unsigned seen[1024];
  unsigned t = check::tid(), i = check::gid();
  seen[t] = 0;
  if (t == 0) {
    cell = T(0);
    low = T(20000);
    high = T(0);
  }
  __syncthreads();
  T old, assumed = cell;
  do {
    old = assumed;
    assumed = do_atomicCAS<scope>(&cell, old, T(old + 1));
  } while (assumed != old);
  seen[(unsigned)old] = 1;
  bool ok = true;
  if constexpr (sizeof(T) > 2) {
    T v = T(in[i] % 20000), was;
    was = do_atomicMin<scope>(&low, v);
    ok = ok && low <= v && low <= was;
    was = do_atomicMax<scope>(&high, v);
    ok = ok && high >= v && high >= was;
  }
  __syncthreads();
  out[i] = ok && seen[t] && (unsigned)cell == check::block_threads();
}
template <Scope scope, class T>
void test_compare(const char* name) {
  check::run<unsigned>(
      name,
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        compare<scope, T><<<g, b>>>(in, out);
      },
      [](const check::Thread&, const unsigned*) { return 1u; });
}

// Vectors, and what has no 64-bit form; own words, so that the results are known.
template <Scope scope>
__global__ void vectors(const unsigned* in, float4* out, float4* words) {
  unsigned i = check::gid();
  float v = (float)(in[i] % 1000);
  float2* pair = (float2*)&words[2 * i];
  float4* four = &words[2 * i + 1];
  *pair = make_float2(1, 2);
  *four = make_float4(3, 4, 5, 6);
  float4 sum = make_float4(0, 0, 0, 0);
  if (in[i] % 2) {
    float2 a = do_atomicAdd<scope>(pair, make_float2(v, v + 1));
    float4 b = do_atomicAdd<scope>(four, make_float4(v, 2 * v, 3 * v, 4 * v));
    sum = make_float4(a.x + b.x, a.y + b.y, b.z, b.w);
  }
  unsigned* word = (unsigned*)&words[2 * i] + 2;
  *word = 5;
  sum.x += (float)do_atomicInc<scope>(word, 5u) + (float)do_atomicDec<scope>(word, 7u) +
           (float)do_atomicSub<scope>(word, 3u);
  sum.y += pair->x + pair->y + (float)*word;
  sum.z += four->x + four->y;
  sum.w += four->z + four->w;
  out[i] = sum;
}
template <Scope scope>
void test_vectors(const char* name) {
  check::run<float4>(
      name,
      [](dim3 g, dim3 b, const unsigned* in, float4* out) {
        float4* words = check::device_array<float4>(2 * g.x * b.x * b.y * b.z);
        vectors<scope><<<g, b>>>(in, out, words);
        check::cuda(cudaDeviceSynchronize(), "vectors");
        cudaFree(words);
      },
      [](const check::Thread& t, const unsigned* in) {
        float v = (float)(in[t.global] % 1000);
        bool odd = in[t.global] % 2;
        float4 r = odd ? make_float4(4, 6, 5, 6) : make_float4(0, 0, 0, 0);
        r.x += 5 + 0 + 7;
        r.y += (odd ? 2 * v + 4 : 3) + 4;
        r.z += odd ? 3 * v + 7 : 7;
        r.w += odd ? 7 * v + 11 : 11;
        return r;
      });
}

int main() {
  test_tickets<kDevice, int>("int");
  test_tickets<kBlock, unsigned>("unsigned, block");
  test_tickets<kSystem, unsigned long long>("unsigned long long, system");
  test_tickets<kDevice, float>("float");
  test_tickets<kBlock, double>("double, block");
  test_tickets<kDevice, double>("double");
  test_tickets<kDevice, __half>("half");
  test_tickets<kSystem, __half>("half, system");
  test_tickets<kDevice, __nv_bfloat16>("bfloat16");
  test_tickets<kBlock, __nv_bfloat16>("bfloat16, block");
  test_exchange<kDevice, int>("exchange int");
  test_exchange<kBlock, unsigned>("exchange unsigned, block");
  test_exchange<kSystem, unsigned long long>("exchange unsigned long long, system");
  test_exchange<kDevice, float>("exchange float");
  test_exchange<kBlock, double>("exchange double, block");
  test_compare<kDevice, int>("compare int");
  test_compare<kSystem, unsigned>("compare unsigned, system");
  test_compare<kBlock, unsigned long long>("compare unsigned long long, block");
  test_compare<kDevice, unsigned short>("compare unsigned short");
  test_compare<kBlock, unsigned short>("compare unsigned short, block");
  test_vectors<kDevice>("vectors");
  test_vectors<kBlock>("vectors, block");
  test_vectors<kSystem>("vectors, system");
  return check::result();
}
