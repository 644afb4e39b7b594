// SPDX-License-Identifier: Apache-2.0
// cp.reduce.async.bulk into global memory: every operation and type that PTX has, several blocks
// into one place.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <type_traits>

#include "tensor_copy.cuh"

constexpr int kCount = 16, kBlocks = 5;

template <class T>
__host__ __device__ T number(unsigned i) {
  return static_cast<T>(static_cast<int>(i * 2654435761u >> 24) - 90);
}
template <>
__host__ __device__ inline __half number(unsigned i) {
  return __float2half(static_cast<float>(static_cast<int>(i * 2654435761u >> 26) - 20) * 0.5f);
}
template <>
__host__ __device__ inline __nv_bfloat16 number(unsigned i) {
  return __float2bfloat16(static_cast<float>(static_cast<int>(i * 2654435761u >> 27) - 8));
}

enum Op { kAdd, kMin, kMax, kAnd, kOr, kXor, kInc, kDec };

// clang-format off: LLVM 22's writes this list otherwise each time it is run.
#define FORMS(FORM)                              \
  FORM(0, kAdd, unsigned, "add.u32")             \
  FORM(1, kAdd, int, "add.s32")                  \
  FORM(2, kAdd, unsigned long long, "add.u64")   \
  FORM(3, kAdd, float, "add.f32")                \
  FORM(4, kAdd, double, "add.f64")               \
  FORM(5, kAdd, __half, "add.noftz.f16")         \
  FORM(6, kAdd, __nv_bfloat16, "add.noftz.bf16") \
  FORM(7, kMin, unsigned, "min.u32")             \
  FORM(8, kMin, int, "min.s32")                  \
  FORM(9, kMin, unsigned long long, "min.u64")   \
  FORM(10, kMin, long long, "min.s64")           \
  FORM(11, kMin, __half, "min.f16")              \
  FORM(12, kMin, __nv_bfloat16, "min.bf16")      \
  FORM(13, kMax, unsigned, "max.u32")            \
  FORM(14, kMax, int, "max.s32")                 \
  FORM(15, kMax, unsigned long long, "max.u64")  \
  FORM(16, kMax, long long, "max.s64")           \
  FORM(17, kMax, __half, "max.f16")              \
  FORM(18, kMax, __nv_bfloat16, "max.bf16")      \
  FORM(19, kAnd, unsigned, "and.b32")            \
  FORM(20, kAnd, unsigned long long, "and.b64")  \
  FORM(21, kOr, unsigned, "or.b32")              \
  FORM(22, kOr, unsigned long long, "or.b64")    \
  FORM(23, kXor, unsigned, "xor.b32")            \
  FORM(24, kXor, unsigned long long, "xor.b64")  \
  FORM(25, kInc, unsigned, "inc.u32")            \
  FORM(26, kDec, unsigned, "dec.u32")
// clang-format on

template <int FORM, class T>
__global__ void reduces(T* to) {
  __shared__ __align__(16) T own[kCount];
  if (threadIdx.x < kCount) own[threadIdx.x] = number<T>(threadIdx.x + kCount * blockIdx.x + 7);
  fence_async();
  __syncthreads();
  if (threadIdx.x != 1) return;
#define CASE(index, op, Type, name)                                         \
  if (FORM == index)                                                        \
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." name \
                 " [%0], [%1], %2;" ::"l"(to),                              \
                 "r"(at(own)), "r"(static_cast<unsigned>(sizeof own))       \
                 : "memory");
  FORMS(CASE)
#undef CASE
  wait_for_bulk_group();
}

template <class T>
T reduced(Op op, T old, T by) {
  switch (op) {
    case kAdd:
      return old + by;
    case kMin:
      return by < old ? by : old;
    case kMax:
      return by > old ? by : old;
    default:
      break;
  }
  if constexpr (std::is_integral_v<T>) {
    switch (op) {
      case kAnd:
        return old & by;
      case kOr:
        return old | by;
      case kXor:
        return old ^ by;
      case kInc:
        return old >= by ? 0 : old + 1;
      default:
        return old == 0 || old > by ? by : old - 1;
    }
  }
  return old;
}

template <int FORM, class T>
void reduce(Op op, const char* name) {
  const int blocks = op == kInc || op == kDec ? 1 : kBlocks;  // whose order matters
  T values[kCount];
  for (unsigned i = 0; i < kCount; ++i) values[i] = number<T>(i * 3 + 1);
  Bytes bytes(sizeof values);
  std::memcpy(bytes.data(), values, bytes.size());
  const Device memory(bytes);
  reduces<FORM><<<blocks, 32>>>(reinterpret_cast<T*>(memory.p));
  cuda(cudaDeviceSynchronize(), name);
  for (unsigned b = 0; b < static_cast<unsigned>(blocks); ++b) {
    for (unsigned i = 0; i < kCount; ++i) {
      values[i] = reduced(op, values[i], number<T>(i + kCount * b + 7));
    }
  }
  std::memcpy(bytes.data(), values, bytes.size());
  same(memory.get(), bytes, name);
}

int main() {
#define CASE(index, op, Type, name) reduce<index, Type>(op, name);
  FORMS(CASE)
#undef CASE
  return failures != 0;
}
