// SPDX-License-Identifier: Apache-2.0
// heavy: 32
// wmma.load, wmma.mma and wmma.store in inline PTX against plain loops: shapes, types, layouts,
// strides, shared and global memory.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

int failures = 0;

void cuda(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "FAIL %s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

// Small whole numbers.
__host__ __device__ int value(int seed, int i) {
  unsigned x = seed * 7919u + i * 2654435761u;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return static_cast<int>((x >> 20) % 7) - 3;
}

// clang-format off
#define R1(f, x, i) f(x[i])
#define R2(f, x, i) R1(f, x, i), R1(f, x, i + 1)
#define R4(f, x, i) R2(f, x, i), R2(f, x, i + 2)
#define R8(f, x, i) R4(f, x, i), R4(f, x, i + 4)
#define S1 "{%0}"
#define S2 "{%0, %1}"
#define S4 "{%0, %1, %2, %3}"
#define S8 "{%0, %1, %2, %3, %4, %5, %6, %7}"
// A matrix from memory: `p` is its address, `s` its stride.
#define LOAD(what, type, n, constraint, x, p, s, at, stride) \
  asm volatile("wmma.load." what " " S##n ", [%" at "], %" stride ";" : R##n(constraint, x, 0) : p, "r"(s) : "memory")
#define STORE(what, n, constraint, x, p, s, at, stride) \
  asm volatile("wmma.store." what " [%" at "], " S##n ", %" stride ";" :: R##n(constraint, x, 0), p, "r"(s) : "memory")
#define AT_1 "1", "2"
#define AT_2 "2", "3"
#define AT_4 "4", "5"
#define AT_8 "8", "9"
#define GET(...) __VA_ARGS__
#define LOADS(what, n, constraint, x, p, s) LOADS_(what, n, constraint, x, p, s, AT_##n)
#define LOADS_(what, n, constraint, x, p, s, ...) LOADS__(what, n, constraint, x, p, s, __VA_ARGS__)
#define LOADS__(what, n, constraint, x, p, s, at, stride) LOAD(what, , n, constraint, x, p, s, at, stride)
#define STORES(what, n, constraint, x, p, s) STORES_(what, n, constraint, x, p, s, AT_##n)
#define STORES_(what, n, constraint, x, p, s, ...) STORES__(what, n, constraint, x, p, s, __VA_ARGS__)
#define STORES__(what, n, constraint, x, p, s, at, stride) STORE(what, n, constraint, x, p, s, at, stride)

// D = A B + C of one shape and type. A lies in shared memory, the others in global memory.
#define TEST(NAME, M_, N_, K_, MEMORY, SUM, A_LAYOUT, B_LAYOUT, SUM_LAYOUT, shape, type, sum, NA, NB, ND,        \
             REGISTER, in, out, SUM_REGISTER, sum_in, sum_out, product, operands)                                \
  struct NAME {                                                                                                  \
    static constexpr int M = M_, N = N_, K = K_;                                                                 \
    using Memory = MEMORY;                                                                                       \
    using Sum = SUM;                                                                                             \
    static constexpr bool kRowsA = A_LAYOUT[0] == 'r', kRowsB = B_LAYOUT[0] == 'r', kRows = SUM_LAYOUT[0] == 'r'; \
    static constexpr const char* kName = product;                                                                \
    static __device__ void run(unsigned a_shared, const Memory* b_global, const Sum* c_global, Sum* d_global, int lda, int ldb, int ldc) { \
      REGISTER a[NA], b[NB];                                                                                     \
      SUM_REGISTER c[ND], d[ND];                                                                                 \
      LOADS("a.sync.aligned." A_LAYOUT "." shape ".shared." type, NA, out, a, "r"(a_shared), lda);               \
      LOADS("b.sync.aligned." B_LAYOUT "." shape "." type, NB, out, b, "l"(b_global), ldb);                      \
      LOADS("c.sync.aligned." SUM_LAYOUT "." shape ".global." sum, ND, sum_out, c, "l"(c_global), ldc);          \
      asm volatile("wmma.mma" product " " operands ";"                                                           \
                   : R##ND(sum_out, d, 0) : R##NA(in, a, 0), R##NB(in, b, 0), R##ND(sum_in, c, 0));              \
      STORES("d.sync.aligned." SUM_LAYOUT "." shape ".global." sum, ND, sum_in, d, "l"(d_global), ldc);          \
    }                                                                                                            \
  };
#define D8A8B8 S8 ", {%8, %9, %10, %11, %12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27, %28, %29, %30, %31}"
#define D4A8B8 S4 ", {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19}, {%20, %21, %22, %23}"
#define D8A2B8 S8 ", {%8, %9}, {%10, %11, %12, %13, %14, %15, %16, %17}, {%18, %19, %20, %21, %22, %23, %24, %25}"
#define D8A4B1 S8 ", {%8, %9, %10, %11}, {%12}, {%13, %14, %15, %16, %17, %18, %19, %20}"
#define D8A2B2 S8 ", {%8, %9}, {%10, %11}, {%12, %13, %14, %15, %16, %17, %18, %19}"
#define D8A4B4 S8 ", {%8, %9, %10, %11}, {%12, %13, %14, %15}, {%16, %17, %18, %19, %20, %21, %22, %23}"
#define D2A1B1 S2 ", {%2}, {%3}, {%4, %5}"
TEST(HalfFloat, 16, 16, 16, __half, float, "row", "col", "row", "m16n16k16", "f16", "f32", 8, 8, 8,
     unsigned, "r", "=r", float, "f", "=f", ".sync.aligned.row.col.m16n16k16.f32.f32", D8A8B8)
TEST(HalfTall, 32, 8, 16, __half, float, "col", "row", "col", "m32n8k16", "f16", "f32", 8, 8, 8,
     unsigned, "r", "=r", float, "f", "=f", ".sync.aligned.col.row.m32n8k16.f32.f32", D8A8B8)
TEST(HalfHalf, 8, 32, 16, __half, __half, "row", "row", "row", "m8n32k16", "f16", "f16", 8, 8, 4,
     unsigned, "r", "=r", unsigned, "r", "=r", ".sync.aligned.row.row.m8n32k16.f16.f16", D4A8B8)
TEST(Brain, 8, 32, 16, __nv_bfloat16, float, "row", "col", "col", "m8n32k16", "bf16", "f32", 2, 8, 8,
     unsigned, "r", "=r", float, "f", "=f", ".sync.aligned.row.col.m8n32k16.f32.bf16.bf16.f32", D8A2B8)
TEST(Signed, 32, 8, 16, signed char, int, "row", "col", "row", "m32n8k16", "s8", "s32", 4, 1, 8,
     unsigned, "r", "=r", int, "r", "=r", ".sync.aligned.row.col.m32n8k16.s32.s8.s8.s32.satfinite", D8A4B1)
TEST(SignedAcross, 16, 16, 16, signed char, int, "col", "row", "row", "m16n16k16", "s8", "s32", 2, 2, 8,
     unsigned, "r", "=r", int, "r", "=r", ".sync.aligned.col.row.m16n16k16.s32.s8.s8.s32", D8A2B2)
TEST(Tf32, 16, 16, 8, float, float, "row", "row", "col", "m16n16k8", "tf32", "f32", 4, 4, 8,
     unsigned, "r", "=r", float, "f", "=f", ".sync.aligned.row.row.m16n16k8.f32.tf32.tf32.f32", D8A4B4)
TEST(Double, 8, 8, 4, double, double, "row", "col", "row", "m8n8k4", "f64", "f64", 1, 1, 2,
     double, "d", "=d", double, "d", "=d", ".sync.aligned.row.col.m8n8k4.f64.f64.f64.f64.rn", D2A1B1)
// clang-format on

template <class T>
__global__ void multiply(const typename T::Memory* a, const typename T::Memory* b,
                         const typename T::Sum* c, typename T::Sum* d, int lda, int ldb, int ldc) {
  __shared__ __align__(32) unsigned char shared[4096];
  for (int i = threadIdx.x; i < 4096; i += 32)
    shared[i] = reinterpret_cast<const unsigned char*>(a)[i];
  __syncthreads();
  T::run(static_cast<unsigned>(__cvta_generic_to_shared(shared)), b, c, d, lda, ldb, ldc);
}

template <class T>
void test() {
  constexpr int M = T::M, N = T::N, K = T::K;
  const int lda = (T::kRowsA ? K : M) + 16, ldb = (T::kRowsB ? N : K) + 16,
            ldc = (T::kRows ? N : M) + 8;
  typename T::Memory *a = nullptr, *b = nullptr;
  typename T::Sum *c = nullptr, *d = nullptr;
  cuda(cudaMallocManaged(&a, 8192), T::kName);
  cuda(cudaMallocManaged(&b, 8192), T::kName);
  cuda(cudaMallocManaged(&c, 8192), T::kName);
  cuda(cudaMallocManaged(&d, 8192), T::kName);
  std::memset(a, 0, 8192);
  const auto number = [](int n) { return static_cast<float>(n); };
  const auto place = [](bool rows, int ld, int row, int column) {
    return rows ? row * ld + column : column * ld + row;
  };
  for (int i = 0; i < M; ++i)
    for (int k = 0; k < K; ++k) a[place(T::kRowsA, lda, i, k)] = number(value(1, i * 64 + k));
  for (int k = 0; k < K; ++k)
    for (int j = 0; j < N; ++j) b[place(T::kRowsB, ldb, k, j)] = number(value(2, k * 64 + j));
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) c[place(T::kRows, ldc, i, j)] = number(value(3, i * 64 + j) * 9);
  multiply<T><<<1, 32>>>(a, b, c, d, lda, ldb, ldc);
  cuda(cudaGetLastError(), T::kName);
  cuda(cudaDeviceSynchronize(), T::kName);
  for (int i = 0; i < M; ++i) {
    for (int j = 0; j < N; ++j) {
      int want = value(3, i * 64 + j) * 9;
      for (int k = 0; k < K; ++k) want += value(1, i * 64 + k) * value(2, k * 64 + j);
      const double got = static_cast<double>(static_cast<float>(d[place(T::kRows, ldc, i, j)]));
      if (got == want) continue;
      if (++failures < 10)
        std::fprintf(stderr, "FAIL %s, %d %d: %g, not %d\n", T::kName, i, j, got, want);
    }
  }
  cudaFree(a), cudaFree(b), cudaFree(c), cudaFree(d);
}

// Strides left out; bits; D of another type than C.
__global__ void more(const unsigned* a, const unsigned* b, int* counts, const __half* h, float* f) {
  unsigned x, y;
  int r[2];
  asm volatile("wmma.load.a.sync.aligned.row.m8n8k128.global.b1 {%0}, [%1];" : "=r"(x) : "l"(a));
  asm volatile("wmma.load.b.sync.aligned.col.m8n8k128.global.b1 {%0}, [%1];" : "=r"(y) : "l"(b));
  asm volatile(
      "wmma.mma.and.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {%0, %1}, {%2}, {%3}, {%4, "
      "%4};"
      : "=r"(r[0]), "=r"(r[1])
      : "r"(x), "r"(y), "r"(3));
  asm volatile("wmma.store.d.sync.aligned.row.m8n8k128.global.s32 [%0], {%1, %2};" ::"l"(counts),
               "r"(r[0]), "r"(r[1])
               : "memory");
  unsigned p[8], q[8], s[4];
  float d[8];
  LOADS("a.sync.aligned.row.m16n16k16.f16", 8, "=r", p, "l"(h), 16);
  LOADS("b.sync.aligned.col.m16n16k16.f16", 8, "=r", q, "l"(h + 256), 16);
  LOADS("c.sync.aligned.row.m16n16k16.f16", 4, "=r", s, "l"(h + 512), 16);
  asm volatile("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f16 " S8
               ", {%8, %9, %10, %11, %12, %13, %14, %15}, "
               "{%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %25, %26, %27};"
               : R8("=f", d, 0)
               : R8("r", p, 0), R8("r", q, 0), R4("r", s, 0));
  STORES("d.sync.aligned.row.m16n16k16.f32", 8, "f", d, "l"(f), 16);
}

void test_more() {
  unsigned *a = nullptr, *b = nullptr;
  int* counts = nullptr;
  __half* h = nullptr;
  float* f = nullptr;
  cuda(cudaMallocManaged(&a, 128), "more");
  cuda(cudaMallocManaged(&b, 128), "more");
  cuda(cudaMallocManaged(&counts, 256), "more");
  cuda(cudaMallocManaged(&h, 768 * 2), "more");
  cuda(cudaMallocManaged(&f, 1024), "more");
  for (unsigned i = 0; i < 32; ++i) a[i] = (i + 1) * 2654435761u, b[i] = (i + 77) * 2246822519u;
  for (int i = 0; i < 768; ++i) h[i] = static_cast<float>(value(4, i));
  more<<<1, 32>>>(a, b, counts, h, f);
  cuda(cudaGetLastError(), "more");
  cuda(cudaDeviceSynchronize(), "more");
  for (int i = 0; i < 64; ++i) {
    int want = 3;
    for (int w = 0; w < 4; ++w) want += __builtin_popcount(a[i / 8 * 4 + w] & b[i % 8 * 4 + w]);
    if (counts[i] != want && ++failures < 10)
      std::fprintf(stderr, "FAIL b1, %d: %d, not %d\n", i, counts[i], want);
  }
  for (int i = 0; i < 256; ++i) {
    int want = value(4, 512 + i);
    for (int k = 0; k < 16; ++k)
      want += value(4, i / 16 * 16 + k) * value(4, 256 + i % 16 * 16 + k);
    if (f[i] != static_cast<float>(want) && ++failures < 10)
      std::fprintf(stderr, "FAIL f32 from f16, %d: %g, not %d\n", i, f[i], want);
  }
}

int main() {
  test<HalfFloat>();
  test<HalfTall>();
  test<HalfHalf>();
  test<Brain>();
  test<Signed>();
  test<SignedAcross>();
  test<Tf32>();
  test<Double>();
  test_more();
  return failures != 0;
}
