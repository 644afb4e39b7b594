// SPDX-License-Identifier: Apache-2.0
// Fills of elements of 1, 2 and 4 bytes, whether their rows follow each other without a gap or not.
#include <cstring>
#include <vector>

#include "graphs.h"

constexpr unsigned kValue = 0x81726354;

__global__ void set_all(unsigned char* bytes, unsigned count, unsigned char value) {
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) bytes[i] = value;
}

// `width` elements a row, of `element` bytes; a row begins `pitch` bytes after the one before.
void fill(unsigned element, size_t width, size_t height, size_t pitch, cudaStream_t stream) {
  const size_t bytes = pitch * height + 8;
  std::vector<unsigned char> host(bytes), want(bytes, 0xee);
  for (size_t y = 0; y < height; ++y) {
    for (size_t x = 0; x < width; ++x) {
      std::memcpy(&want[y * pitch + x * element], &kValue, element);
    }
  }
  unsigned char* device;
  gate::ok(cudaMalloc(&device, bytes), "cudaMalloc");
  set_all<<<1, 64>>>(device, bytes, 0xee);
  gate::ok(cudaDeviceSynchronize(), "set_all");
  cudaMemsetParams params{};
  params.dst = device;
  params.pitch = pitch;
  params.value = element == 4 ? kValue : kValue & ((1u << 8 * element) - 1);
  params.elementSize = element;
  params.width = width;
  params.height = height;
  cudaGraph_t graph = graphs::create();
  cudaGraphNode_t node;
  gate::ok(cudaGraphAddMemsetNode(&node, graph, nullptr, 0, &params), "cudaGraphAddMemsetNode");
  graphs::run(graphs::instantiate(graph), stream, "fill");
  gate::ok(cudaMemcpy(host.data(), device, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
  gate::that(host == want, height > 1 && pitch == width * element ? "rows without gaps"
                           : height > 1                           ? "rows with gaps"
                                                                  : "one row");
  gate::ok(cudaFree(device), "cudaFree");
}

int main() {
  const cudaStream_t stream = graphs::stream();
  for (unsigned element : {1u, 2u, 4u}) {
    fill(element, 67, 1, 67 * element, stream);
    fill(element, 64, 5, 64 * element, stream);
    fill(element, 33, 7, 160, stream);
  }
  return gate::result();
}
