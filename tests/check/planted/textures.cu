// SPDX-License-Identifier: Apache-2.0
// Lookups in linear memory: no byte outside of it is read, however few it has, and what is not
// looked up may be without a value. Memory that was freed is told of, and texels without a value
// that decide something; a filter may look at such texels where they have no weight.
#include "planted.h"

template <class T>
__global__ void look(cudaTextureObject_t t, int* out, int n) {
  const int i = static_cast<int>(threadIdx.x);
  if (i < n && tex1Dfetch<T>(t, n - 1 - i).x > 100) out[i] = 1;
}

__global__ void look_later(cudaTextureObject_t t, int* out) {
  out[threadIdx.x] =
      tex1Dfetch<uchar1>(t, static_cast<int>(threadIdx.x)).x;  // ERROR use-after-free
}

__global__ void decide(cudaTextureObject_t t, float y, float* out) {
  if (tex2D<float>(t, static_cast<float>(threadIdx.x), y) > 1) {  // ERROR uninitialised (0,0,0)
    out[threadIdx.x] = 1;
  }
}

__global__ void filter(cudaTextureObject_t t, float shift, float* out) {
  const float x = static_cast<float>(threadIdx.x) + shift;
  out[threadIdx.x] = tex2D<float>(t, x, 0.5f);  // ERROR uninitialised (15,0,0)
}

__global__ void between_slices(cudaTextureObject_t t, float z, float* out) {
  const float x = static_cast<float>(threadIdx.x) + 0.5f;
  out[threadIdx.x] = tex3D<float>(t, x, 0.5f, z);  // ERROR uninitialised (0,0,0)
}

__global__ void between_levels(cudaTextureObject_t t, float level, float* out) {
  const float x = (static_cast<float>(threadIdx.x) + 0.5f) / 32;
  out[threadIdx.x] = tex2DLod<float>(t, x, 0.5f, level);  // ERROR uninitialised (0,0,0)
}

__global__ void copy_texels(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
  const int x = static_cast<int>(threadIdx.x) * 4;
  surf2Dwrite(surf2Dread<float>(from, x, 0), to, x, 0);
  if (PLANT(threadIdx.x != 5, true)) surf2Dwrite(2.0f, to, x, 1);
}

__global__ void of_a_surface(cudaSurfaceObject_t s, float* out) {
  const int x = static_cast<int>(threadIdx.x) * 4;
  out[threadIdx.x] = surf2Dread<float>(s, x, 0) + surf2Dread<float>(s, x, 1);
  // ^ ERROR uninitialised (5,0,0)
}

cudaTextureObject_t over(void* memory, std::size_t bytes, cudaChannelFormatDesc format) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = memory;
  resource.res.linear.sizeInBytes = bytes;
  resource.res.linear.desc = format;
  cudaTextureDesc texture{};
  cudaTextureObject_t object = 0;
  good(cudaCreateTextureObject(&object, &resource, &texture, nullptr));
  return object;
}

// `n` texels, of which the last has no value and is not looked up.
template <class T>
void some(int n, int* out) {
  void* memory = nullptr;
  const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(T);
  good(cudaMalloc(&memory, bytes));
  const int known = n > 1 ? n - 1 : n;
  good(cudaMemset(memory, 200, static_cast<std::size_t>(known) * sizeof(T)));
  const auto object = over(memory, bytes, cudaCreateChannelDesc<T>());
  look<T><<<1, 64>>>(object, out, known);
  good(cudaDeviceSynchronize());
  good(cudaDestroyTextureObject(object));
  good(cudaFree(memory));
}

cudaResourceDesc of_array(cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

cudaTextureObject_t over(const cudaResourceDesc& resource, cudaTextureFilterMode filter) {
  cudaTextureDesc texture{};
  texture.filterMode = texture.mipmapFilterMode = filter;
  texture.normalizedCoords = resource.resType == cudaResourceTypeMipmappedArray;
  texture.maxMipmapLevelClamp = 1;
  cudaTextureObject_t object = 0;
  good(cudaCreateTextureObject(&object, &resource, &texture, nullptr));
  return object;
}

// 32 x 2 texels, of whose first row the first 16 are written; 32 x 2 x 2, the same of the first
// slice; two levels, the first written.
void arrays(float* out) {
  static float texels[64] = {};
  const auto format = cudaCreateChannelDesc<float>();
  const std::size_t row = 32 * sizeof(float);
  cudaArray_t flat = nullptr, other = nullptr, box = nullptr, level = nullptr;
  good(cudaMallocArray(&flat, &format, 32, 2, cudaArraySurfaceLoadStore));
  good(cudaMemcpy2DToArray(flat, 0, 0, texels, row, row / 2, 1, cudaMemcpyHostToDevice));
  decide<<<1, 16>>>(over(of_array(flat), cudaFilterModePoint), 0, out);
  filter<<<1, 16>>>(over(of_array(flat), cudaFilterModeLinear), 0.5f, out);
  filter<<<1, 16>>>(over(of_array(flat), cudaFilterModeLinear), PLANT(0.75f, 0.5f), out);
  if (PLANT(false, true)) {
    good(cudaMemcpy2DToArray(flat, 0, 1, texels, row, row, 1, cudaMemcpyHostToDevice));
  }
  decide<<<1, 16>>>(over(of_array(flat), cudaFilterModePoint), 1, out);

  good(cudaMallocArray(&other, &format, 32, 2, cudaArraySurfaceLoadStore));
  cudaSurfaceObject_t from = 0, to = 0;
  auto resource = of_array(flat);
  good(cudaCreateSurfaceObject(&from, &resource));
  resource = of_array(other);
  good(cudaCreateSurfaceObject(&to, &resource));
  copy_texels<<<1, 16>>>(from, to);
  of_a_surface<<<1, 16>>>(to, out);

  good(cudaMalloc3DArray(&box, &format, make_cudaExtent(32, 2, 2), 0));
  cudaMemcpy3DParms slice{};
  slice.srcPtr = make_cudaPitchedPtr(texels, row, 32, 2);
  slice.dstArray = box;
  slice.extent = make_cudaExtent(16, 1, 1);
  slice.kind = cudaMemcpyHostToDevice;
  good(cudaMemcpy3D(&slice));
  between_slices<<<1, 16>>>(over(of_array(box), cudaFilterModeLinear), PLANT(1, 0.5f), out);

  cudaMipmappedArray_t levels = nullptr;
  good(cudaMallocMipmappedArray(&levels, &format, make_cudaExtent(32, 2, 0), 2));
  good(cudaGetMipmappedArrayLevel(&level, levels, 0));
  good(cudaMemcpy2DToArray(level, 0, 0, texels, row, row, 2, cudaMemcpyHostToDevice));
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = levels;
  between_levels<<<1, 32>>>(over(resource, cudaFilterModeLinear), PLANT(0.5f, 0), out);
  good(cudaDeviceSynchronize());
}

int main() {
  arrays(make<float>(64));
  int* out = nullptr;
  good(cudaMalloc(&out, 64 * sizeof *out));
  for (int n : {1, 2, 3, 4, 5, 7, 33}) {
    some<uchar1>(n, out);
    some<char1>(n, out);
    some<ushort1>(n, out);
    some<uchar2>(n, out);
    some<short2>(n, out);
    some<uchar4>(n, out);
  }
  void* memory = nullptr;
  good(cudaMalloc(&memory, 64));
  good(cudaMemset(memory, 1, 64));
  const auto object = over(memory, 64, cudaCreateChannelDesc<uchar1>());
  if (PLANT(true, false)) good(cudaFree(memory));
  look_later<<<1, 64>>>(object, out);
  cudaDeviceSynchronize();
  std::printf("done\n");
}
