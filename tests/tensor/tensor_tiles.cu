// SPDX-License-Identifier: Apache-2.0
// Tiles of tensors of 1 to 5 dimensions to shared memory: all swizzles, steps, borders, which are
// filled with zeros; several lanes of a warp ask for boxes of their own.
#include "tensor_copy.cuh"

constexpr int kBoxes = 4, kRoom = 4096;  // of each box

template <int RANK>
__global__ void tiles(const __grid_constant__ CUtensorMap map, const At* places, unsigned bytes,
                      unsigned offset, unsigned char* out) {
  extern __shared__ __align__(1024) unsigned char boxes[];
  __shared__ Barrier full[kBoxes];
  const unsigned t = threadIdx.x;
  for (unsigned i = t; i < kBoxes * kRoom; i += blockDim.x) boxes[i] = 0xee;
  if (t < kBoxes) init(&full[t], 1);
  fence_async();
  __syncthreads();
  // Lanes 3, 10, 17, 24 of warp 1, not all in one instruction.
  if (t / 32 == 1 && t % 7 == 3 && t % 32 < 28) {
    const unsigned box = t % 32 / 7;
    expect(&full[box], bytes);
    load<RANK>(at(boxes) + box * kRoom + offset, &map, places[blockIdx.x * kBoxes + box],
               at(&full[box]));
  }
  for (unsigned box = 0; box < kBoxes; ++box) wait(&full[box], 0);
  for (unsigned i = t; i < kBoxes * kRoom; i += blockDim.x) {
    out[blockIdx.x * kBoxes * kRoom + i] = boxes[i];
  }
}

int main() {
  constexpr int kBlocks = 3;
  int number = 0;
  for (const Tensor& t : tensors()) {
    const Bytes content = random_bytes(t.bytes(), static_cast<unsigned>(number));
    const Device memory(content), out(kBlocks * kBoxes * kRoom),
        places(kBlocks * kBoxes * sizeof(At));
    std::vector<At> p;
    for (unsigned i = 0; i < kBlocks * kBoxes; ++i) p.push_back(place(t, i));
    cuda(cudaMemcpy(places.p, p.data(), places.bytes, cudaMemcpyHostToDevice), "places");
    const CUtensorMap map = map_of(t, memory.p);
    const unsigned offset = number % 2 == 0 ? 0 : 128 * 3;  // not where a pattern begins
#define CASE(N)                                                                                    \
  if (t.rank == N)                                                                                 \
    tiles<N><<<kBlocks, 96, kBoxes * kRoom>>>(map, reinterpret_cast<At*>(places.p), t.box_bytes(), \
                                              offset, out.p);
    FOR_EACH_RANK(CASE)
#undef CASE
    cuda(cudaDeviceSynchronize(), "tiles");
    Bytes want(out.bytes, 0xee);
    for (unsigned i = 0; i < kBlocks * kBoxes; ++i) {
      each_byte(t, p[i], i * kRoom + offset, [&](unsigned to, long long from) {
        want[to] = from < 0 ? 0 : content[static_cast<size_t>(from)];
      });
    }
    same(out.get(), want, "tensor", number++);
  }
  return failures != 0;
}
