// SPDX-License-Identifier: Apache-2.0
// Tensor maps in constant and global memory, and maps that a kernel changes (tensormap.replace) and
// publishes: each block describes a tensor of its own.
#include "tensor_copy.cuh"

constexpr int kRoom = 2048;

__constant__ CUtensorMap constant_map;

template <int WHERE>
__global__ void from(const CUtensorMap* global_map, At p, unsigned bytes, unsigned char* out) {
  __shared__ __align__(1024) unsigned char box[kRoom];
  __shared__ Barrier full;
  for (unsigned i = threadIdx.x; i < kRoom; i += blockDim.x) box[i] = 0xee;
  if (threadIdx.x == 0) init(&full, 1);
  fence_async();
  __syncthreads();
  if (threadIdx.x == 0) {
    expect(&full, bytes);
    load<2>(at(box), WHERE == 0 ? &constant_map : global_map, p, at(&full));
  }
  wait(&full, 0);
  for (unsigned i = threadIdx.x; i < kRoom; i += blockDim.x) out[i] = box[i];
}

#define REPLACE(field, type, constraint, value)                           \
  asm volatile("tensormap.replace.tile." field ".shared::cta.b1024." type \
               " [%0], %1;" ::"r"(at(&changed)),                          \
               constraint(value)                                          \
               : "memory")
#define REPLACE_OF(field, type, dimension, constraint, value)             \
  asm volatile("tensormap.replace.tile." field ".shared::cta.b1024." type \
               " [%0], %1, %2;" ::"r"(at(&changed)),                      \
               "n"(dimension), constraint(value)                          \
               : "memory")

// Block b: lines of 20 + 4 b numbers at `memory` + 4096 b, boxes of 8 x (2 + b), every second line.
__global__ void change(const __grid_constant__ CUtensorMap map, CUtensorMap* maps,
                       const unsigned char* memory, unsigned char* out) {
  __shared__ __align__(128) CUtensorMap changed;
  __shared__ __align__(1024) unsigned char box[kRoom];
  __shared__ Barrier full;
  const unsigned b = blockIdx.x;
  for (unsigned i = threadIdx.x; i < kRoom; i += blockDim.x) box[i] = 0xee;
  if (threadIdx.x == 0) init(&full, 1);
  if (threadIdx.x == 0) {
    changed = map;
    REPLACE("global_address", "b64", "l", memory + 4096 * b);
    REPLACE("rank", "b32", "r", 1);  // one less
    REPLACE_OF("box_dim", "b32", 0, "r", 8);
    REPLACE_OF("box_dim", "b32", 1, "r", 2 * (2 + b));
    REPLACE_OF("global_dim", "b32", 0, "r", 20 + 4 * b);
    REPLACE_OF("global_dim", "b32", 1, "r", 30 - b);
    REPLACE_OF("global_stride", "b64", 0, "l", 128ull);
    REPLACE_OF("element_stride", "b32", 0, "r", 1);
    REPLACE_OF("element_stride", "b32", 1, "r", 2);
    REPLACE("elemtype", "b32", "n", 2);  // u32
    REPLACE("interleave_layout", "b32", "n", 0);
    REPLACE("swizzle_mode", "b32", "n", 1);
    REPLACE("fill_mode", "b32", "n", 0);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    asm volatile(
        "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned "
        "[%0], [%1], 128;" ::"l"(maps + b),
        "r"(at(&changed))
        : "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(maps + b)
                 : "memory");
    expect(&full, 8 * 4 * (2 + b));
    load<2>(at(box), maps + b, {{16, static_cast<int>(b) - 2}}, at(&full));
  }
  wait(&full, 0);
  for (unsigned i = threadIdx.x; i < kRoom; i += blockDim.x) out[b * kRoom + i] = box[i];
}

int main() {
  Tensor t;
  t.type = CU_TENSOR_MAP_DATA_TYPE_UINT16, t.element = 2, t.rank = 2, t.swizzle = 2;
  t.size[0] = 50, t.size[1] = 40, t.box[0] = 32, t.box[1] = 12;
  t.pack(32);
  const Bytes content = random_bytes(t.bytes(), 31);
  const Device memory(content), out(kRoom), maps(4 * sizeof(CUtensorMap));
  const CUtensorMap map = map_of(t, memory.p);
  auto* global_map = reinterpret_cast<CUtensorMap*>(maps.p);
  cuda(cudaMemcpyToSymbol(constant_map, &map, sizeof map), "cudaMemcpyToSymbol");
  cuda(cudaMemcpy(global_map, &map, sizeof map, cudaMemcpyHostToDevice), "cudaMemcpy");
  const At p{{24, 33}};
  Bytes want(kRoom, 0xee);
  each_byte(t, p, 0, [&](unsigned to, long long from_byte) {
    want[to] = from_byte < 0 ? 0 : content[static_cast<size_t>(from_byte)];
  });
  from<0><<<1, 64>>>(nullptr, p, t.box_bytes(), out.p);
  cuda(cudaDeviceSynchronize(), "a map in constant memory");
  same(out.get(), want, "a map in constant memory");
  cuda(cudaMemset(out.p, 0, out.bytes), "cudaMemset");
  from<1><<<1, 64>>>(global_map, p, t.box_bytes(), out.p);
  cuda(cudaDeviceSynchronize(), "a map in global memory");
  same(out.get(), want, "a map in global memory");

  constexpr unsigned kBlocks = 4;
  const Bytes all = random_bytes(kBlocks * 4096, 32);
  const Device tensors(all), boxes(kBlocks * kRoom);
  change<<<kBlocks, 64>>>(map, global_map, tensors.p, boxes.p);
  cuda(cudaDeviceSynchronize(), "change");
  want.assign(boxes.bytes, 0xee);
  for (unsigned b = 0; b < kBlocks; ++b) {
    Tensor own;
    own.element = 4, own.rank = 2, own.swizzle = 1;
    own.size[0] = 20 + 4 * b, own.size[1] = 30 - b, own.stride[0] = 128;
    own.box[0] = 8, own.box[1] = 2 * (2 + b), own.step[1] = 2;
    each_byte(own, {{16, static_cast<int>(b) - 2}}, b * kRoom,
              [&](unsigned to, long long from_byte) {
                want[to] = from_byte < 0 ? 0 : all[b * 4096 + static_cast<size_t>(from_byte)];
              });
  }
  same(boxes.get(), want, "changed maps");
  return failures != 0;
}
