// SPDX-License-Identifier: Apache-2.0
// heavy: 128
// wgmma.mma_async of every type, with A in registers and in shared memory, all swizzles and
// transpositions, and as gallery/gemm calls it.
#include "../../gallery/gemm/wgmma.cuh"
#include "wgmma_test.cuh"

// --- types: how many elements 32 bytes of k are, what a number becomes, and the instruction.
constexpr int kN = 24;  // no power of two

// clang-format off
#define D6 "{%0, %1, %2, %3, %4, %5}"
#define D12 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11}"
#define OUT6(c, d) c(d[0]), c(d[1]), c(d[2]), c(d[3]), c(d[4]), c(d[5])
#define OUT12(c, d) OUT6(c, d), c(d[6]), c(d[7]), c(d[8]), c(d[9]), c(d[10]), c(d[11])
#define A4(a) "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3])
// The predicate and the constants are behind; `d` is the number of registers of D.
#define FROM_SHARED(name, D, OUT, c, d, a, b, add, p, p1, p2, behind) \
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %" p ", 0;\n" name " " D ", %" p1 ", %" p2 ", p" behind "; }" \
               : OUT(c, d) : "l"(a), "l"(b), "r"(add))
#define FROM_REGISTERS(name, D, OUT, c, d, a, b, add, r0, r1, r2, r3, pb, p, behind) \
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %" p ", 0;\n" name " " D ", {%" r0 ", %" r1 ", %" r2 ", %" r3 "}, %" pb ", p" behind "; }" \
               : OUT(c, d) : A4(a), "l"(b), "r"(add))
#define TYPE(NAME, SUM, REGISTERS, D, OUT, c, p0, p1, p2, p3, p4, p5, instruction, behind, behind_registers) \
  struct NAME {                                                                                              \
    using Sum = SUM;                                                                                         \
    static constexpr int kRegisters = REGISTERS;                                                             \
    static __device__ void run(Sum* d, std::uint64_t a, std::uint64_t b, int add) {                          \
      FROM_SHARED("wgmma.mma_async.sync.aligned." instruction, D, OUT, c, d, a, b, add, p2, p0, p1, behind); \
    }                                                                                                        \
    static __device__ void run(Sum* d, const unsigned* a, std::uint64_t b, int add) {                        \
      FROM_REGISTERS("wgmma.mma_async.sync.aligned." instruction, D, OUT, c, d, a, b, add,                   \
                     p0, p1, p2, p3, p4, p5, behind_registers);                                              \
    }                                                                                                        \
  };
#define TYPE_12(NAME, SUM, c, instruction, behind, behind_registers) \
  TYPE(NAME, SUM, 12, D12, OUT12, c, "12", "13", "14", "15", "16", "17", instruction, behind, behind_registers)
#define TYPE_6(NAME, c, instruction, behind, behind_registers) \
  TYPE(NAME, unsigned, 6, D6, OUT6, c, "6", "7", "8", "9", "10", "11", instruction, behind, behind_registers)
TYPE_12(F32F16, float, "+f", "m64n24k16.f32.f16.f16", ", 1, 1, 0, 0", ", 1, 1, 0")
TYPE_12(F32F16Minus, float, "+f", "m64n24k16.f32.f16.f16", ", 1, -1, 0, 0", ", -1, 1, 0")
TYPE_12(F32F16TransA, float, "+f", "m64n24k16.f32.f16.f16", ", 1, 1, 1, 0", ", -1, -1, 0")
TYPE_12(F32F16TransB, float, "+f", "m64n24k16.f32.f16.f16", ", 1, 1, 0, 1", ", 1, 1, 1")
TYPE_12(F32F16TransBoth, float, "+f", "m64n24k16.f32.f16.f16", ", -1, -1, 1, 1", ", -1, -1, 1")
TYPE_6(F16F16, "+r", "m64n24k16.f16.f16.f16", ", 1, 1, 0, 0", ", 1, 1, 0")
TYPE_12(F32Bf16, float, "+f", "m64n24k16.f32.bf16.bf16", ", 1, 1, 0, 0", ", 1, 1, 0")
TYPE_12(F32Tf32, float, "+f", "m64n24k8.f32.tf32.tf32", ", 1, 1", ", 1, 1")
TYPE_12(F32E4E4, float, "+f", "m64n24k32.f32.e4m3.e4m3", ", 1, 1", ", 1, 1")
TYPE_12(F32E4E5, float, "+f", "m64n24k32.f32.e4m3.e5m2", ", 1, 1", ", 1, 1")
TYPE_12(F32E5E4, float, "+f", "m64n24k32.f32.e5m2.e4m3", ", 1, -1", ", 1, -1")
TYPE_12(F32E5E5, float, "+f", "m64n24k32.f32.e5m2.e5m2", ", 1, 1", ", 1, 1")
TYPE_6(F16E4E5, "+r", "m64n24k32.f16.e4m3.e5m2", ", 1, 1", ", 1, 1")
TYPE_12(S32S8S8, int, "+r", "m64n24k32.s32.s8.s8", "", "")
TYPE_12(S32S8U8, int, "+r", "m64n24k32.s32.s8.u8", "", "")
TYPE_12(S32U8S8, int, "+r", "m64n24k32.satfinite.s32.u8.s8", "", "")
TYPE_12(S32U8U8, int, "+r", "m64n24k32.s32.u8.u8", "", "")
TYPE_12(S32B1, int, "+r", "m64n24k256.s32.b1.b1.and.popc", "", "")
// clang-format on

// Two products, of 32 bytes of k each, from two warpgroups with rows of their own; the second
// warpgroup has A in registers. D and C by rows of kN.
template <class T>
__global__ void multiply(Layout of_a, Layout of_b, const std::uint8_t* a, const std::uint8_t* b,
                         const typename T::Sum* c, typename T::Sum* d, int add) {
  extern __shared__ __align__(1024) std::uint8_t memory[];
  std::uint8_t *memory_a = memory, *memory_b = memory + (of_a.size() + 1023) / 1024 * 1024;
  for (int i = threadIdx.x; i < 64 * of_a.bytes; i += blockDim.x)
    memory_a[of_a.place(i / of_a.bytes, i % of_a.bytes)] = a[i];
  for (int i = threadIdx.x; i < kN * of_b.bytes; i += blockDim.x)
    memory_b[of_b.place(i / of_b.bytes, i % of_b.bytes)] = b[i];
  const int thread = threadIdx.x % 128, group = threadIdx.x / 128, lane = thread % 32;
  const int row = thread / 32 * 16 + lane / 4;
  typename T::Sum sums[T::kRegisters];
  constexpr int kRegistersOfEight = T::kRegisters / (kN / 8);  // columns
  const auto place = [&](int i) {
    if (kRegistersOfEight == 4)
      return (row + i / 2 % 2 * 8) * kN + i / 4 * 8 + lane % 4 * 2 + i % 2;
    return (row + i % 2 * 8) * (kN / 2) + i / 2 * 4 + lane % 4;  // of pairs
  };
  const int all = 64 * kN * 4 / (kRegistersOfEight == 4 ? 4 : 8);
  for (int i = 0; i < T::kRegisters; ++i) sums[i] = c[group * all + place(i)];
  wgmma_begin();
  for (int step = 0; step < of_a.bytes / 32; ++step) {
    const auto descriptor_b = of_b.descriptor(shared_address(memory_b) + of_b.step(step));
    if (group == 0) {
      T::run(sums, of_a.descriptor(shared_address(memory_a) + of_a.step(step)), descriptor_b,
             add || step);
    } else {
      unsigned words[4];
      for (int w = 0; w < 4; ++w) {
        const std::uint8_t* from =
            a + (row + w % 2 * 8) * of_a.bytes + step * 32 + w / 2 * 16 + lane % 4 * 4;
        words[w] = from[0] | from[1] << 8 | from[2] << 16 | unsigned{from[3]} << 24;
      }
      T::run(sums, words, descriptor_b, add || step);
    }
  }
  wgmma_end();
  for (int i = 0; i < T::kRegisters; ++i) d[group * all + place(i)] = sums[i];
}

// What a number of each type is in bytes.
template <class E>
void put(std::uint8_t* to, int number) {
  const E element = static_cast<E>(static_cast<float>(number));
  __builtin_memcpy(to, &element, sizeof element);
}

template <class T, class A, class B>
void test(const char* name, int swizzle_a, int swizzle_b, bool across_a, bool across_b,
          int sign = 1, int sign_registers = 1, int bytes = 128) {
  constexpr bool kBits = std::is_same_v<A, bool>, kHalves = T::kRegisters == kN / 4;
  const Layout of_a{swizzle_a, across_a, 64, bytes}, of_b{swizzle_b, across_b, kN, bytes};
  std::uint8_t *a = nullptr, *b = nullptr;
  typename T::Sum *c = nullptr, *d = nullptr;
  cuda(cudaMallocManaged(&a, 64 * bytes), name);
  cuda(cudaMallocManaged(&b, kN * bytes), name);
  cuda(cudaMallocManaged(&c, 2 * 64 * kN * 4), name);
  cuda(cudaMallocManaged(&d, 2 * 64 * kN * 4), name);
  const int count = kBits ? bytes * 8 : bytes / static_cast<int>(sizeof(A));
  const auto of = [&](int seed, int line, int k, bool has_sign) {
    if (kBits) return value(seed, line, k) & 1;
    const int number = value(seed, line, k);
    return has_sign ? number : number + 200;
  };
  constexpr bool kSignA = !std::is_same_v<A, std::uint8_t>,
                 kSignB = !std::is_same_v<B, std::uint8_t>;
  if constexpr (kBits) {
    for (int i = 0; i < 64 * bytes; ++i) a[i] = 0;
    for (int i = 0; i < kN * bytes; ++i) b[i] = 0;
    for (int i = 0; i < 64 * count; ++i) a[i / 8] |= of(1, i / count, i % count, true) << i % 8;
    for (int i = 0; i < kN * count; ++i) b[i / 8] |= of(2, i / count, i % count, true) << i % 8;
  } else {
    for (int i = 0; i < 64 * count; ++i)
      put<A>(a + i * sizeof(A), of(1, i / count, i % count, kSignA));
    for (int i = 0; i < kN * count; ++i)
      put<B>(b + i * sizeof(B), of(2, i / count, i % count, kSignB));
  }
  const auto number_at = [&](typename T::Sum* sums, int i) {
    return kHalves ? static_cast<double>(static_cast<float>(reinterpret_cast<__half*>(sums)[i]))
                   : static_cast<double>(sums[i]);
  };
  for (const int add : {0, 1}) {
    for (int i = 0; i < 2 * 64 * kN; ++i) {
      const int number = value(3, i / kN, i % kN) * 5;
      if (kHalves) {
        reinterpret_cast<__half*>(c)[i] = static_cast<float>(number);
      } else {
        c[i] = static_cast<typename T::Sum>(number);
      }
    }
    multiply<T><<<1, 256, 32 * 1024>>>(of_a, of_b, a, b, c, d, add);
    cuda(cudaGetLastError(), name);
    cuda(cudaDeviceSynchronize(), name);
    for (int i = 0; i < 2 * 64 * kN; ++i) {
      const int row = i / kN % 64, column = i % kN;
      double want = 0;
      for (int k = 0; k < count; ++k) want += of(1, row, k, kSignA) * of(2, column, k, kSignB);
      want *= i < 64 * kN ? sign : sign_registers;
      if (add) want += number_at(c, i);
      const double got = number_at(d, i);
      if (got == want) continue;
      if (++failures < 20) {
        std::fprintf(stderr,
                     "FAIL %s, swizzle %d %d, across %d %d, %s, add %d, %d %d: %g, not %g\n", name,
                     swizzle_a, swizzle_b, across_a, across_b, i < 64 * kN ? "shared" : "registers",
                     add, row, column, got, want);
      }
    }
  }
  cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(d);
}

// As gallery/gemm: bf16 of 64 k in lines of 128 bytes, 256 columns.
__global__ void gallery_step(const __nv_bfloat16* a, const __nv_bfloat16* b, float* d) {
  extern __shared__ __align__(1024) std::uint8_t memory[];
  const Layout of_a{k128, false, 64, 128}, of_b{k128, true, 256, 128};
  std::uint8_t* memory_b = memory + of_a.size();
  for (int i = threadIdx.x; i < 64 * 64; i += 128)
    *reinterpret_cast<__nv_bfloat16*>(memory + of_a.place(i / 64, i % 64 * 2)) = a[i];
  for (int i = threadIdx.x; i < 256 * 64; i += 128)
    *reinterpret_cast<__nv_bfloat16*>(memory_b + of_b.place(i / 64, i % 64 * 2)) = b[i];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  float sums[128];
  gemm::begin_multiply();
  for (int step = 0; step < 4; ++step) {
    gemm::multiply<0, 1>(sums, of_a.descriptor(shared_address(memory) + of_a.step(step)),
                         of_b.descriptor(shared_address(memory_b) + of_b.step(step)), step != 0);
  }
  gemm::end_multiply();
  gemm::wait_for_multiply<0>();
  const int lane = threadIdx.x % 32, row = threadIdx.x / 32 * 16 + lane / 4;
  for (int i = 0; i < 128; ++i)
    d[(row + i / 2 % 2 * 8) * 256 + i / 4 * 8 + lane % 4 * 2 + i % 2] = sums[i];
}

void test_gallery() {
  __nv_bfloat16 *a = nullptr, *b = nullptr;
  float* d = nullptr;
  cuda(cudaMallocManaged(&a, 64 * 64 * 2), "gallery");
  cuda(cudaMallocManaged(&b, 256 * 64 * 2), "gallery");
  cuda(cudaMallocManaged(&d, 64 * 256 * 4), "gallery");
  for (int i = 0; i < 64 * 64; ++i) a[i] = static_cast<float>(value(1, i / 64, i % 64));
  for (int i = 0; i < 256 * 64; ++i) b[i] = static_cast<float>(value(2, i / 64, i % 64));
  cuda(cudaFuncSetAttribute(gallery_step, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536),
       "gallery");
  gallery_step<<<1, 128, 64 * 1024>>>(a, b, d);
  cuda(cudaGetLastError(), "gallery");
  cuda(cudaDeviceSynchronize(), "gallery");
  for (int i = 0; i < 64 * 256; ++i) {
    float want = 0;
    for (int k = 0; k < 64; ++k) want += value(1, i / 256, k) * value(2, i % 256, k);
    if (d[i] == want) continue;
    if (++failures < 20) std::fprintf(stderr, "FAIL gallery, %d: %g, not %g\n", i, d[i], want);
  }
}

int main() {
  using E4 = __nv_fp8_e4m3;
  using E5 = __nv_fp8_e5m2;
  for (const int swizzle : {kNone, k128, k64, k32}) {
    const int other = (swizzle + 1) % 4;
    test<F32F16, __half, __half>("f16", swizzle, other, false, false);
    test<F32F16TransA, __half, __half>("f16, A across", swizzle, other, true, false);
    test<F32F16TransB, __half, __half>("f16, B across", other, swizzle, false, true);
    test<F32F16TransBoth, __half, __half>("f16, both across", swizzle, swizzle, true, true);
  }
  test<F32F16Minus, __half, __half>("f16, minus", k128, k64, false, false, -1, -1);
  test<F16F16, __half, __half>("f16 sums", k64, k64, false, false);
  test<F32Bf16, __nv_bfloat16, __nv_bfloat16>("bf16", k128, k128, false, false);
  test<F32Tf32, float, float>("tf32", k32, k128, false, false);
  test<F32E4E4, E4, E4>("e4m3", k128, kNone, false, false);
  test<F32E4E5, E4, E5>("e4m3 e5m2", k64, k32, false, false);
  test<F32E5E4, E5, E4>("e5m2 e4m3", kNone, k128, false, false, -1, -1);
  test<F32E5E5, E5, E5>("e5m2", k128, k128, false, false);
  test<F16E4E5, E4, E5>("e4m3 e5m2, f16 sums", k128, k64, false, false);
  test<S32S8S8, std::int8_t, std::int8_t>("s8", k128, k64, false, false);
  test<S32S8U8, std::int8_t, std::uint8_t>("s8 u8", k64, k128, false, false);
  test<S32U8S8, std::uint8_t, std::int8_t>("u8 s8", k128, kNone, false, false);
  test<S32U8U8, std::uint8_t, std::uint8_t>("u8", k32, k64, false, false);
  test<S32B1, bool, bool>("b1", k64, k128, false, false);
  test_gallery();
  return failures != 0;
}
