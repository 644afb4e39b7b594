// SPDX-License-Identifier: Apache-2.0
// Boxes from shared memory into tensors of 1 to 5 dimensions: what lies outside is not written, nor
// what lies between the lines, but for the rest of 16 bytes in which a line ends (seen on an H200,
// where boxes may not begin below 0). Boxes that are added to what is there, and the other
// reductions.
#include "tensor_copy.cuh"

constexpr int kRoom = 4096;

__device__ void fill(unsigned char* box, unsigned seed) {
  for (unsigned i = threadIdx.x; i < kRoom; i += blockDim.x) {
    box[i] = static_cast<unsigned char>((i + seed * 131) * 2654435761u >> 13);
  }
  fence_async();
  __syncthreads();
}
unsigned char filled(unsigned i, unsigned seed) {
  return static_cast<unsigned char>((i + seed * 131) * 2654435761u >> 13);
}

template <int RANK>
__global__ void stores(const __grid_constant__ CUtensorMap map, At p, unsigned offset) {
  __shared__ __align__(1024) unsigned char box[kRoom];
  fill(box, 5);
  if (threadIdx.x == 33) {
    store<RANK>(&map, p, at(box) + offset);
    wait_for_bulk_group();
  }
}

void store_all() {
  int number = 0;
  for (const Tensor& t : tensors()) {
    const Bytes content = random_bytes(t.bytes(), 3);
    Device memory(content);
    const CUtensorMap map = map_of(t, memory.p);
    for (unsigned k = 0; k < 5; ++k) {
      At p = place(t, k);
      for (int& c : p.c) c = c < 0 ? 0 : c;
      const unsigned offset = k % 2 * 256;
      memory.put(content);
#define CASE(N) \
  if (t.rank == N) stores<N><<<1, 64>>>(map, p, offset);
      FOR_EACH_RANK(CASE)
#undef CASE
      cuda(cudaDeviceSynchronize(), "stores");
      Bytes want = content;
      const auto put = [&](unsigned from, long long to) {
        const auto at = static_cast<size_t>(to);
        if (to >= 0 && at < want.size()) want[at] = filled(from, 5);
      };
      each_byte(t, p, offset, put, 16);
      same(memory.get(), want, "store", number);
    }
    ++number;
  }
}

// Several blocks reduce into one place.
template <int OP>
__global__ void reduces(const __grid_constant__ CUtensorMap map, int x, int y) {
  __shared__ __align__(128) unsigned box[8][8];
  if (threadIdx.x < 64) {
    box[threadIdx.x / 8][threadIdx.x % 8] =
        threadIdx.x * 2654435761u + blockIdx.x * 40503u * 65537u;
  }
  fence_async();
  __syncthreads();
  if (threadIdx.x != 0) return;
#define OPERATION(number, name)                                            \
  if (OP == number)                                                        \
    asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta." name \
                 ".tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map),     \
                 "r"(x), "r"(y), "r"(at(box))                              \
                 : "memory");
  OPERATION(0, "add")
  OPERATION(1, "min")
  OPERATION(2, "max")
  OPERATION(3, "and")
  OPERATION(4, "or")
  OPERATION(5, "xor")
  OPERATION(6, "inc")
  OPERATION(7, "dec")
#undef OPERATION
  wait_for_bulk_group();
}

template <class Number>
Number reduced(int op, Number old, Number by) {
  switch (op) {
    case 0:
      return static_cast<Number>(static_cast<unsigned>(old) + static_cast<unsigned>(by));
    case 1:
      return by < old ? by : old;
    case 2:
      return by > old ? by : old;
    case 3:
      return old & by;
    case 4:
      return old | by;
    case 5:
      return old ^ by;
    case 6:
      return old >= by ? 0 : old + 1;
    default:
      return old == 0 || old > by ? by : old - 1;
  }
}

template <class Number, int OP>
void reduce(CUtensorMapDataType type, int blocks) {
  Tensor t;
  t.type = type, t.element = 4, t.rank = 2;
  t.size[0] = 10, t.size[1] = 10, t.box[0] = t.box[1] = 8;  // lines of 40 bytes, of which 48 change
  t.pack(16);
  const Bytes content = random_bytes(t.bytes(), 9);
  const Device memory(content);
  const CUtensorMap map = map_of(t, memory.p);
  const At p{{8, 5, 0, 0, 0}};
  reduces<OP><<<blocks, 64>>>(map, p.c[0], p.c[1]);
  cuda(cudaDeviceSynchronize(), "reduces");
  Bytes want = content;
  const auto add = [&](unsigned from, long long to) {
    if (to < 0 || from % 4 != 0 || static_cast<size_t>(to) >= want.size()) return;
    for (unsigned b = 0; b < static_cast<unsigned>(blocks); ++b) {
      Number old;
      std::memcpy(&old, &want[static_cast<size_t>(to)], 4);
      old = reduced<Number>(OP, old,
                            static_cast<Number>(from / 4 * 2654435761u + b * 40503u * 65537u));
      std::memcpy(&want[static_cast<size_t>(to)], &old, 4);
    }
  };
  each_byte(t, p, 0, add, 16);
  same(memory.get(), want, "reduction", OP);
}

__global__ void adds_floats(const __grid_constant__ CUtensorMap map) {
  __shared__ __align__(128) float box[4][4];
  if (threadIdx.x < 16) box[threadIdx.x / 4][threadIdx.x % 4] = 0.5f + threadIdx.x;
  fence_async();
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile(
        "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group [%0, {0, 1}], [%1];" ::
            "l"(&map),
        "r"(at(box))
        : "memory");
    wait_for_bulk_group();
  }
}

void add_floats() {
  Tensor t;
  t.type = CU_TENSOR_MAP_DATA_TYPE_FLOAT32, t.element = 4, t.rank = 2;
  t.size[0] = 4, t.size[1] = 4, t.box[0] = t.box[1] = 4;
  t.pack(0);
  Bytes want(t.bytes());
  for (int i = 0; i < 16; ++i) {
    const float x = 100.0f * static_cast<float>(i);
    std::memcpy(&want[static_cast<size_t>(4 * i)], &x, 4);
  }
  const Device memory(want);
  adds_floats<<<6, 32>>>(map_of(t, memory.p));
  cuda(cudaDeviceSynchronize(), "adds_floats");
  for (int i = 4; i < 16; ++i) {
    const float x = 100.0f * static_cast<float>(i) + 6 * (0.5f + static_cast<float>(i - 4));
    std::memcpy(&want[static_cast<size_t>(4 * i)], &x, 4);
  }
  same(memory.get(), want, "sum of floats");
}

int main() {
  store_all();
  reduce<unsigned, 0>(CU_TENSOR_MAP_DATA_TYPE_UINT32, 7);
  reduce<unsigned, 1>(CU_TENSOR_MAP_DATA_TYPE_UINT32, 7);
  reduce<int, 1>(CU_TENSOR_MAP_DATA_TYPE_INT32, 7);
  reduce<unsigned, 2>(CU_TENSOR_MAP_DATA_TYPE_UINT32, 7);
  reduce<int, 2>(CU_TENSOR_MAP_DATA_TYPE_INT32, 7);
  reduce<unsigned, 3>(CU_TENSOR_MAP_DATA_TYPE_UINT32, 7);
  reduce<unsigned, 4>(CU_TENSOR_MAP_DATA_TYPE_UINT32, 7);
  reduce<unsigned, 5>(CU_TENSOR_MAP_DATA_TYPE_UINT32, 7);
  reduce<unsigned, 6>(CU_TENSOR_MAP_DATA_TYPE_UINT32, 1);  // whose order matters
  reduce<unsigned, 7>(CU_TENSOR_MAP_DATA_TYPE_UINT32, 1);
  add_floats();
  return failures != 0;
}
