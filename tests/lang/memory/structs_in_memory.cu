// SPDX-License-Identifier: Apache-2.0
// Structs in global memory and by value: nested, with padding, arrays inside, unions, bit-fields,
// packed, odd sizes, assigned as a whole, chosen at run time.
#include "../check.h"

struct Inner {
  short s;
  unsigned char c[3];
  double d;
};
struct Outer {
  unsigned char tag;
  Inner inner[2];
  unsigned u;
};
struct __attribute__((packed)) Packed {
  unsigned char a;
  unsigned b;
  unsigned short c;
  unsigned long long d;
};
struct Three {
  unsigned x, y, z;
};
struct Bits {
  unsigned a : 3, b : 7, c : 13;
  int d : 9;
  unsigned long long e : 40;
};
union Word {
  unsigned u;
  float f;
  unsigned char bytes[4];
};

HD Outer make(unsigned v) {
  Outer o;
  o.tag = v;
  for (unsigned k = 0; k < 2; ++k) {
    o.inner[k].s = (short)(v >> k);
    for (unsigned j = 0; j < 3; ++j) o.inner[k].c[j] = v >> (8 * j + k);
    o.inner[k].d = (v >> 4) * 0.5 + k;
  }
  o.u = ~v;
  return o;
}
HD unsigned digest(const Outer& o) {
  unsigned h = o.tag + o.u;
  for (const Inner& n : o.inner)
    h = h * 31 + (unsigned)(int)n.s + n.c[0] + n.c[1] * 3u + n.c[2] * 7u + (unsigned)n.d;
  return h;
}

__global__ void store(const unsigned* in, Outer* outers, Packed* packed, Three* threes) {
  unsigned i = check::gid(), v = in[i];
  outers[i] = make(v);
  packed[i].a = v;
  packed[i].b = v * 3;
  packed[i].c = v >> 5;
  packed[i].d = v * 0x100000001ull;
  threes[i] = {v, v + 1, v + 2};
}

__global__ void load(const unsigned* in, unsigned* out, Outer* outers, Packed* packed,
                     Three* threes) {
  unsigned t = check::tid(), n = check::block_threads(), first = blockIdx.x * n;
  unsigned j = first + (t + in[first + t]) % n;
  Outer o = outers[j];
  if (in[first + t] % 3 == 0) o = make(in[j] + 1);
  Packed p = packed[j];
  Three* three = in[first + t] % 2 ? &threes[j] : &threes[first + t];
  Three copy = *three;
  out[first + t] = digest(o) + p.a + p.b * 3 + p.c * 5 + (unsigned)(p.d >> 32) + copy.x +
                   copy.y * 3 + copy.z * 5;
}

HD unsigned bits(unsigned i, const unsigned* in) {
  Bits b{};
  b.a = in[i];
  b.b = in[i] >> 3;
  b.c = in[i + 1];
  b.d = (int)in[i + 2];
  b.e = in[i] * 0x12345ull;
  if (in[i] % 2) b.b += 100;
  if (in[i] % 3) b.d -= 200;
  b.e *= 3;
  return b.a + b.b * 3u + b.c * 5u + (unsigned)(int)b.d + (unsigned)(b.e >> 8);
}

HD unsigned unions(unsigned i, const unsigned* in) {
  Word w;
  w.f = in[i] % 1000 * 0.25f;
  unsigned r = w.u;
  w.u = in[i];
  r += w.bytes[in[i] % 4];
  w.bytes[i % 4] = 0x5a;
  return r * 3 + w.u;
}

int main() {
  check::run<unsigned>(
      "structs in global memory",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        unsigned n = g.x * b.x * b.y * b.z;
        Outer* outers = check::device_array<Outer>(n);
        Packed* packed = check::device_array<Packed>(n);
        Three* threes = check::device_array<Three>(n);
        store<<<g, b>>>(in, outers, packed, threes);
        load<<<g, b>>>(in, out, outers, packed, threes);
        check::cuda(cudaDeviceSynchronize(), "load");
        cudaFree(outers);
        cudaFree(packed);
        cudaFree(threes);
      },
      [](const check::Thread& t, const unsigned* in) {
        unsigned i = t.global, j = t.block_first + (t.linear + in[i]) % t.block_threads;
        unsigned v = in[j], x = in[i] % 2 ? in[j] : in[i];
        return digest(make(in[i] % 3 == 0 ? v + 1 : v)) + (v & 255) + v * 3 * 3 +
               ((v >> 5) & 0xffff) * 5 + v + x + (x + 1) * 3 + (x + 2) * 5;
      });
  check::each<bits>("bit-fields");
  check::each<unions>("unions");
  return check::result();
}
