// SPDX-License-Identifier: Apache-2.0
// CUDA arrays of all shapes: what they say they are, and that what is copied in comes out again,
// through every call that copies to and from them.
#include <cstring>
#include <vector>

#include "memory.h"

namespace {

const cudaChannelFormatDesc kFloat2 = {32, 32, 0, 0, cudaChannelFormatKindFloat};
const cudaChannelFormatDesc kShort = {16, 0, 0, 0, cudaChannelFormatKindUnsigned};

std::vector<unsigned char> numbers(size_t count, unsigned seed) {
  std::vector<unsigned char> bytes(count);
  for (size_t i = 0; i < count; ++i) bytes[i] = (unsigned char)((i + seed) * 2654435761u >> 13);
  return bytes;
}

void says(cudaArray_t array, cudaChannelFormatDesc want, cudaExtent extent, unsigned flags) {
  cudaChannelFormatDesc desc;
  cudaExtent got;
  unsigned got_flags;
  gate::ok(cudaArrayGetInfo(&desc, &got, &got_flags, array), "cudaArrayGetInfo");
  gate::that(desc.x == want.x && desc.y == want.y && desc.z == want.z && desc.w == want.w &&
                 desc.f == want.f,
             "descriptor");
  gate::that(got.width == extent.width && got.height == extent.height && got.depth == extent.depth,
             "extent");
  gate::that(got_flags == flags, "flags");
  cudaChannelFormatDesc again;
  gate::ok(cudaGetChannelDesc(&again, array), "cudaGetChannelDesc");
  gate::that(again.x == want.x && again.f == want.f, "descriptor");
}

void rows() {
  constexpr size_t kWidth = 37, kHeight = 11, kRow = kWidth * 8;
  cudaArray_t a, b;
  gate::ok(cudaMallocArray(&a, &kFloat2, kWidth, kHeight), "cudaMallocArray");
  gate::ok(cudaMallocArray(&b, &kFloat2, kWidth, kHeight, cudaArraySurfaceLoadStore), "surface");
  says(a, kFloat2, {kWidth, kHeight, 0}, 0);
  says(b, kFloat2, {kWidth, kHeight, 0}, cudaArraySurfaceLoadStore);
  auto in = numbers(500 * kHeight, 1);
  std::vector<unsigned char> out(400 * kHeight, 0xee);
  gate::ok(cudaMemcpy2DToArray(a, 0, 0, in.data(), 500, kRow, kHeight, cudaMemcpyHostToDevice),
           "to array");
  gate::ok(cudaMemcpy2DArrayToArray(b, 0, 0, a, 0, 0, kRow, kHeight, cudaMemcpyDeviceToDevice),
           "array to array");
  // A window of another place over it.
  gate::ok(cudaMemcpy2DArrayToArray(b, 16, 2, a, 40, 5, 80, 3, cudaMemcpyDefault), "window");
  gate::ok(cudaMemcpy2DFromArray(out.data(), 400, b, 0, 0, kRow, kHeight, cudaMemcpyDeviceToHost),
           "from array");
  bool good = true;
  for (size_t y = 0; y < kHeight; ++y) {
    for (size_t x = 0; x < 400; ++x) {
      const bool window = x >= 16 && x < 96 && y >= 2 && y < 5;
      const unsigned char want = x >= kRow ? 0xee
                                 : window  ? in[(y + 3) * 500 + x + 24]
                                           : in[y * 500 + x];
      good = good && out[y * 400 + x] == want;
    }
  }
  gate::that(good, "rows of arrays");

  // The asynchronous forms, pinned and in order; device memory on the other side.
  cudaStream_t s;
  gate::ok(cudaStreamCreate(&s), "stream");
  unsigned* device;
  size_t pitch;
  gate::ok(cudaMallocPitch((void**)&device, &pitch, kRow, kHeight), "cudaMallocPitch");
  memory::count_from<<<1, 64, 0, s>>>(device, (unsigned)(pitch * kHeight / 4), 100);
  gate::ok(
      cudaMemcpy2DToArrayAsync(a, 0, 0, device, pitch, kRow, kHeight, cudaMemcpyDeviceToDevice, s),
      "to array, async");
  auto* pinned = gate::pinned<unsigned>(kWidth * 2 * kHeight);
  gate::ok(
      cudaMemcpy2DFromArrayAsync(pinned, kRow, a, 0, 0, kRow, kHeight, cudaMemcpyDeviceToHost, s),
      "from array, async");
  gate::ok(cudaStreamSynchronize(s), "wait");
  good = true;
  for (size_t y = 0; y < kHeight; ++y) {
    for (size_t x = 0; x < kWidth * 2; ++x) {
      good = good && pinned[y * kWidth * 2 + x] == 100 + y * (pitch / 4) + x;
    }
  }
  gate::that(good, "in the stream's order");

  // Bytes that go on in the next row.
  std::vector<unsigned char> all(kRow * kHeight);
  gate::ok(cudaMemcpyToArray(a, 100, 1, in.data(), 1000, cudaMemcpyHostToDevice), "bytes to array");
  gate::ok(cudaMemcpyArrayToArray(b, 8, 0, a, 100, 1, 1000, cudaMemcpyDeviceToDevice), "bytes");
  gate::ok(cudaMemcpyFromArray(all.data(), b, 8, 0, 1000, cudaMemcpyDeviceToHost), "from array");
  gate::that(std::memcmp(all.data(), in.data(), 1000) == 0, "bytes over rows");
  gate::ok(cudaFreeArray(a), "free");
  gate::ok(cudaFreeArray(b), "free");
  gate::ok(cudaFree(device), "free");
}

// Positions and widths are texels of the array, bytes of the pointer.
void boxes() {
  const cudaExtent whole = {20, 9, 5};
  cudaArray_t a, b;
  gate::ok(cudaMalloc3DArray(&a, &kShort, whole), "cudaMalloc3DArray");
  gate::ok(cudaMalloc3DArray(&b, &kShort, whole, cudaArrayLayered), "layered");
  says(b, kShort, whole, cudaArrayLayered);
  auto in = numbers(48 * 9 * 5, 3);
  std::vector<unsigned char> out(48 * 9 * 5, 0);
  cudaMemcpy3DParms p = {};
  p.srcPtr = {in.data(), 48, 20, 9};
  p.dstArray = a;
  p.extent = whole;
  p.kind = cudaMemcpyHostToDevice;
  gate::ok(cudaMemcpy3D(&p), "to array");
  cudaMemcpy3DParms q = {};
  q.srcArray = a;
  q.srcPos = {3, 1, 2};
  q.dstArray = b;
  q.dstPos = {1, 2, 0};
  q.extent = {10, 4, 3};
  q.kind = cudaMemcpyDeviceToDevice;
  gate::ok(cudaMemcpy3DAsync(&q, 0), "array to array");
  cudaMemcpy3DParms r = {};
  r.srcArray = b;
  r.srcPos = {1, 2, 0};
  r.dstPtr = {out.data(), 48, 24, 9};
  r.dstPos = {5, 0, 1};
  r.extent = {10, 4, 3};
  r.kind = cudaMemcpyDeviceToHost;
  gate::ok(cudaMemcpy3D(&r), "from array");
  bool good = true;
  for (size_t z = 0; z < 3; ++z) {
    for (size_t y = 0; y < 4; ++y) {
      good = good && std::memcmp(&out[(z + 1) * 432 + y * 48 + 5],
                                 &in[(z + 2) * 432 + (y + 1) * 48 + 6], 20) == 0;
    }
  }
  gate::that(good, "boxes of arrays");
  std::memset(out.data(), 0, out.size());
  cudaMemcpy3DPeerParms peer = {};
  unsigned char* device;
  gate::ok(cudaMalloc(&device, out.size()), "cudaMalloc");
  peer.srcArray = a;
  peer.dstPtr = {device, 48, 20, 9};
  peer.extent = whole;
  gate::ok(cudaMemcpy3DPeer(&peer), "peers");
  gate::ok(cudaMemcpy(out.data(), device, out.size(), cudaMemcpyDeviceToHost), "read back");
  good = true;
  for (size_t row = 0; row < 45; ++row) {
    good = good && std::memcmp(&out[row * 48], &in[row * 48], 40) == 0;
  }
  gate::that(good, "cudaMemcpy3DPeer");
  gate::ok(cudaFreeArray(a), "free");
  gate::ok(cudaFreeArray(b), "free");
}

void levels() {
  cudaMipmappedArray_t mipmap;
  gate::ok(cudaMallocMipmappedArray(&mipmap, &kShort, {40, 12, 0}, 100), "mipmapped");
  const cudaExtent want[] = {{40, 12, 0}, {20, 6, 0}, {10, 3, 0}, {5, 1, 0}, {2, 1, 0}, {1, 1, 0}};
  cudaArray_t level;
  for (unsigned i = 0; i < 6; ++i) {
    gate::ok(cudaGetMipmappedArrayLevel(&level, mipmap, i), "level");
    says(level, kShort, want[i], 0);
    const unsigned short value = (unsigned short)(i * 1000 + 3);
    gate::ok(cudaMemcpy2DToArray(level, 0, 0, &value, 2, 2, 1, cudaMemcpyHostToDevice), "to level");
  }
  memory::refused(cudaGetMipmappedArrayLevel(&level, mipmap, 6), cudaErrorInvalidValue, "no level");
  for (unsigned i = 0; i < 6; ++i) {
    unsigned short value = 0;
    gate::ok(cudaGetMipmappedArrayLevel(&level, mipmap, i), "level");
    gate::ok(cudaMemcpy2DFromArray(&value, 2, level, 0, 0, 2, 1, cudaMemcpyDeviceToHost), "from");
    gate::that(value == i * 1000 + 3, "each level is its own");
  }
  memory::refused(cudaFreeArray(level), cudaErrorInvalidValue, "a level is freed with the others");
  gate::ok(cudaFreeMipmappedArray(mipmap), "free");
  memory::refused(cudaFreeMipmappedArray(mipmap), cudaErrorInvalidResourceHandle, "twice");
}

void shapes() {
  cudaArray_t a;
  const unsigned cube = cudaArrayCubemap;
  gate::ok(cudaMalloc3DArray(&a, &kShort, {16, 16, 6}, cube), "cubemap");
  says(a, kShort, {16, 16, 6}, cube);
  gate::ok(cudaFreeArray(a), "free");
  gate::ok(cudaMalloc3DArray(&a, &kShort, {16, 16, 12}, cube | cudaArrayLayered), "cubemaps");
  gate::ok(cudaFreeArray(a), "free");
  gate::ok(cudaMalloc3DArray(&a, &kShort, {16, 0, 7}, cudaArrayLayered), "1-D layers");
  gate::ok(cudaFreeArray(a), "free");
  gate::ok(cudaMallocArray(&a, &kShort, 5000), "1-D");
  says(a, kShort, {5000, 0, 0}, 0);
  gate::ok(cudaFreeArray(a), "free");
  gate::ok(cudaMallocArray(&a, &kShort, 64, 64, cudaArrayDeferredMapping), "memory comes later");
  cudaArrayMemoryRequirements needs;
  gate::ok(cudaArrayGetMemoryRequirements(&needs, a, 0), "needs");
  gate::that(needs.size >= 64 * 64 * 2 && needs.size % needs.alignment == 0, "whole units");
  gate::ok(cudaFreeArray(a), "free");
}

}  // namespace

int main() {
  size_t before, after, total;
  gate::ok(cudaMemGetInfo(&before, &total), "cudaMemGetInfo");
  rows();
  boxes();
  levels();
  shapes();
  cudaArray_t large;
  gate::ok(cudaMallocArray(&large, &kShort, 4096, 1024), "8 MiB");
  size_t then;
  gate::ok(cudaMemGetInfo(&then, &total), "cudaMemGetInfo");
  gate::ok(cudaFreeArray(large), "free");
  gate::ok(cudaMemGetInfo(&after, &total), "cudaMemGetInfo");
  gate::that(after - then == 8 << 20, "arrays are device memory");
  return gate::result();
}
