// SPDX-License-Identifier: Apache-2.0
// Each thread loads a row of elements, computes the same with each and stores a row: vectors of
// CUDA and arrays, of bytes to doubles, from one row and two, into one and two, in place, behind
// bounds that some lanes of a warp fail. And rows that only look so: swapped, with a factor for
// each element, one of the thread's own, and a sum beside.
#include <type_traits>

#include "check.h"

using check::mix;

constexpr unsigned kN = 5 * 96 + 13;  // the last warp has idle lanes

template <class T, unsigned N>
struct alignas(sizeof(T) * (N == 3 ? 1 : N)) Row {
  T at[N];
};

template <class T>
HD T element(unsigned at) {
  return static_cast<T>(static_cast<int>(mix(at) % 201) - 100);
}

template <class T>
HD T work(T a, T b, T factor) {
  return static_cast<T>((a > b ? a : b) * factor + a);
}

template <class T, unsigned N>
__global__ void rows(const Row<T, N>* a, Row<T, N>* b, Row<float, N>* c, T factor, unsigned n) {
  const unsigned i = check::gid();
  if (i >= n) return;
  const Row<T, N> x = a[i], y = b[i];
  Row<T, N> r;
  Row<float, N> s;
#pragma unroll
  for (unsigned k = 0; k < N; ++k) {
    r.at[k] = work(x.at[k], y.at[k], factor);
    s.at[k] = static_cast<float>(r.at[k]) - 0.5f;
  }
  b[i] = r;
  c[i] = s;
}

// `which` of the ways in which rows are not alike.
template <class T, unsigned N>
HD T other(const Row<T, N>& x, const Row<T, N>& first, unsigned k, unsigned i, unsigned which) {
  switch (which) {
    case 0:
      return x.at[N - 1 - k];
    case 1:
      return static_cast<T>(x.at[k] * static_cast<T>(k + 2));
    case 2:
      return static_cast<T>(x.at[k] + static_cast<T>(i));
    case 3:
      return static_cast<T>(x.at[k] + x.at[0]);
    default:
      return static_cast<T>((x.at[k] + first.at[k]) * x.at[k]);
  }
}

template <unsigned Which, class T, unsigned N>
__global__ void others(const Row<T, N>* a, Row<T, N>* b, unsigned n) {
  const unsigned i = check::gid();
  if (i >= n) return;
  const Row<T, N> x = a[i], first = a[0];
  Row<T, N> r;
#pragma unroll
  for (unsigned k = 0; k < N; ++k) r.at[k] = other(x, first, k, i, Which);
  b[i] = r;
}

template <class T, unsigned N>
void compare(const char* what) {
  Row<T, N>*a, *b;
  Row<float, N>* c;
  cudaMallocManaged(&a, kN * sizeof *a);
  cudaMallocManaged(&b, kN * sizeof *b);
  cudaMallocManaged(&c, kN * sizeof *c);
  const auto expect = [&](unsigned i, unsigned k, double want, double got) {
    if (want == got) return;
    std::printf("FAIL %s %u of row %u: %g instead of %g\n", what, k, i, got, want);
    ++check::failures();
  };
  for (unsigned i = 0; i < kN * N; ++i) {
    a[i / N].at[i % N] = element<T>(i);
    b[i / N].at[i % N] = element<T>(i + 77777);
  }
  rows<T, N><<<(kN + 95) / 96, 96>>>(a, b, c, T(3), kN);
  cudaDeviceSynchronize();
  for (unsigned i = 0; i < kN * N; ++i) {
    const T want = work(element<T>(i), element<T>(i + 77777), T(3));
    expect(i / N, i % N, double(want), double(b[i / N].at[i % N]));
    expect(i / N, i % N, double(static_cast<float>(want) - 0.5f), double(c[i / N].at[i % N]));
  }
  const auto check_others = [&](unsigned which) {
    cudaDeviceSynchronize();
    for (unsigned i = 0; i < kN * N; ++i) {
      expect(i / N, i % N, double(other(a[i / N], a[0], i % N, i / N, which)),
             double(b[i / N].at[i % N]));
    }
  };
  others<0><<<(kN + 95) / 96, 96>>>(a, b, kN);
  check_others(0);
  others<1><<<(kN + 95) / 96, 96>>>(a, b, kN);
  check_others(1);
  others<2><<<(kN + 95) / 96, 96>>>(a, b, kN);
  check_others(2);
  others<3><<<(kN + 95) / 96, 96>>>(a, b, kN);
  check_others(3);
  others<4><<<(kN + 95) / 96, 96>>>(a, b, kN);
  check_others(4);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}

// What the optimiser makes one operation on four bytes.
__global__ void inverted(uchar4* v, float4* f, unsigned n) {
  const unsigned i = check::gid();
  if (i >= n) return;
  uchar4 x = v[i];
  const float4 y = f[i];
  x.x = 255 - x.x, x.y = 255 - x.y, x.z = 255 - x.z, x.w = 255 - x.w;
  v[i] = x;
  const auto to_byte = [](float part) {
    return static_cast<unsigned char>(fminf(fmaxf(part, 0.f), 255.f));
  };
  v[n + i] = {to_byte(y.x), to_byte(y.y), to_byte(y.z), to_byte(y.w)};
}

void compare_whole() {
  unsigned char* v;
  float* f;
  cudaMallocManaged(&v, 8 * kN);
  cudaMallocManaged(&f, 16 * kN);
  for (unsigned k = 0; k < 4 * kN; ++k) v[k] = mix(k) % 256, f[k] = float(mix(k) % 600) - 150;
  inverted<<<(kN + 95) / 96, 96>>>(reinterpret_cast<uchar4*>(v), reinterpret_cast<float4*>(f), kN);
  cudaDeviceSynchronize();
  for (unsigned k = 0; k < 4 * kN; ++k) {
    const float clamped = f[k] < 0 ? 0 : f[k] > 255 ? 255 : f[k];
    check::that(v[k] == 255 - mix(k) % 256, "inverted bytes");
    check::that(v[4 * kN + k] == static_cast<unsigned char>(clamped), "floats to bytes");
  }
  cudaFree(v);
  cudaFree(f);
}

int main() {
  compare_whole();
  compare<float, 4>("four floats");
  compare<unsigned char, 4>("four bytes");
  compare<double, 2>("two doubles");
  compare<int, 3>("three ints");
  compare<short, 8>("eight shorts");
  return check::result();
}
