// SPDX-License-Identifier: Apache-2.0
// Values that an H200 gave (nvcc 13.0, 2026-11-23; reference/h200/differences and error bounds of
// docs/math.md): byte permutations, huge and tiny arguments, NaNs of fp8, sums of groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp8.h>

#include <cmath>

#include "../check.h"

namespace cg = cooperative_groups;

struct Words {
  unsigned v[24];
};
struct Tails {
  double erfcinv, normcdfinv;
};

__device__ unsigned word(float x) {
  return x != x ? 0x7fffffffu : __float_as_uint(x);
}
__device__ unsigned high(double x) {
  return unsigned(__double_as_longlong(x) >> 32);
}
__device__ unsigned prmt(unsigned a, unsigned b, unsigned s) {
  unsigned r;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(s));
  return r;
}

__global__ void words(unsigned a, unsigned b, float huge, double top, double nan, double minus,
                      float tiny, Words* out) {
  float product, fused;
  asm("mul.ftz.f32 %0, %1, %2;" : "=f"(product) : "f"(tiny), "f"(0.99999994f));
  asm("fma.rn.ftz.f32 %0, %1, %2, %3;" : "=f"(fused) : "f"(tiny), "f"(0.99999994f), "f"(0.0f));
  double s, c;
  sincospi(-top, &s, &c);
  *out = {{__byte_perm(a, b, 0x7658),
           __byte_perm(a, b, 0xffff),
           __byte_perm(a, b, 0x89ab),
           prmt(a, b, 0x7658),
           prmt(a, b, 0x89ab),
           prmt(a, b, 0xf0f1),
           word(__fdividef(3e38f, huge)),
           word(__fdividef(INFINITY, huge)),
           word(__fdividef(-1.0f, huge)),
           word(__fdividef(1.0f, 0x1p126f)),
           high(sinpi(top)),
           high(cospi(top)),
           high(s),
           high(c),
           high(sinpi(top / 2)),
           __nv_fp8_e4m3(nan).__x,
           __nv_fp8_e5m2(nan).__x,
           __nv_fp8_e4m3(minus).__x,
           __nv_fp8_e5m2(minus).__x,
           __nv_fp8_e5m2(float(nan)).__x,
           word(product),
           word(fused),
           word(float(__nv_fp8_e5m2(minus))),
           0}};
}
__global__ void tails(const double* x, Tails* out) {
  out[threadIdx.x] = {erfcinv(x[threadIdx.x]), normcdfinv(x[threadIdx.x])};
}
__global__ void sums(unsigned* out) {
  const auto block = cg::this_thread_block();
  const float v = 1.0f / (3 + threadIdx.x * 7 % 29);
  out[threadIdx.x] = word(cg::reduce(cg::tiled_partition<8>(block), v, cg::plus<float>()));
  out[threadIdx.x + 32] = word(cg::reduce(cg::tiled_partition<32>(block), v, cg::plus<float>()));
  const int mixed = cg::reduce(cg::tiled_partition<32>(block), (int)threadIdx.x + 1,
                               [](int a, int b) { return a * 3 + b; });
  out[threadIdx.x + 64] = mixed;
}

template <class T>
struct Array {
  T* p;
  explicit Array(std::size_t n) { cudaMalloc(&p, n * sizeof(T)); }
  ~Array() { cudaFree(p); }
  void put(const T* from, std::size_t n) {
    cudaMemcpy(p, from, n * sizeof(T), cudaMemcpyHostToDevice);
  }
  void get(T* to, std::size_t n) {
    check::cuda(cudaMemcpy(to, p, n * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
  }
};

int main() {
  const unsigned want[] = {0x8877e6a1, 0x88888888, 0xa122b344, 0x8877e6ff, 0xff00ff00, 0xffa1ff22,
                           0,          0x7fffffff, 0x80000000, 0x00800000, 0,          0x3ff00000,
                           0x80000000, 0x3ff00000, 0,          0x7f,       0x7e,       0xff,
                           0xfe,       0x7f,       0,          0,          0x7fffffff, 0};
  Words got;
  Array<Words> w(1);
  words<<<1, 1>>>(0x44b322a1, 0x8877e655, 1e38f, 0x1.fffffffffffffp1023, NAN,
                  std::copysign(NAN, -1.0), 0x1p-126f, w.p);
  w.get(&got, 1);
  for (int k = 0; k < 24; ++k) check::equal(got.v[k], want[k], "a word of an H200");

  // 5e-324, 1e-320, 1e-315, 1e-312: within 2 ulp of what an H200 prints.
  const double x[] = {5e-324, 1e-320, 1e-315, 1e-312};
  const Tails tail[] = {{27.213293210812949, -38.467405617144351},
                        {27.073153719853039, -38.269125343032655},
                        {26.859832753310734, -37.967300351067358},
                        {26.731024310670822, -37.785049894419622}};
  Array<double> in(4);
  Array<Tails> out(4);
  Tails found[4];
  in.put(x, 4);
  tails<<<1, 4>>>(in.p, out.p);
  out.get(found, 4);
  for (int k = 0; k < 4; ++k) {
    check::that(std::fabs(found[k].erfcinv - tail[k].erfcinv) < 1.5e-14, "erfcinv");
    check::that(std::fabs(found[k].normcdfinv - tail[k].normcdfinv) < 2.2e-14, "normcdfinv");
  }

  const unsigned of_8[] = {0x3f487de4, 0x3f111c90, 0x3f33ca53, 0x3f7792c2};
  unsigned all[96];
  Array<unsigned> s(96);
  sums<<<1, 32>>>(s.p);
  s.get(all, 96);
  for (int t = 0; t < 32; ++t) {
    check::equal(all[t], of_8[t / 8], "a sum of 8");
    check::equal(all[t + 32], 0x40413de3u, "a sum of 32");
    check::equal(all[t + 64], 8960u + 512 * t, "an operation that is not commutative");
  }
  return check::result();
}
