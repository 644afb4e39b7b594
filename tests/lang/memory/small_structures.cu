// SPDX-License-Identifier: Apache-2.0
// Structures of 2 to 24 bytes are stored whole by lanes that are not all active, at strides, to
// unrelated places, and by several lanes to one, where the last one wins; their neighbours stay.
#include <cuda_fp16.h>

#include "../check.h"

constexpr unsigned kThreads = 256, kWays = 4;

template <class T>
struct Raw {
  unsigned char bytes[sizeof(T)];
};

// Bytes of the structure that thread i stores.
template <class T>
HD T structure(unsigned i) {
  Raw<T> raw;
  for (unsigned k = 0; k < sizeof(T); ++k) raw.bytes[k] = check::mix(i * 8 + k + 5) >> 3;
  T value;
  memcpy(&value, &raw, sizeof(T));
  return value;
}

HD inline bool stores(unsigned i) {
  return check::mix(i) % 3 != 0;
}

// Where thread i stores, each way in an array of its own.
HD inline unsigned place(unsigned way, unsigned i) {
  const unsigned places[kWays] = {i, 3 * i + 1, (i * 77 + 5) % kThreads * 2, i / 4 * 5};
  return places[way];
}

template <class T, unsigned way>
__global__ void store(T* out) {
  const unsigned i = threadIdx.x;
  const T value = structure<T>(i);
  if (way == 2 || stores(i)) out[place(way, i)] = value;
}

// Members one by one, in both kinds of lanes.
__global__ void store_members(short2* out) {
  const unsigned i = threadIdx.x;
  short2 value = structure<short2>(i);
  if (stores(i)) {
    value.x = static_cast<short>(i);
    out[place(2, i)] = value;
  } else {
    out[place(2, i)].y = value.y;
  }
}

template <class T, class Launch, class Want>
static void compare(const char* name, Launch launch, Want want) {
  constexpr unsigned kPlaces = 4 * kThreads;
  auto* out = check::device_array<T>(kPlaces);
  check::cuda(cudaMemset(out, 0xa5, kPlaces * sizeof(T)), "cudaMemset");
  launch(out);
  static T got[kPlaces], wanted[kPlaces];
  check::cuda(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost), name);
  std::memset(static_cast<void*>(wanted), 0xa5, sizeof(wanted));
  for (unsigned i = 0; i < kThreads; ++i) want(wanted, i);
  check::that(std::memcmp(got, wanted, sizeof(got)) == 0, name);
  check::cuda(cudaFree(out), "cudaFree");
}

template <class T, unsigned way = 0>
static void ways(const char* name) {
  compare<T>(
      name, [](T* out) { store<T, way><<<1, kThreads>>>(out); },
      [](T* wanted, unsigned i) {
        if (way == 2 || stores(i)) wanted[place(way, i)] = structure<T>(i);
      });
  if constexpr (way + 1 < kWays) ways<T, way + 1>(name);
}

int main() {
  ways<uchar2>("uchar2");
  ways<char3>("char3");
  ways<uchar4>("uchar4");
  ways<ushort4>("ushort4");
  ways<__half2>("__half2");
  ways<float2>("float2");
  ways<short3>("short3");
  ways<int3>("int3");
  ways<int4>("int4");
  ways<longlong3>("longlong3");
  compare<short2>(
      "members", [](short2* out) { store_members<<<1, kThreads>>>(out); },
      [](short2* wanted, unsigned i) {
        short2& at = wanted[place(2, i)];
        const short2 value = structure<short2>(i);
        at.y = value.y;
        if (stores(i)) at.x = static_cast<short>(i);
      });
  return check::result();
}
