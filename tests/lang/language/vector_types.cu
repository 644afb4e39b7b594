// SPDX-License-Identifier: Apache-2.0
// Loads and stores of the built-in vector types: alignment, components, casts of pointers, in
// shared memory and on the stack, lane-dependent addresses, addresses aligned to an element only.
// heavy: 33 7x5x3
#include "../check.h"

template <class V, class E, unsigned N>
__global__ void round_trip(const unsigned* in, unsigned* out) {
  static_assert(sizeof(V) == N * sizeof(E));
  __shared__ V s[256];
  unsigned t = check::tid() % 256, i = check::gid();
  V local[4];
  for (unsigned k = 0; k < 4; ++k) {
    E parts[N];
    for (unsigned j = 0; j < N; ++j) parts[j] = static_cast<E>(in[i + k * N + j] % 101);
    memcpy(&local[k], parts, sizeof(V));
  }
  V v = local[in[i] % 4];
  if (check::tid() < 256) {
    s[t] = v;
    v = s[t];
  }
  E parts[N];
  memcpy(parts, &v, sizeof(V));
  unsigned sum = 0;
  for (unsigned j = 0; j < N; ++j) sum = sum * 103 + static_cast<unsigned>(parts[j]);
  out[i] = sum;
}

template <class V, class E, unsigned N>
void test(const char* what) {
  check::run<unsigned>(
      what,
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        round_trip<V, E, N><<<g, b>>>(in, out);
      },
      [](const check::Thread& t, const unsigned* in) {
        unsigned sum = 0;
        const unsigned* p = in + t.global + in[t.global] % 4 * N;
        for (unsigned j = 0; j < N; ++j) sum = sum * 103 + p[j] % 101;
        return sum;
      });
}

// Each thread moves its own four words as one uint4, then reads another thread's as two uint2.
__global__ void by_address(const unsigned* in, uint4* scratch, unsigned* out) {
  unsigned t = check::tid(), n = check::block_threads(), i = check::gid();
  uint4 v = make_uint4(in[i], in[i + 1], in[i + 2], in[i + 3]);
  v.y += v.x;
  scratch[i] = v;
  __syncthreads();
  unsigned o = blockIdx.x * n + (t + in[i]) % n;
  const uint2* halves = reinterpret_cast<const uint2*>(scratch + o);
  uint2 hi = halves[1], lo = halves[0];
  float4 f = make_float4(lo.x % 100, lo.y % 100, hi.x % 100, hi.y % 100);
  f.x = f.x * 2 + f.w;
  out[i] = (unsigned)f.x + (unsigned)f.y * 3 + (unsigned)f.z * 5 + (unsigned)f.w * 7;
}

static_assert(alignof(float4) == 16 && alignof(int2) == 8 && alignof(float3) == 4 &&
              sizeof(float3) == 12);
static_assert(alignof(double2) == 16 && alignof(char4) == 4 && alignof(short2) == 4 &&
              alignof(uchar3) == 1);

int main() {
  test<uchar2, unsigned char, 2>("uchar2");
  test<char4, signed char, 4>("char4");
  test<ushort2, unsigned short, 2>("ushort2");
  test<short4, short, 4>("short4");
  test<int2, int, 2>("int2");
  test<uint3, unsigned, 3>("uint3");
  test<uint4, unsigned, 4>("uint4");
  test<float3, float, 3>("float3");
  test<float4, float, 4>("float4");
  test<double2, double, 2>("double2");
  test<ulonglong2, unsigned long long, 2>("ulonglong2");
  check::run<unsigned>(
      "uint4 stores and uint2 loads",
      [](dim3 g, dim3 b, const unsigned* in, unsigned* out) {
        uint4* scratch = check::device_array<uint4>(g.x * b.x * b.y * b.z);
        by_address<<<g, b>>>(in, scratch, out);
        check::cuda(cudaDeviceSynchronize(), "by_address");
        cudaFree(scratch);
      },
      [](const check::Thread& t, const unsigned* in) {
        const unsigned* p = in + t.block_first + (t.linear + in[t.global]) % t.block_threads;
        unsigned x = p[0] % 100, y = (p[1] + p[0]) % 100, z = p[2] % 100, w = p[3] % 100;
        return x * 2 + w + y * 3 + z * 5 + w * 7;
      });
  return check::result();
}
