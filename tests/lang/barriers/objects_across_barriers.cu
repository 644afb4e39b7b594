// SPDX-License-Identifier: Apache-2.0
// What a thread holds across barriers that is more than a word, or less: pointers that move on,
// truth values, 64 bits, structures, arrays that are indexed at run time. The host runs the same
// code; a barrier changes no thread's own values.
#include "../check.h"

namespace {

HD inline void barrier() {
#ifdef __CUDA_ARCH__
  __syncthreads();
#endif
}

// Pointers of two kinds move on; one comes back; offsets that are made again from one base.
HD unsigned moving_pointers(unsigned i, const unsigned* in) {
  const unsigned *own = in + i, *shared = in, *start = own;
  unsigned sum = 0;
  const unsigned trips = in[9] % 7 + 3;
#pragma unroll 1
  for (unsigned k = 0; k < trips; ++k) {
    barrier();
    sum = sum * 3 + own[0] + own[5] * shared[1] + own[9] * shared[33];
    own += 2;
    shared += in[k] % 4;
    if (k == 3) own = start + 1;
    barrier();
    sum ^= own[1] + shared[2];
  }
  return sum + (unsigned)(own - start) + (unsigned)(shared - in);
}

HD unsigned bools(unsigned i, const unsigned* in) {
  bool a = in[i] & 1, b = in[i] & 2, c = in[i] & 4;
  unsigned sum = 0;
  const unsigned trips = in[11] % 9 + 2;
#pragma unroll 1
  for (unsigned k = 0; k < trips; ++k) {
    const bool old = a;
    a = b != c;
    barrier();
    b = c || (in[i + k] & 8);
    c = old && !(in[k] & 16);
    barrier();
    sum = sum * 8 + a * 4u + b * 2u + c;
  }
  return sum;
}

HD unsigned wide_values(unsigned i, const unsigned* in) {
  unsigned long long a = (unsigned long long)in[i] << 20, b = in[i + 1];
  double x = in[i] % 1000, y = in[i + 1] % 1000;
#pragma unroll 1
  for (unsigned k = 0; k < 7; ++k) {
    const unsigned long long old = a;
    const double other = x;
    a = b + k;
    x = y;
    barrier();
    b = old * 3;
    y = other + k;
    barrier();
  }
  return (unsigned)(a >> 16) + (unsigned)(b >> 9) * 3 + (unsigned)x * 5 + (unsigned)y * 7;
}

struct Record {
  unsigned char tag;
  float4 position;
  short count[3];
  double weight;
};

HD unsigned structs(unsigned i, const unsigned* in) {
  float4 a = make_float4(in[i] % 100, in[i + 1] % 100, in[i + 2] % 100, in[i + 3] % 100);
  float4 b = make_float4(1, 2, 3, (float)(i % 50));
  Record r{(unsigned char)in[i], b, {(short)in[i], 2, (short)i}, in[i] % 77 * 0.5};
  const unsigned trips = in[12] % 5 + 2;
#pragma unroll 1
  for (unsigned k = 0; k < trips; ++k) {
    const float4 old = a;
    a = make_float4(b.y, b.z, b.w, b.x);
    b = old;
    barrier();
    const Record before = r;
    r.position = a;
    r.tag = (unsigned char)(before.tag * 3 + before.count[2]);
    r.count[k % 3] += (short)before.position.x;
    barrier();
    r.weight += before.position.w + before.tag;
  }
  const float f = a.x + a.y * 2 + a.z * 3 + a.w * 4 + b.x * 5 + b.w * 6 + r.position.z;
  return (unsigned)f + r.tag * 256u + (unsigned)(r.weight * 2) + (unsigned)r.count[0] +
         (unsigned)r.count[1] * 3 + (unsigned)r.count[2] * 5;
}

HD unsigned local_arrays(unsigned i, const unsigned* in) {
  unsigned v[13];
  for (unsigned k = 0; k < 13; ++k) v[k] = in[i + k];
  unsigned *p = v + in[i] % 13, *q = v + in[i + 1] % 13;
  unsigned at = i % 13;
#pragma unroll 1
  for (unsigned k = 0; k < 9; ++k) {
    barrier();
    *p += v[at] + k;
    unsigned* old = p;
    p = q;
    q = old;
    barrier();
    *p ^= 0x1234u * k;
    at = (at + *q) % 13;
  }
  unsigned sum = 0;
  for (unsigned k = 0; k < 13; ++k) sum = sum * 31 + v[k];
  return sum + at + *p * 3 + *q * 5;
}

}  // namespace

int main() {
  check::each<moving_pointers>("moving pointers");
  check::each<bools>("bools");
  check::each<wide_values>("64-bit values");
  check::each<structs>("float4 and structs");
  check::each<local_arrays>("local arrays");
  return check::result();
}
