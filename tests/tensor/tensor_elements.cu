// SPDX-License-Identifier: Apache-2.0
// What tensor copies make of elements, as an H200 answered (2026-11-26): the NaN that stands for
// what lies outside, floats that are rounded to TF32 on their way, sums of floats.
#include "tensor_copy.cuh"

constexpr int kCount = 16;

enum Way { kLoad, kStore, kAdd };

// One line: into shared memory and on to `out`, or from `in` to the tensor.
template <int WAY>
__global__ void move(const __grid_constant__ CUtensorMap map, int line, unsigned bytes,
                     const unsigned* in, unsigned* out) {
  __shared__ __align__(128) unsigned box[kCount * 2];
  __shared__ Barrier full;
  if (threadIdx.x == 0) init(&full, 1);
  if (WAY != kLoad && threadIdx.x < kCount) box[threadIdx.x] = in[threadIdx.x];
  fence_async();
  __syncthreads();
  if (threadIdx.x == 0) {
    if (WAY == kLoad) {
      expect(&full, bytes);
      load<2>(at(box), &map, {{0, line}}, at(&full));
    } else if (WAY == kStore) {
      store<2>(&map, {{0, line}}, at(box));
      wait_for_bulk_group();
    } else {
      asm volatile(
          "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group [%0, {0, %1}], [%2];" ::
              "l"(&map),
          "r"(line), "r"(at(box))
          : "memory");
      wait_for_bulk_group();
    }
  }
  if (WAY != kLoad) return;
  wait(&full, 0);
  if (threadIdx.x < bytes / 4) out[threadIdx.x] = box[threadIdx.x];
}

Tensor line_of(CUtensorMapDataType type, int element) {
  Tensor t;
  t.type = type, t.element = element, t.rank = 2;
  t.size[0] = t.box[0] = kCount;
  t.pack(0);
  return t;
}

Bytes words(const unsigned (&of)[kCount]) {
  Bytes bytes(sizeof of);
  std::memcpy(bytes.data(), of, sizeof of);
  return bytes;
}

void outside() {
  const struct {
    CUtensorMapDataType type;
    int element;
  } types[] = {
      {CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2},      {CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2},
      {CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4},      {CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 8},
      {CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, 4},  {CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, 4},
      {CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ, 4},
  };
  for (const auto& [type, element] : types) {
    for (const bool nan : {true, false}) {
      Tensor t = line_of(type, element);
      t.nan = nan;
      const unsigned bytes = t.box_bytes();
      const Device memory(Bytes(t.bytes(), 1)), out(bytes);
      move<kLoad>
          <<<1, 32>>>(map_of(t, memory.p), -1, bytes, nullptr, reinterpret_cast<unsigned*>(out.p));
      cuda(cudaDeviceSynchronize(), "outside");
      Bytes want(bytes);
      for (unsigned i = 0; nan && i < bytes; ++i) want[i] = i % 2 == 0 ? 0xf7 : 0x7f;
      same(out.get(), want, "outside, of type", type);
    }
  }
}

constexpr unsigned kNumbers[kCount] = {
    0x3f800000, 0x3f800fff, 0x3f801000, 0x3f801001, 0x3f803000, 0x3f802fff, 0xbf801000, 0x7f7fffff,
    0x00000001, 0x807fffff, 0x007ff000, 0x00001000, 0x7fc00001, 0x7f800001, 0xff800000, 0xffffffff};
constexpr unsigned kRounded[kCount] = {
    0x3f800000, 0x3f800000, 0x3f800000, 0x3f802000, 0x3f804000, 0x3f802000, 0xbf800000, 0x7f800000,
    0x00000000, 0x80800000, 0x00800000, 0x00000000, 0x7fffe000, 0x7fffe000, 0xff800000, 0x7fffe000};
constexpr unsigned kBefore[kCount] = {0x3f800000, 1, 1, 1, 0x00800000, 0x3f801001, 0x3f801001, 0, 0,
                                      0,          0, 0, 0, 0,          0,          0x7f800000};
constexpr unsigned kSums[kCount] = {
    0x40000000, 0x3f800fff, 0x3f801000, 0x3f801001, 0x3f803000, 0x40002000, 0x34000000, 0x7f7fffff,
    0x00000001, 0x807fffff, 0x007ff000, 0x00001000, 0x7fffffff, 0x7fffffff, 0xff800000, 0x7fffffff};

void floats() {
  for (const auto type : {CU_TENSOR_MAP_DATA_TYPE_FLOAT32, CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ,
                          CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ}) {
    const bool rounds =
        type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 || type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
    const bool flushes =
        type == CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ || type == CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ;
    const Tensor t = line_of(type, 4);
    Device memory(words(kNumbers));
    const Device in(words(kNumbers)), out(sizeof kNumbers);
    const CUtensorMap map = map_of(t, memory.p);
    const auto* from = reinterpret_cast<unsigned*>(in.p);
    move<kLoad><<<1, 32>>>(map, 0, sizeof kNumbers, nullptr, reinterpret_cast<unsigned*>(out.p));
    cuda(cudaDeviceSynchronize(), "load");
    same(out.get(), words(rounds ? kRounded : kNumbers), "load of type", type);
    memory.put(Bytes(sizeof kNumbers));
    move<kStore><<<1, 32>>>(map, 0, 0, from, nullptr);
    cuda(cudaDeviceSynchronize(), "store");
    same(memory.get(), words(kNumbers), "store of type", type);
    memory.put(words(kBefore));
    move<kAdd><<<1, 32>>>(map, 0, 0, from, nullptr);
    cuda(cudaDeviceSynchronize(), "add");
    unsigned sums[kCount];
    for (int i = 0; i < kCount; ++i) {
      sums[i] = flushes && (kSums[i] & 0x7f800000) == 0 ? 0 : kSums[i];
    }
    same(memory.get(), words(sums), "sums of type", type);
  }
}

int main() {
  outside();
  floats();
  return failures != 0;
}
