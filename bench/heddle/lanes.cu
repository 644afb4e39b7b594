// SPDX-License-Identifier: Apache-2.0
// What operations cost that not every instruction set has for vectors: nanoseconds a lane, of one
// thread, with all lanes active and with half of them. A row is the time of its loop less that of
// an empty one.
//
//     HEDDLE_ISA=avx2 HEDDLE_THREADS=1 build/bench/bin/bench-lanes
#include <cuda_fp16.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "bench/heddle/device.h"

namespace bench {
namespace {

constexpr int kBlock = 256, kBlocks = 8, kRounds = 256,
              kSpan = 4096;  // elements of arrays: in the L1
constexpr int kThreads = kBlock * kBlocks;

// What a thread works on. `at` differs by lane and round and is below kSpan.
struct Lane {
  unsigned at, i, round;
  unsigned long long word;
  void *in, *out;
};

__device__ unsigned bits(float x) {
  return __float_as_uint(x);
}
__device__ unsigned bits(unsigned char x) {
  return x;
}
template <class T>
struct Load {  // at unrelated places
  static __device__ unsigned long long of(const Lane& l) {
    return static_cast<const T*>(l.in)[l.at];
  }
};
template <class T>
struct LoadRow {  // side by side
  static __device__ unsigned long long of(const Lane& l) {
    return static_cast<const T*>(l.in)[l.i % kBlock + l.round];
  }
};
template <class V>
struct LoadVectors {  // side by side
  static __device__ unsigned long long of(const Lane& l) {
    const V v = static_cast<const V*>(l.in)[l.i % kBlock + l.round];
    return bits(v.x) + 3 * bits(v.y) + 5 * bits(v.z);
  }
};
template <class V>
struct StoreVectors {
  static __device__ unsigned long long of(const Lane& l) {
    const float f = __uint_as_float(static_cast<unsigned>(l.word));
    V& v = static_cast<V*>(l.out)[l.i % kBlock + l.round];
    v.x = sizeof(V) > 4 ? f : l.word;
    v.y = sizeof(V) > 4 ? -f : l.word >> 8;
    v.z = sizeof(V) > 4 ? f * 2 : l.word >> 16;
    return 0;
  }
};
template <class T>
struct Store {
  static __device__ unsigned long long of(const Lane& l) {
    static_cast<T*>(l.out)[l.at] = static_cast<T>(l.word);
    return 0;
  }
};
template <class T>
struct StoreRow {
  static __device__ unsigned long long of(const Lane& l) {
    static_cast<T*>(l.out)[l.i % kBlock + l.round] = static_cast<T>(l.word);
    return 0;
  }
};
template <class V>
struct LoadVector {
  static __device__ unsigned long long of(const Lane& l) {
    const V v = static_cast<const V*>(l.in)[l.at / 16];
    return bits(v.x) + bits(v.y);
  }
};
struct Table {
  static __device__ unsigned long long of(const Lane& l) {
    return static_cast<const unsigned char*>(l.in)[l.at & 255];
  }
};
#define BENCH_OPERATION(Name, expression)                    \
  struct Name {                                              \
    static __device__ unsigned long long of(const Lane& l) { \
      const unsigned long long w = l.word;                   \
      const unsigned u = static_cast<unsigned>(w >> 7);      \
      (void)u;                                               \
      return static_cast<unsigned long long>(expression);    \
    }                                                        \
  };
BENCH_OPERATION(Nothing, 0)
BENCH_OPERATION(Multiply64, w*(w >> 13))
BENCH_OPERATION(MultiplyHigh32, __umulhi(u, u + 12345))
BENCH_OPERATION(MultiplyHigh64, __umul64hi(w, w >> 3))
BENCH_OPERATION(ShiftLeft64, w << (w & 63))
BENCH_OPERATION(ShiftRight64, static_cast<long long>(w) >> (w & 63))
BENCH_OPERATION(Compare64, static_cast<long long>(w) < static_cast<long long>(w * 5) ? 3 : 4)
BENCH_OPERATION(Maximum64, max(w, w << 9))
BENCH_OPERATION(Population32, __popc(u))
BENCH_OPERATION(Population64, __popcll(w))
BENCH_OPERATION(LeadingZeros32, __clz(u))
BENCH_OPERATION(LeadingZeros64, __clzll(w))
BENCH_OPERATION(Reverse32, __brev(u))
BENCH_OPERATION(Permute, __byte_perm(u, u * 3, u & 0x7777))
BENCH_OPERATION(FunnelShift, __funnelshift_l(u, u * 3, u & 31))
BENCH_OPERATION(Divide32, 4000000000u / (u | 1))
BENCH_OPERATION(Divide64, 0xfffffffffffffffull / (w | 1))
BENCH_OPERATION(HalfToFloat,
                __half2float(__ushort_as_half(static_cast<unsigned short>(u))) > 1.0f ? 1 : 2)
BENCH_OPERATION(FloatToHalf, __half_as_ushort(__float2half(__uint_as_float(u))))
BENCH_OPERATION(ByteToFloat, __float_as_uint(static_cast<float>(static_cast<unsigned char>(u))))
BENCH_OPERATION(FloatToByte,
                static_cast<unsigned char>(__uint_as_float(0x43000000u | (u & 0x7fffff))))
BENCH_OPERATION(UnsignedToFloat, __float_as_uint(static_cast<float>(u)))
BENCH_OPERATION(Int64ToDouble, __double_as_longlong(static_cast<double>(static_cast<long long>(w))))
BENCH_OPERATION(DoubleToInt64,
                static_cast<long long>(__longlong_as_double(0x41d0000000000000ull |
                                                            (w & 0xfffffffffffffull))))
BENCH_OPERATION(Int64ToFloat, __float_as_uint(static_cast<float>(static_cast<long long>(w))))

template <class Operation>
__global__ void repeat(void* in, void* out, unsigned long long* sums, unsigned mask) {
  Lane l{0, blockIdx.x * blockDim.x + threadIdx.x, 0, 0, in, out};
  unsigned long long sum = 0;
  l.word = (l.i + 1) * 0x9e3779b97f4a7c15ull;
  for (l.round = 0; l.round < kRounds; ++l.round) {
    l.word += 0x632be59bd9b4e019ull;
    l.at = static_cast<unsigned>(l.word >> 33) % kSpan;
    if ((static_cast<unsigned>(l.word >> 40) & mask) == 0) sum += Operation::of(l);
  }
  sums[l.i] = sum;
}

template <class Operation>
double seconds(unsigned mask) {
  static DeviceArray<unsigned long long> in(
      std::vector<unsigned long long>(2 * kSpan, 0x0102030405060708ull)),
      out(std::vector<unsigned long long>(2 * kSpan)),
      sums{std::vector<unsigned long long>(kThreads)};
  double best = 1e9;
  for (int k = 0; k < 12; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    repeat<Operation><<<kBlocks, kBlock>>>(in.get(), out.get(), sums.get(), mask);
    finish();
    best = std::min(
        best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return best;
}

template <class Operation>
void row(const char* name) {
  static const double empty[] = {seconds<Nothing>(0), seconds<Nothing>(1)};
  const double lanes = static_cast<double>(kThreads) * kRounds;
  std::printf("| %-34s | %6.2f | %6.2f |\n", name,
              std::max(0.0, seconds<Operation>(0) - empty[0]) / lanes * 1e9,
              std::max(0.0, seconds<Operation>(1) - empty[1]) / lanes * 1e9);
  std::fflush(stdout);
}

}  // namespace
}  // namespace bench

int main() {
  using namespace bench;
  std::printf("| %-34s | %6s | %6s |\n|---|---|---|\n", "ns a lane", "all", "half");
  row<Load<unsigned char>>("load bytes, unrelated");
  row<Load<unsigned short>>("load shorts, unrelated");
  row<Load<unsigned>>("load words, unrelated");
  row<Load<unsigned long long>>("load 64-bit words, unrelated");
  row<LoadVector<uchar4>>("load uchar4, unrelated");
  row<LoadVector<float2>>("load float2, unrelated");
  row<LoadVector<float4>>("load float4, two parts used");
  row<Table>("look up, table of 256 bytes");
  row<LoadRow<unsigned char>>("load bytes, side by side");
  row<LoadRow<unsigned short>>("load shorts, side by side");
  row<LoadRow<unsigned>>("load words, side by side");
  row<Store<unsigned char>>("store bytes, unrelated");
  row<Store<unsigned short>>("store shorts, unrelated");
  row<Store<unsigned>>("store words, unrelated");
  row<StoreRow<unsigned char>>("store bytes, side by side");
  row<StoreRow<unsigned short>>("store shorts, side by side");
  row<StoreRow<unsigned>>("store words, side by side");
  row<LoadVectors<uchar3>>("load uchar3, side by side");
  row<LoadVectors<float3>>("load float3, side by side");
  row<StoreVectors<uchar3>>("store uchar3, side by side");
  row<StoreVectors<float3>>("store float3, side by side");
  row<Multiply64>("64-bit product");
  row<MultiplyHigh32>("__umulhi");
  row<MultiplyHigh64>("__umul64hi");
  row<ShiftLeft64>("64-bit shift left");
  row<ShiftRight64>("64-bit arithmetic shift right");
  row<Compare64>("64-bit comparison");
  row<Maximum64>("64-bit maximum");
  row<Population32>("__popc");
  row<Population64>("__popcll");
  row<LeadingZeros32>("__clz");
  row<LeadingZeros64>("__clzll");
  row<Reverse32>("__brev");
  row<Permute>("__byte_perm");
  row<FunnelShift>("__funnelshift_l");
  row<Divide32>("32-bit quotient");
  row<Divide64>("64-bit quotient");
  row<HalfToFloat>("half to float");
  row<FloatToHalf>("float to half");
  row<ByteToFloat>("byte to float");
  row<FloatToByte>("float to byte");
  row<UnsignedToFloat>("unsigned to float");
  row<Int64ToDouble>("64-bit integer to double");
  row<DoubleToInt64>("double to 64-bit integer");
  row<Int64ToFloat>("64-bit integer to float");
}
