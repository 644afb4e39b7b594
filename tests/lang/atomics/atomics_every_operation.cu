// SPDX-License-Identifier: Apache-2.0
// Every atomic operation and type, on shared and on global memory, each thread on its own word and
// all threads on one; the old values that they return.
#include "../check.h"

struct Cells {
  int i;
  unsigned u, inc, dec, bits_and, bits_or, bits_xor, swap, low, high;
  unsigned long long wide, wide_max;
  long long wide_min;
  int low_signed, high_signed;
  float f;
  double d;
};

__device__ void clear(Cells* c) {
  *c = {5,
        7,
        0,
        3,
        ~0u,
        0,
        0,
        1,
        ~0u,
        0,
        1,
        0,
        0x7fffffffffffffffll,
        0x7fffffff,
        -0x7fffffff - 1,
        0.5f,
        0.25};
}

__device__ void all(Cells* c, unsigned v) {
  atomicAdd(&c->i, (int)v % 1000);
  atomicSub(&c->u, v);
  atomicInc(&c->inc, 6);
  atomicDec(&c->dec, 4);
  atomicAnd(&c->bits_and, v | 0xff0000);
  atomicOr(&c->bits_or, v & 0xf0f0f0);
  atomicXor(&c->bits_xor, v);
  atomicMin(&c->low, v);
  atomicMax(&c->high, v);
  atomicAdd(&c->wide, (unsigned long long)v << 20);
  atomicMax(&c->wide_max, (unsigned long long)v << 9);
  atomicMin(&c->wide_min, (long long)(int)v * 5);
  atomicMin(&c->low_signed, (int)v);
  atomicMax(&c->high_signed, (int)v);
  atomicAdd(&c->f, (float)(v % 64));
  atomicAdd(&c->d, (double)(v % 1024) * 0.5);
}

// The same on the host for the threads that share the cell.
Cells model(const unsigned* v, unsigned n) {
  Cells c = {5,
             7,
             0,
             3,
             ~0u,
             0,
             0,
             1,
             ~0u,
             0,
             1,
             0,
             0x7fffffffffffffffll,
             0x7fffffff,
             -0x7fffffff - 1,
             0.5f,
             0.25};
  for (unsigned k = 0; k < n; ++k) {
    c.i = (int)((unsigned)c.i + (unsigned)((int)v[k] % 1000));
    c.u -= v[k];
    c.inc = c.inc >= 6 ? 0 : c.inc + 1;
    c.dec = c.dec == 0 || c.dec > 4 ? 4 : c.dec - 1;
    c.bits_and &= v[k] | 0xff0000;
    c.bits_or |= v[k] & 0xf0f0f0;
    c.bits_xor ^= v[k];
    c.low = v[k] < c.low ? v[k] : c.low;
    c.high = v[k] > c.high ? v[k] : c.high;
    c.wide += (unsigned long long)v[k] << 20;
    unsigned long long big = (unsigned long long)v[k] << 9;
    c.wide_max = big > c.wide_max ? big : c.wide_max;
    long long w = (long long)(int)v[k] * 5;
    c.wide_min = w < c.wide_min ? w : c.wide_min;
    c.low_signed = (int)v[k] < c.low_signed ? (int)v[k] : c.low_signed;
    c.high_signed = (int)v[k] > c.high_signed ? (int)v[k] : c.high_signed;
    c.f += (float)(v[k] % 64);
    c.d += (double)(v[k] % 1024) * 0.5;
  }
  return c;
}

unsigned digest(const Cells& c) {
  unsigned words[sizeof(Cells) / 4], h = 0;
  memcpy(words, &c, sizeof c);
  for (unsigned k = 0; k < sizeof(Cells) / 4; ++k) {
    if (k == 19) continue;  // padding
    h = h * 31 + words[k];
  }
  return h;
}

__global__ void block_wide(const unsigned* in, Cells* shared_out, Cells* global) {
  __shared__ Cells s;
  unsigned t = check::tid();
  if (t == 0) {
    clear(&s);
    clear(&global[blockIdx.x]);
  }
  __syncthreads();
  unsigned v = in[check::gid()];
  if (v % 5) {
    all(&s, v);
    all(&global[blockIdx.x], v);
  }
  __syncthreads();
  if (t == 0) shared_out[blockIdx.x] = s;
}

// Own word per thread: old values are known.
__global__ void returns(const unsigned* in, unsigned* out, unsigned* words) {
  __shared__ unsigned s[1024];
  unsigned t = check::tid(), i = check::gid(), v = in[i], r = 0;
  for (unsigned* p : {&s[t], &words[i]}) {
    *p = v;
    r = r * 3 + atomicExch(p, v + 1);
    r = r * 3 + atomicCAS(p, v + 1, 50);
    r = r * 3 + atomicCAS(p, v + 1, 60);
    r = r * 3 + atomicInc(p, 50);
    r = r * 3 + atomicDec(p, 9);
    r = r * 3 + atomicSub(p, v);
    r = r * 3 + atomicMax(p, v);
    r += atomicMin(p, 77u);
    r += atomicXor(p, 5u);
    r += atomicAnd(p, 0xfeu);
    r += atomicOr(p, 0x300u);
    r = r * 3 + *p;
    r += (unsigned)__float_as_int(atomicExch((float*)p, 1.5f));
    r += (unsigned)atomicAdd((float*)p, 2.0f) + *p;
  }
  out[i] = r;
}

unsigned model_returns(unsigned v) {
  unsigned r = 0;
  for (int twice = 0; twice < 2; ++twice) {
    unsigned p = v, old;
    auto take = [&](unsigned next) {
      old = p;
      p = next;
      return old;
    };
    r = r * 3 + take(v + 1);
    r = r * 3 + take(50);
    r = r * 3 + p;
    r = r * 3 + take(0);
    r = r * 3 + take(9);
    r = r * 3 + take(9 - v);
    unsigned sum = take(p > v ? p : v);
    sum += take(p < 77 ? p : 77);
    sum += take(p ^ 5);
    sum += take(p & 0xfe);
    sum += take(p | 0x300);
    r = r * 3 + sum;
    r = r * 3 + p;
    r += p + 1u + 0x40600000u;
  }
  return r;
}

int main() {
  static_assert(sizeof(Cells) == 88);
  for (const check::Shape& s : check::kShapes) {
    if (!check::wanted(s)) continue;
    const unsigned blocks = 3;
    unsigned n = blocks * s.threads();
    unsigned* in = (unsigned*)malloc(n * 4);
    unsigned* some = (unsigned*)malloc(n * 4);
    for (unsigned i = 0; i < n; ++i) in[i] = check::mix(i * 7 + s.x);
    unsigned* device_in = check::device_array<unsigned>(n);
    Cells* cells = check::device_array<Cells>(2 * blocks);
    check::cuda(cudaMemcpy(device_in, in, n * 4, cudaMemcpyHostToDevice), "in");
    block_wide<<<blocks, dim3(s.x, s.y, s.z)>>>(device_in, cells, cells + blocks);
    Cells got[2 * blocks];
    check::cuda(cudaMemcpy(got, cells, sizeof got, cudaMemcpyDeviceToHost), "cells");
    for (unsigned b = 0; b < blocks; ++b) {
      unsigned count = 0;
      for (unsigned k = 0; k < s.threads(); ++k) {
        if (in[b * s.threads() + k] % 5) some[count++] = in[b * s.threads() + k];
      }
      unsigned want = digest(model(some, count));
      check::Thread t = check::thread_at(s, blocks, b * s.threads());
      if (digest(got[b]) != want) check::report("shared cell", t, want, digest(got[b]));
      if (digest(got[blocks + b]) != want)
        check::report("global cell", t, want, digest(got[blocks + b]));
    }
    cudaFree(device_in);
    cudaFree(cells);
    free(in);
    free(some);
  }
  check::run<unsigned>(
      "old values",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        unsigned* words = check::device_array<unsigned>(g.x * b.x * b.y * b.z);
        returns<<<g, b>>>(in, out, words);
        check::cuda(cudaDeviceSynchronize(), "returns");
        cudaFree(words);
      },
      [](const check::Thread& t, const unsigned* in) { return model_returns(in[t.global]); });
  return check::result();
}
