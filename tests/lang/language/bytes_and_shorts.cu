// SPDX-License-Identifier: Apache-2.0
// Bytes and shorts are computed with as `int`, and cut in the end: what does not fit into 16 bits
// in between gives the same as in words. Each pair of numbers meets, those at the ends of their
// types too.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

// The last warp of a block has four threads, and the last block few that have work.
constexpr int kSide = 64, kCount = kSide * kSide, kThreads = 100;

#define FUNCTION(name, In, Out, expression)                                \
  struct name {                                                            \
    using A = In;                                                          \
    using R = Out;                                                         \
    static __host__ __device__ int of(int a, int b) { return expression; } \
  };

using Byte = std::uint8_t;
using Char = std::int8_t;
using Short = std::int16_t;
using Word = std::uint16_t;

FUNCTION(Saturates, Byte, Byte, a + b > 255 ? 255 : a + b)
FUNCTION(SaturatesShort, Short, Short, a + b > 32767 ? 32767 : a + b < -32768 ? -32768 : a + b)
FUNCTION(Luma, Byte, Byte, ((66 * a + 129 * b + 25 * a + 128) >> 8) + 16)
FUNCTION(Chroma, Byte, Byte, ((-38 * a - 74 * b + 112 * a + 128) >> 8) + 128)
FUNCTION(Overflows, Byte, Byte, (a * 258 + b * 7) >> 9)
FUNCTION(Mean, Word, Word, (a + b + 1) >> 1)
FUNCTION(MeanSigned, Short, Short, (a + b + 1) >> 1)
FUNCTION(Distance, Byte, Byte, a > b ? a - b : b - a)
FUNCTION(DistanceTwice, Char, Short, (a - b < 0 ? b - a : a - b) * 2)
FUNCTION(Scales, Byte, Byte, (a & 31) * 255 / 31 ^ b)
FUNCTION(Remainder, Byte, Byte, (a * 9 + b) % 10)
FUNCTION(Quotient, Char, Byte, (a * 3 - b) / 7)
FUNCTION(Clamps, Char, Byte, a * 3 + b < 0 ? 0 : a * 3 + b > 255 ? 255 : a * 3 + b)
FUNCTION(Large, Word, Byte, (a > b ? a : b) >> 12)
FUNCTION(Mixed, Word, Byte, (a > b - 60000 ? a : b - 60000) >> 3)
FUNCTION(HighBits, Word, Byte,
         static_cast<int>(static_cast<unsigned>(a) * static_cast<unsigned>(b) >> 9))
FUNCTION(Negative, Short, Byte, static_cast<int>(static_cast<unsigned>(a - b) >> 9))
FUNCTION(Blends, Byte, Byte, (a * b + 255 * (255 - b) + 128) / 255)
// LLVM itself brings much of the above to 16 bits, but not what stands behind a minimum, a maximum
// or a choice.
FUNCTION(ClampedQuotient, Byte, Byte, ((a + b > 255 ? 255 : a + b) * 200 + 7) / 31)
FUNCTION(ClampedShift, Char, Byte, (a - b < -100 ? -100 : a - b) * 5 >> 3)
FUNCTION(ClampedRemainder, Byte, Byte, ((a > b ? a - b : b - a) * 9 + 3) % 10)
FUNCTION(ProductOfExtremes, Byte, Byte, (a > b ? a : b) * (a < b ? a + 1 : b) >> 7)
FUNCTION(SignedExtremes, Char, Byte, (a > b ? a : b) * (a < b ? a - 1 : b) >> 7)
FUNCTION(ChosenTwice, Byte, Short, (a > 2 * b ? a - 2 * b : 300 - a) * 100)
FUNCTION(UnsignedHalf, Byte, Word, ((a > b ? a : b) * 129 + 32000 - b) >> 1)
FUNCTION(TooLarge, Byte, Byte, (a * b * 2 > 100000 ? 100000 : a * b * 2) >> 9)
FUNCTION(TooSmall, Char, Byte, (a * b * 3 < -40000 ? -40000 : a * b * 3) >> 8)

template <class F>
__global__ void compute(const typename F::A* a, const typename F::A* b, typename F::R* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kCount) out[i] = static_cast<typename F::R>(F::of(a[i], b[i]));
}

int failures = 0;

template <class F>
void try_function(const char* name) {
  typename F::A *a, *b;
  typename F::R* out;
  cudaMallocManaged(&a, kCount * sizeof(*a));
  cudaMallocManaged(&b, kCount * sizeof(*b));
  cudaMallocManaged(&out, kCount * sizeof(*out));
  const auto number = [](int k) {
    const int step = sizeof(*a) == 1 ? 4 : 1024;
    return static_cast<typename F::A>(k % 3 == 0 ? k * step : k % 3 == 1 ? k * step - 1 : k - 32);
  };
  for (int i = 0; i < kCount; ++i) a[i] = number(i % kSide), b[i] = number(i / kSide);
  compute<F><<<(kCount + kThreads - 1) / kThreads, kThreads>>>(a, b, out);
  if (cudaDeviceSynchronize() != cudaSuccess) ++failures;
  for (int i = 0; i < kCount; ++i) {
    const auto wanted = static_cast<typename F::R>(F::of(a[i], b[i]));
    if (out[i] != wanted && failures++ < 10) {
      std::printf("%s of %d and %d: %d instead of %d\n", name, a[i], b[i], out[i], wanted);
    }
  }
  cudaFree(a);
  cudaFree(b);
  cudaFree(out);
}

#define TRY(name) try_function<name>(#name)

int main() {
  TRY(Saturates);
  TRY(SaturatesShort);
  TRY(Luma);
  TRY(Chroma);
  TRY(Overflows);
  TRY(Mean);
  TRY(MeanSigned);
  TRY(Distance);
  TRY(DistanceTwice);
  TRY(Scales);
  TRY(Remainder);
  TRY(Quotient);
  TRY(Clamps);
  TRY(Large);
  TRY(Mixed);
  TRY(HighBits);
  TRY(Negative);
  TRY(Blends);
  TRY(ClampedQuotient);
  TRY(ClampedShift);
  TRY(ClampedRemainder);
  TRY(ProductOfExtremes);
  TRY(SignedExtremes);
  TRY(ChosenTwice);
  TRY(UnsignedHalf);
  TRY(TooLarge);
  TRY(TooSmall);
  std::printf(failures ? "FAILED\n" : "ok\n");
  return failures != 0;
}
