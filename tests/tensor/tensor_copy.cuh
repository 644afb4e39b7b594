// SPDX-License-Identifier: Apache-2.0
// Tensor copies in inline PTX, tensor maps of them, and what a box must hold by a plain loop. Runs
// on a GPU of compute capability 9.0, too (nvcc -std=c++17 -arch=sm_90a).
#pragma once

#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using Barrier = unsigned long long;
using Bytes = std::vector<unsigned char>;

inline int failures = 0;

inline void cuda(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "FAIL %s: %s\n", what, cudaGetErrorName(error));
  std::exit(1);
}

// --- the device's side

__device__ inline unsigned at(const void* p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}
__device__ inline void init(Barrier* b, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(b)), "r"(count) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ inline void expect(Barrier* b, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(at(b)),
               "r"(bytes)
               : "memory");
}
__device__ inline void wait(Barrier* b, unsigned parity) {
  asm volatile(
      "{ .reg .pred p;\n"
      "AGAIN: mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%0], %1;\n"
      "  @!p bra AGAIN; }" ::"r"(at(b)),
      "r"(parity)
      : "memory");
}
__device__ inline void wait_for_bulk_group() {
  asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
}
__device__ inline void fence_async() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

struct At {
  int c[5];
};

#define COORDINATES_1 "{%3}"
#define COORDINATES_2 "{%3, %4}"
#define COORDINATES_3 "{%3, %4, %5}"
#define COORDINATES_4 "{%3, %4, %5, %6}"
#define COORDINATES_5 "{%3, %4, %5, %6, %7}"
#define GIVEN_1 "r"(p.c[0])
#define GIVEN_2 GIVEN_1, "r"(p.c[1])
#define GIVEN_3 GIVEN_2, "r"(p.c[2])
#define GIVEN_4 GIVEN_3, "r"(p.c[3])
#define GIVEN_5 GIVEN_4, "r"(p.c[4])

// Of `rank` dimensions, known when it is compiled.
#define FOR_EACH_RANK(CASE) CASE(1) CASE(2) CASE(3) CASE(4) CASE(5)

template <int RANK>
__device__ void load(unsigned to, const CUtensorMap* map, At p, unsigned barrier) {
#define CASE(N)                                                                                  \
  if (RANK == N)                                                                                 \
    asm volatile(                                                                                \
        "cp.async.bulk.tensor." #N                                                               \
        "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, " COORDINATES_##N \
        "], [%2];" ::"r"(to),                                                                    \
        "l"(map), "r"(barrier), GIVEN_##N                                                        \
        : "memory");
  FOR_EACH_RANK(CASE)
#undef CASE
}
template <int RANK>
__device__ void store(const CUtensorMap* map, At p, unsigned from) {
#define CASE(N)                                                                                  \
  if (RANK == N)                                                                                 \
    asm volatile("cp.async.bulk.tensor." #N                                                      \
                 "d.global.shared::cta.bulk_group [%1, " COORDINATES_##N "], [%0];" ::"r"(from), \
                 "l"(map), "r"(0), GIVEN_##N                                                     \
                 : "memory");
  FOR_EACH_RANK(CASE)
#undef CASE
}

// --- the host's side

// A tensor in memory and a box of it, as cuTensorMapEncodeTiled takes them.
struct Tensor {
  CUtensorMapDataType type = CU_TENSOR_MAP_DATA_TYPE_UINT8;
  int element = 1, rank = 1;  // bytes
  cuuint64_t size[5] = {1, 1, 1, 1, 1}, stride[4] = {};
  cuuint32_t box[5] = {1, 1, 1, 1, 1}, step[5] = {1, 1, 1, 1, 1};
  int swizzle = 0;
  bool nan = false;

  size_t bytes() const {
    size_t end = size[0] * element;
    for (int d = 1; d < rank; ++d) end += (size[d] - 1) * stride[d - 1];
    return end;
  }
  // Lines of the innermost dimension with `gap` bytes behind each.
  void pack(size_t gap) {
    for (int d = 1; d < rank; ++d) {
      stride[d - 1] =
          d == 1 ? (size[0] * element + gap + 15) / 16 * 16 : stride[d - 2] * size[d - 1];
    }
  }
  int count(int d) const { return static_cast<int>((box[d] + step[d] - 1) / step[d]); }
  int row_bytes() const { return static_cast<int>(box[0]) * element; }
  int pitch() const { return swizzle ? 16 << swizzle : row_bytes(); }
  int rows() const {
    int rows = 1;
    for (int d = 1; d < rank; ++d) rows *= count(d);
    return rows;
  }
  unsigned box_bytes() const { return static_cast<unsigned>(row_bytes() * rows()); }
};

using EncodeTiled = CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*,
                                 const cuuint64_t*, const cuuint64_t*, const cuuint32_t*,
                                 const cuuint32_t*, CUtensorMapInterleave, CUtensorMapSwizzle,
                                 CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
// The driver's function, without linking its library.
template <class Function>
Function driver_function(const char* name) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult how;
  cuda(cudaGetDriverEntryPointByVersion(name, &found, 12000, cudaEnableDefault, &how), name);
  if (how != cudaDriverEntryPointSuccess) {
    std::fprintf(stderr, "FAIL no %s\n", name);
    std::exit(1);
  }
  return reinterpret_cast<Function>(found);
}

inline CUtensorMap map_of(const Tensor& t, void* memory) {
  static const auto encode = driver_function<EncodeTiled>("cuTensorMapEncodeTiled");
  CUtensorMap map;
  const CUresult result =
      encode(&map, t.type, static_cast<cuuint32_t>(t.rank), memory, t.size, t.stride, t.box, t.step,
             CU_TENSOR_MAP_INTERLEAVE_NONE, static_cast<CUtensorMapSwizzle>(t.swizzle),
             CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
             t.nan ? CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
                   : CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (result != CUDA_SUCCESS) {
    std::fprintf(stderr, "FAIL cuTensorMapEncodeTiled: %d\n", static_cast<int>(result));
    std::exit(1);
  }
  return map;
}

// use(where in shared memory, where in the tensor or -1) for each byte of the box, whose place in
// shared memory is `base`.
template <class Use>
void each_byte(const Tensor& t, At p, unsigned base, Use use, long long piece = 1) {
  for (int row = 0; row < t.rows(); ++row) {
    long long line = 0;
    bool inside = true;
    for (int d = 1, rest = row; d < t.rank; ++d) {
      const long long k = p.c[d] + static_cast<long long>(rest % t.count(d)) * t.step[d];
      rest /= t.count(d);
      inside = inside && k >= 0 && k < static_cast<long long>(t.size[d]);
      line += k * static_cast<long long>(t.stride[d - 1]);
    }
    for (int b = 0; b < t.row_bytes(); ++b) {
      const long long k = p.c[0] * static_cast<long long>(t.element) + b;
      const long long end = static_cast<long long>(t.size[0]) * t.element;
      const bool is = inside && k >= 0 && k < (end + piece - 1) / piece * piece;
      unsigned shared = base + static_cast<unsigned>(row * t.pitch() + b);
      if (t.swizzle == 1) shared ^= (shared >> 7 & 1) << 4;
      if (t.swizzle == 2) shared ^= (shared >> 7 & 3) << 4;
      if (t.swizzle == 3) shared ^= (shared >> 7 & 7) << 4;
      use(shared, is ? line + k : -1);
    }
  }
}

inline unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x85ebca6bu;
  x ^= x >> 13;
  x *= 0xc2b2ae35u;
  return x ^ (x >> 16);
}
inline Bytes random_bytes(size_t count, unsigned seed) {
  Bytes bytes(count);
  for (size_t i = 0; i < count; ++i)
    bytes[i] = static_cast<unsigned char>(mix(static_cast<unsigned>(i) + seed * 7919));
  return bytes;
}

// Memory of the device.
struct Device {
  unsigned char* p = nullptr;
  size_t bytes;
  explicit Device(size_t count) : bytes(count) { cuda(cudaMalloc(&p, count), "cudaMalloc"); }
  explicit Device(const Bytes& from) : Device(from.size()) { put(from); }
  Device(const Device&) = delete;
  ~Device() { cudaFree(p); }
  void put(const Bytes& from) {
    cuda(cudaMemcpy(p, from.data(), from.size(), cudaMemcpyHostToDevice), "to the device");
  }
  Bytes get() const {
    Bytes to(bytes);
    cuda(cudaMemcpy(to.data(), p, bytes, cudaMemcpyDeviceToHost), "from the device");
    return to;
  }
};

inline void same(const Bytes& got, const Bytes& want, const char* what, int number = 0) {
  for (size_t i = 0; i < want.size(); ++i) {
    if (got[i] == want[i]) continue;
    std::fprintf(stderr, "FAIL %s %d: byte %zu is %02x, not %02x\n", what, number, i, got[i],
                 want[i]);
    ++failures;
    return;
  }
}

// The shapes that all are tried with.
inline std::vector<Tensor> tensors() {
  std::vector<Tensor> all;
  const auto add = [&](CUtensorMapDataType type, int element, std::vector<cuuint64_t> size,
                       std::vector<cuuint32_t> box, int swizzle,
                       std::vector<cuuint32_t> step = {}) {
    Tensor t;
    t.type = type, t.element = element, t.rank = static_cast<int>(size.size());
    for (int d = 0; d < t.rank; ++d) {
      t.size[d] = size[static_cast<size_t>(d)], t.box[d] = box[static_cast<size_t>(d)];
      if (!step.empty()) t.step[d] = step[static_cast<size_t>(d)];
    }
    t.swizzle = swizzle;
    t.pack(16 * (all.size() % 3));
    all.push_back(t);
  };
  add(CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, {1000}, {256}, 0);
  add(CU_TENSOR_MAP_DATA_TYPE_INT32, 4, {77}, {32}, 3);
  add(CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, {45, 13}, {32, 7}, 0);
  add(CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, {45, 33}, {16, 20}, 1);
  add(CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, {70, 19}, {32, 11}, 2);
  add(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, {90, 40}, {64, 17}, 3);
  add(CU_TENSOR_MAP_DATA_TYPE_UINT64, 8, {9, 7}, {4, 9}, 0, {1, 2});
  add(CU_TENSOR_MAP_DATA_TYPE_INT32, 4, {20, 9, 5}, {8, 7, 3}, 1, {1, 3, 2});
  add(CU_TENSOR_MAP_DATA_TYPE_INT64, 8, {13, 6, 4}, {16, 4, 3}, 3);
  add(CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, {11, 4, 3, 5}, {12, 2, 3, 2}, 0);
  add(CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, {24, 5, 4, 3}, {32, 3, 2, 2}, 2);
  add(CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, {9, 3, 4, 2, 3}, {4, 2, 3, 2, 2}, 0);
  add(CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, {33, 3, 2, 3, 2}, {16, 2, 2, 2, 2}, 1, {1, 1, 1, 2, 1});
  return all;
}
// A place inside, and places over each border.
inline At place(const Tensor& t, unsigned number) {
  At p{};
  for (int d = 0; d < t.rank; ++d) {
    const int size = static_cast<int>(t.size[d]), box = static_cast<int>(t.box[d]);
    const unsigned x = mix(number * 5 + static_cast<unsigned>(d));
    p.c[d] =
        number == 0 ? 0 : static_cast<int>(x % static_cast<unsigned>(size + box + 2)) - box - 1;
  }
  // In whole pieces of 16 bytes, as the hardware wants it.
  const int piece = 16 / t.element;
  p.c[0] = (p.c[0] + 1024) / piece * piece - 1024;
  return p;
}
