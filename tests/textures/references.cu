// SPDX-License-Identifier: Apache-2.0
// Texture references, as programs of CUDA 11 and before have them: bound to linear memory with an
// offset, to pitched memory and to arrays; bound again, with other modes; unbound; static
// ones. Surface references, too.
#include "textures.h"

texture<float, cudaTextureType1D, cudaReadModeElementType> line;
texture<unsigned char, 2, cudaReadModeNormalizedFloat> plane;
texture<int2, 2> pairs;
static texture<float, 2> hidden;
surface<void, cudaSurfaceType2D> canvas;
static surface<void, cudaSurfaceType2DLayered> sheets;
texture<float, 3> box(1, cudaFilterModeLinear, cudaAddressModeWrap);

__global__ void from_line(float* out) {
  out[threadIdx.x] = tex1Dfetch(line, (int)threadIdx.x * 3 % 64);
}
__global__ void from_plane(float* out) {
  out[threadIdx.x] = tex2D(plane, (float)(threadIdx.x % 8) + 0.5f, (float)(threadIdx.x / 8) + 0.5f);
}
__global__ void from_pairs(int* out) {
  const int2 pair = tex2D(pairs, (float)(threadIdx.x % 8), (float)(threadIdx.x / 8));
  out[threadIdx.x] = pair.x - 2 * pair.y;
}
__global__ void from_hidden(float* out) {
  out[threadIdx.x] =
      tex2D(hidden, (float)(threadIdx.x % 8) + 0.5f, (float)(threadIdx.x / 8) + 0.5f);
}
// Reads one place and writes another.
__global__ void on_canvas(int* out) {
  const int x = (int)threadIdx.x % 8, y = (int)threadIdx.x / 8;
  int value;
  surf2Dread(&value, canvas, (7 - x) * 4, y);
  out[threadIdx.x] = surf2Dread<int>(canvas, x * 4, y + 2, cudaBoundaryModeZero);
  __syncthreads();
  surf2Dwrite(value * 2, canvas, x * 4, y);
}
__global__ void on_sheets(int* out) {
  const int x = (int)threadIdx.x % 8, layer = (int)threadIdx.x / 8;
  surf2DLayeredwrite((int)threadIdx.x + 5, sheets, x * 4, 0, layer);
  __syncthreads();
  out[threadIdx.x] = surf2DLayeredread<int>(sheets, (x ^ 3) * 4, 0, layer ^ 1);
}
__global__ void from_box(float* out) {
  const float x = (float)threadIdx.x / 4 + 0.125f;
  out[threadIdx.x] = tex3D(box, x, x + 0.25f, 0.5f);
}

namespace {

template <class T, class Kernel, class Want>
void gives(const char* what, Kernel kernel, int count, Want want) {
  T* out = nullptr;
  std::vector<T> got((size_t)count);
  gate::ok(cudaMalloc(&out, (size_t)count * sizeof(T)), "results");
  kernel<<<1, count>>>(out);
  gate::ok(cudaMemcpy(got.data(), out, (size_t)count * sizeof(T), cudaMemcpyDeviceToHost), what);
  bool good = true;
  for (int i = 0; i < count; ++i) good = good && got[(size_t)i] == want(i);
  gate::that(good, what);
  gate::ok(cudaFree(out), "free");
}

}  // namespace

int main() {
  float floats[256], *memory = nullptr;
  for (int i = 0; i < 256; ++i) floats[i] = (float)(i * i);
  gate::ok(cudaMalloc(&memory, sizeof floats), "memory");
  gate::ok(cudaMemcpy(memory, floats, sizeof floats, cudaMemcpyHostToDevice), "floats");
  size_t offset = 77;
  gate::ok(cudaBindTexture(&offset, line, memory, 40 * sizeof(float)), "bind");
  gate::that(offset == 0, "no offset");
  gives<float>("line", from_line, 64,
               [&](int i) { return i * 3 % 64 < 40 ? floats[i * 3 % 64] : 0.0f; });
  // From the fifth number on: lookups must add the offset.
  gate::ok(cudaBindTexture(&offset, line, memory + 5, cudaCreateChannelDesc<float>()),
           "bind again");
  gate::that(offset == 20, "offset");
  gate::ok(cudaGetTextureAlignmentOffset(&offset, line), "offset");
  gate::that(offset == 20, "offset, asked for");
  gives<float>("line again", from_line, 64, [&](int i) { return floats[i * 3 % 64]; });
  gate::is(cudaBindTexture(nullptr, line, memory + 5), cudaErrorInvalidValue, "no place for it");
  gate::ok(cudaUnbindTexture(line), "unbind");
  gives<float>("unbound again", from_line, 64, [](int) { return 0.0f; });

  unsigned char bytes[4][96];
  for (int i = 0; i < 4 * 96; ++i) bytes[i / 96][i % 96] = (unsigned char)(i * 7);
  gate::ok(cudaMemcpy(memory, bytes, sizeof bytes, cudaMemcpyHostToDevice), "bytes");
  gate::ok(
      cudaBindTexture2D(nullptr, plane, memory, cudaCreateChannelDesc<unsigned char>(), 8, 4, 96),
      "rows");
  gives<float>("rows", from_plane, 32, [&](int i) { return (float)bytes[i / 8][i % 8] / 255.0f; });
  plane.addressMode[0] = cudaAddressModeBorder;
  plane.filterMode = cudaFilterModeLinear;
  gate::ok(cudaBindTexture2D(&offset, plane, memory, 4, 4, 96), "rows, with a border");
  gives<float>("rows with a border", from_plane, 32,
               [&](int i) { return i % 8 < 4 ? (float)bytes[i / 8][i % 8] / 255.0f : 0.0f; });

  int2 numbers[32];
  for (int i = 0; i < 32; ++i) numbers[i] = make_int2(i * 100, -i);
  cudaArray_t a = textures::array(cudaCreateChannelDesc<int2>(), 8, 4, 0, 0, numbers);
  gate::ok(cudaBindTextureToArray(pairs, a), "array");
  gives<int>("pairs", from_pairs, 32, [](int i) { return i * 102; });

  float cells[64];
  for (int i = 0; i < 64; ++i) cells[i] = (float)i;
  cudaArray_t b = textures::array(cudaCreateChannelDesc<float>(), 4, 4, 4, 0, cells);
  gate::ok(cudaBindTextureToArray(box, b), "box");
  gives<float>("box", from_box, 12,
               [](int i) { return (float)(i % 4 + (i + 1) % 4 * 4) + 16 * 1.5f; });

  const textureReference* reference = nullptr;
  gate::ok(cudaGetTextureReference(&reference, &plane), "reference");
  gate::that(reference == &plane, "reference");
  float rows[16];
  for (int i = 0; i < 16; ++i) rows[i] = (float)(i * 3 + 1);
  const auto row_desc = cudaCreateChannelDesc<float>();
  gate::ok(cudaBindTextureToArray(hidden, textures::array(row_desc, 8, 2, 0, 0, rows), row_desc),
           "a static reference");
  gives<float>("hidden", from_hidden, 16, [&](int i) { return rows[i]; });

  int places[32];
  for (int i = 0; i < 32; ++i) places[i] = i * 7;
  const auto whole = cudaCreateChannelDesc<int>();
  cudaArray_t drawn = textures::array(whole, 8, 4, 0, cudaArraySurfaceLoadStore, places);
  gate::ok(cudaBindSurfaceToArray(canvas, drawn), "surface");
  gives<int>("canvas", on_canvas, 32, [](int i) { return i < 16 ? (i + 16) * 7 : 0; });
  gives<int>("canvas, written", on_canvas, 32,
             [](int i) { return i < 16 ? 14 * ((i + 16) ^ 7) : 0; });
  cudaArray_t blank = textures::array(whole, 8, 4, 0, cudaArraySurfaceLoadStore, places);
  gate::ok(cudaBindSurfaceToArray(canvas, blank, whole), "another array");
  gives<int>("another canvas", on_canvas, 32, [](int i) { return i < 16 ? (i + 16) * 7 : 0; });
  int cells4[32] = {};
  gate::ok(cudaBindSurfaceToArray(
               sheets, textures::array(whole, 8, 1, 4, cudaArraySurfaceLoadStore | cudaArrayLayered,
                                       cells4)),
           "static surface");
  gives<int>("sheets", on_sheets, 32, [](int i) { return (i ^ 8 ^ 3) + 5; });
  const surfaceReference *found = nullptr, none_of_them = {};
  gate::ok(cudaGetSurfaceReference(&found, &canvas), "surface reference");
  gate::that(found == &canvas, "surface reference");
  gate::is(cudaBindSurfaceToArray(&none_of_them, drawn, &whole), cudaErrorInvalidSurface,
           "no surface reference");
  const textureReference none = {};
  const auto desc = cudaCreateChannelDesc<float>();
  gate::is(cudaBindTextureToArray(&none, b, &desc), cudaErrorInvalidTexture, "no reference");
  return gate::result();
}
