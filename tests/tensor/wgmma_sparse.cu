// SPDX-License-Identifier: Apache-2.0
// heavy: 64
// wgmma.mma_async.sp of every type, with A in registers and in shared memory, all swizzles and
// transpositions and both selectors, against a plain loop over the dense matrix.
#include "wgmma_test.cuh"

constexpr int kN = 24, kSteps = 4, kBytesA = 32 * kSteps, kBytesB = 64 * kSteps;

// clang-format off
#define D6 "{%0, %1, %2, %3, %4, %5}"
#define D12 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11}"
#define OUT6(c, d) c(d[0]), c(d[1]), c(d[2]), c(d[3]), c(d[4]), c(d[5])
#define OUT12(c, d) OUT6(c, d), c(d[6]), c(d[7]), c(d[8]), c(d[9]), c(d[10]), c(d[11])
// `behind`, `behind_registers`: the constants behind the predicate. p0 to p7: numbers of operands.
#define TYPE(NAME, SUM, A_TYPE, B_TYPE, SELECTOR, REGISTERS, D, OUT, c, p0, p1, p2, p3, p4, p5, p6, instruction, behind, behind_registers) \
  struct NAME {                                                                                                       \
    using Sum = SUM;                                                                                                  \
    using A = A_TYPE;                                                                                                 \
    using B = B_TYPE;                                                                                                 \
    static constexpr int kRegisters = REGISTERS, kSelector = SELECTOR;                                                \
    static constexpr const char* kName = instruction behind;                                                         \
    static __device__ void run(Sum* d, std::uint64_t a, std::uint64_t b, unsigned meta, int add) {                    \
      asm volatile("{ .reg .pred p; setp.ne.b32 p, %" p3 ", 0;\nwgmma.mma_async.sp.sync.aligned." instruction " " D   \
                   ", %" p0 ", %" p1 ", %" p2 ", " #SELECTOR ", p" behind "; }"                                       \
                   : OUT(c, d) : "l"(a), "l"(b), "r"(meta), "r"(add));                                                \
    }                                                                                                                 \
    static __device__ void run(Sum* d, const unsigned* a, std::uint64_t b, unsigned meta, int add) {                  \
      asm volatile("{ .reg .pred p; setp.ne.b32 p, %" p6 ", 0;\nwgmma.mma_async.sp.sync.aligned." instruction " " D   \
                   ", {%" p0 ", %" p1 ", %" p2 ", %" p3 "}, %" p4 ", %" p5 ", " #SELECTOR ", p" behind_registers "; }" \
                   : OUT(c, d) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(meta), "r"(add));            \
    }                                                                                                                 \
  };
#define TYPE_12(NAME, SUM, A, B, SELECTOR, c, instruction, behind, behind_registers) \
  TYPE(NAME, SUM, A, B, SELECTOR, 12, D12, OUT12, c, "12", "13", "14", "15", "16", "17", "18", instruction, behind, behind_registers)
#define TYPE_6(NAME, A, B, SELECTOR, instruction, behind, behind_registers) \
  TYPE(NAME, unsigned, A, B, SELECTOR, 6, D6, OUT6, "+r", "6", "7", "8", "9", "10", "11", "12", instruction, behind, behind_registers)
using E4 = __nv_fp8_e4m3;
using E5 = __nv_fp8_e5m2;
TYPE_12(F16, float, __half, __half, 0, "+f", "m64n24k32.f32.f16.f16", ", 1, 1, 0, 0", ", 1, 1, 0")
TYPE_12(F16Second, float, __half, __half, 1, "+f", "m64n24k32.f32.f16.f16", ", 1, -1, 0, 0", ", 1, -1, 0")
TYPE_12(F16AcrossA, float, __half, __half, 0, "+f", "m64n24k32.f32.f16.f16", ", 1, 1, 1, 0", ", 1, 1, 0")
TYPE_12(F16AcrossB, float, __half, __half, 1, "+f", "m64n24k32.f32.f16.f16", ", 1, 1, 0, 1", ", 1, 1, 1")
TYPE_6(F16Sums, __half, __half, 1, "m64n24k32.f16.f16.f16", ", 1, 1, 0, 0", ", 1, 1, 0")
TYPE_12(Bf16, float, __nv_bfloat16, __nv_bfloat16, 0, "+f", "m64n24k32.f32.bf16.bf16", ", 1, 1, 0, 0", ", 1, 1, 0")
TYPE_12(Tf32, float, float, float, 0, "+f", "m64n24k16.f32.tf32.tf32", ", 1, 1", ", 1, 1")
TYPE_12(Tf32Second, float, float, float, 1, "+f", "m64n24k16.f32.tf32.tf32", ", 1, 1", ", 1, 1")
TYPE_12(E4E5, float, E4, E5, 0, "+f", "m64n24k64.f32.e4m3.e5m2", ", 1, 1", ", 1, 1")
TYPE_12(E5E4, float, E5, E4, 0, "+f", "m64n24k64.f32.e5m2.e4m3", ", -1, 1", ", -1, 1")
TYPE_6(E4Sums, E4, E4, 0, "m64n24k64.f16.e4m3.e4m3", ", 1, 1", ", 1, 1")
TYPE_12(S8U8, int, std::int8_t, std::uint8_t, 0, "+r", "m64n24k64.s32.s8.u8", "", "")
TYPE_12(U8S8, int, std::uint8_t, std::int8_t, 0, "+r", "m64n24k64.satfinite.s32.u8.s8", "", "")
// clang-format on

// The second warpgroup has A in registers. `metadata`: a word of each of the 128 threads, by steps.
template <class T>
__global__ void multiply(Layout of_a, Layout of_b, const std::uint8_t* a, const std::uint8_t* b,
                         const unsigned* metadata, const typename T::Sum* c, typename T::Sum* d,
                         int add) {
  extern __shared__ __align__(1024) std::uint8_t memory[];
  std::uint8_t *memory_a = memory, *memory_b = memory + of_a.size();
  for (int i = threadIdx.x; i < 64 * kBytesA; i += blockDim.x)
    memory_a[of_a.place(i / kBytesA, i % kBytesA)] = a[i];
  for (int i = threadIdx.x; i < kN * kBytesB; i += blockDim.x)
    memory_b[of_b.place(i / kBytesB, i % kBytesB)] = b[i];
  const int thread = threadIdx.x % 128, group = threadIdx.x / 128, lane = thread % 32;
  const int row = thread / 32 * 16 + lane / 4;
  typename T::Sum sums[T::kRegisters];
  const auto place = [&](int i) {
    if (T::kRegisters == 12) return (row + i / 2 % 2 * 8) * kN + i / 4 * 8 + lane % 4 * 2 + i % 2;
    return (row + i % 2 * 8) * (kN / 2) + i / 2 * 4 + lane % 4;  // of pairs
  };
  const int all = 64 * kN / (12 / T::kRegisters);
  for (int i = 0; i < T::kRegisters; ++i) sums[i] = c[group * all + place(i)];
  wgmma_begin();
  for (int step = 0; step < kSteps; ++step) {
    const auto to_b = of_b.descriptor(shared_address(memory_b) + of_b.step(2 * step));
    const unsigned meta = metadata[step * 128 + thread];
    if (group == 0) {
      T::run(sums, of_a.descriptor(shared_address(memory_a) + of_a.step(step)), to_b, meta,
             add || step);
    } else {
      unsigned words[4];
      for (int w = 0; w < 4; ++w) {
        const std::uint8_t* from =
            a + (row + w % 2 * 8) * kBytesA + step * 32 + w / 2 * 16 + lane % 4 * 4;
        words[w] = from[0] | from[1] << 8 | from[2] << 16 | unsigned{from[3]} << 24;
      }
      T::run(sums, words, to_b, meta, add || step);
    }
  }
  wgmma_end();
  for (int i = 0; i < T::kRegisters; ++i) d[group * all + place(i)] = sums[i];
}

// Four bits for the four units (two elements of tf32) of a row that begin at unit 4 * four.
unsigned chosen(int row, int four, bool is_tf32) {
  static constexpr unsigned kPairs[] = {0x4, 0x8, 0xc, 0x9, 0xd, 0xe};  // first below second
  const unsigned number = value(4, row, four) + 3 + row % 3;
  return is_tf32 ? (number % 2 ? 0xe : 0x4) : kPairs[number % 6];
}

template <class E>
void put(std::uint8_t* to, int number) {
  const E element = static_cast<E>(static_cast<float>(number));
  __builtin_memcpy(to, &element, sizeof element);
}

template <class T>
void test(int swizzle_a, int swizzle_b, bool across_a = false, bool across_b = false,
          int sign = 1) {
  using A = typename T::A;
  using B = typename T::B;
  using Sum = typename T::Sum;
  constexpr int kSize = sizeof(A), kK = kBytesB / kSize, kOfStep = 64 / kSize;
  constexpr bool kTf32 = kSize == 4, kHalves = T::kRegisters == 6;
  const Layout of_a{swizzle_a, across_a, 64, kBytesA}, of_b{swizzle_b, across_b, kN, kBytesB};
  std::uint8_t *a = nullptr, *b = nullptr;
  unsigned* metadata = nullptr;
  Sum *c = nullptr, *d = nullptr;
  cuda(cudaMallocManaged(&a, 64 * kBytesA), T::kName);
  cuda(cudaMallocManaged(&b, kN * kBytesB), T::kName);
  cuda(cudaMallocManaged(&metadata, kSteps * 128 * 4), T::kName);
  cuda(cudaMallocManaged(&c, 2 * 64 * kN * 4), T::kName);
  cuda(cudaMallocManaged(&d, 2 * 64 * kN * 4), T::kName);
  const auto of_b_at = [](int column, int k) {
    return value(2, column, k) + (std::is_same_v<B, std::uint8_t> ? 200 : 0);
  };
  for (int i = 0; i < kN * kK; ++i) put<B>(b + i * kSize, of_b_at(i / kK, i % kK));

  // A as it is stored, and as it is meant.
  static int dense[64][kK];
  for (int row = 0; row < 64; ++row) {
    for (int k = 0; k < kK; ++k) dense[row][k] = 0;
    int stored = 0;
    const int unit = kTf32 ? 2 : 4;  // elements that four bits are for
    for (int k = 0; k < kK; k += unit) {
      const unsigned four = chosen(row, k / unit, kTf32);
      for (int i = 0; i < unit / 2; ++i, ++stored) {
        const int number = value(1, row, stored) + (std::is_same_v<A, std::uint8_t> ? 200 : 0);
        put<A>(a + row * kBytesA + stored * kSize, number);
        dense[row][k + (kTf32 ? (four == 0xe) : (four >> 2 * i & 3))] = number;
      }
    }
  }
  // Threads 4 * row + t of a warp tell of rows `row` and `row` + 8; those that have nothing to tell
  // have other bits.
  for (int i = 0; i < kSteps * 128; ++i) {
    const int step = i / 128, thread = i % 128, t = thread % 4,
              row = thread / 32 * 16 + thread % 32 / 4;
    const auto bits = [&](int of_row, int from, int count) {
      unsigned all = 0;
      for (int four = 0; four < count; ++four)
        all |= chosen(of_row, step * (kSize == 1 ? 16 : 8) + from + four, kTf32) << 4 * four;
      return all;
    };
    metadata[i] = 0x44444444;
    if (kSize == 1) {
      metadata[i] = bits(row + t % 2 * 8, t / 2 * 8, 8);
    } else if (t / 2 == T::kSelector) {
      metadata[i] = bits(row, t % 2 * 4, 4) | bits(row + 8, t % 2 * 4, 4) << 16;
    }
  }
  static_assert(kOfStep * kSteps == kK);

  const auto number_at = [](Sum* sums, int i) {
    return kHalves ? static_cast<double>(static_cast<float>(reinterpret_cast<__half*>(sums)[i]))
                   : static_cast<double>(sums[i]);
  };
  for (const int add : {0, 1}) {
    for (int i = 0; i < 2 * 64 * kN; ++i) {
      const int number = value(3, i / kN, i % kN) * 5;
      if (kHalves) {
        reinterpret_cast<__half*>(c)[i] = static_cast<float>(number);
      } else {
        c[i] = static_cast<Sum>(number);
      }
    }
    multiply<T><<<1, 256, 32 * 1024>>>(of_a, of_b, a, b, metadata, c, d, add);
    cuda(cudaGetLastError(), T::kName);
    cuda(cudaDeviceSynchronize(), T::kName);
    for (int i = 0; i < 2 * 64 * kN; ++i) {
      const int row = i / kN % 64, column = i % kN;
      double want = 0;
      for (int k = 0; k < kK; ++k) want += dense[row][k] * of_b_at(column, k);
      want = want * sign + (add ? number_at(c, i) : 0);
      const double got = number_at(d, i);
      if (got == want) continue;
      if (++failures < 20) {
        std::fprintf(stderr, "FAIL %s, swizzle %d %d, %s, add %d, %d %d: %g, not %g\n", T::kName,
                     swizzle_a, swizzle_b, i < 64 * kN ? "shared" : "registers", add, row, column,
                     got, want);
      }
    }
  }
  cudaFree(a), cudaFree(b), cudaFree(metadata), cudaFree(c), cudaFree(d);
}

int main() {
  test<F16>(kNone, k64);
  test<F16>(k128, k64);
  test<F16>(k64, kNone);
  test<F16>(k32, k128);
  test<F16Second>(k64, k128, false, false, -1);
  test<F16AcrossA>(k128, k64, true, false);
  test<F16AcrossB>(k64, k128, false, true);
  test<F16AcrossB>(kNone, k32, false, true);
  test<F16Sums>(k128, k128);
  test<Bf16>(k64, k64);
  test<Tf32>(k128, k64);
  test<Tf32Second>(k32, kNone);
  test<E4E5>(k128, k128);
  test<E5E4>(k64, kNone, false, false, -1);
  test<E4Sums>(k128, k64);
  test<S8U8>(k128, k128);
  test<U8S8>(kNone, k64);
  return failures != 0;
}
