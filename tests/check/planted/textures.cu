// SPDX-License-Identifier: Apache-2.0
// Lookups in linear memory: no byte outside of it is read, however few it has, and what is not
// looked up may be without a value. Memory that was freed is told of.
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

int main() {
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
