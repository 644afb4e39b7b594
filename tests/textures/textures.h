// SPDX-License-Identifier: Apache-2.0
// What the tests of textures share: arrays and objects, lookups at given places, and what an H100
// answered there (gpu/h100_*.inc, made by gpu/make_data).
#pragma once

#include <unistd.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "../streams/gate.h"

namespace textures {

struct Row {
  unsigned at[4];     // coordinates, as floats
  unsigned words[4];  // the result
};
struct Set {
  const char* name;
  std::vector<Row> rows;
};
#define SET(name) \
  Set {           \
    name, {
#define END \
  }         \
  }         \
  ,

struct At {
  float x, y, z, w;
};
struct Words {
  unsigned w[4];
};

inline float number(unsigned word) {
  float x;
  std::memcpy(&x, &word, 4);
  return x;
}

inline unsigned word(float number) {
  unsigned bits;
  std::memcpy(&bits, &number, 4);
  return bits;
}

// Lanes look at places that have nothing to do with each other; the last warp is not full.
template <class T, class Look>
__global__ void look(Look at_place, cudaTextureObject_t t, const At* at, Words* out, int count) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  const T value = at_place.template at<T>(t, at[i]);
  memcpy(&out[i], &value, sizeof value);
}

struct In1D {
  template <class T>
  static __device__ T at(cudaTextureObject_t t, At a) {
    return tex1D<T>(t, a.x);
  }
};
struct In2D {
  template <class T>
  static __device__ T at(cudaTextureObject_t t, At a) {
    return tex2D<T>(t, a.x, a.y);
  }
};
struct In3D {
  template <class T>
  static __device__ T at(cudaTextureObject_t t, At a) {
    return tex3D<T>(t, a.x, a.y, a.z);
  }
};
struct InLayers1D {
  template <class T>
  static __device__ T at(cudaTextureObject_t t, At a) {
    return tex1DLayered<T>(t, a.x, (int)a.w);
  }
};
struct InLayers2D {
  template <class T>
  static __device__ T at(cudaTextureObject_t t, At a) {
    return tex2DLayered<T>(t, a.x, a.y, (int)a.w);
  }
};
struct Fetch {
  template <class T>
  static __device__ T at(cudaTextureObject_t t, At a) {
    return tex1Dfetch<T>(t, (int)a.x);
  }
};

// T: of 32-bit components.
template <class T, class Look>
std::vector<Words> ask(Look look_up, cudaTextureObject_t t, const std::vector<At>& places) {
  const size_t n = places.size();
  At* at = nullptr;
  Words* out = nullptr;
  gate::ok(cudaMalloc(&at, n * sizeof(At)), "places");
  gate::ok(cudaMalloc(&out, n * sizeof(Words)), "results");
  gate::ok(cudaMemset(out, 0xa5, n * sizeof(Words)), "results");
  gate::ok(cudaMemcpy(at, places.data(), n * sizeof(At), cudaMemcpyHostToDevice), "places");
  look<T><<<(unsigned)(n + 63) / 64, 64>>>(look_up, t, at, out, (int)n);
  gate::ok(cudaGetLastError(), "launch");
  gate::ok(cudaDeviceSynchronize(), "lookups");
  std::vector<Words> results(n);
  gate::ok(cudaMemcpy(results.data(), out, n * sizeof(Words), cudaMemcpyDeviceToHost), "back");
  gate::ok(cudaFree(at), "free");
  gate::ok(cudaFree(out), "free");
  return results;
}

// A wrong result, told once a set.
inline void wrong(const std::string& name, size_t row, At a, int c, unsigned got, unsigned want) {
  ++gate::failures();
  std::printf("FAIL %s, row %zu at (%g, %g, %g, %g), component %d: %g (%#x), not %g (%#x)\n",
              name.c_str(), row, a.x, a.y, a.z, a.w, c, number(got), got, number(want), want);
}

// Compares the sets of a list whose names it is asked for.
class Measured {
 public:
  explicit Measured(std::vector<Set> sets) : sets_(std::move(sets)) {}
  ~Measured() { gate::that(used_ == sets_.size(), "all sets were compared"); }

  // `off`: how far a number may be away from the H100's; 0: the same bits.
  template <class T, class Look>
  void compare(const std::string& name, Look look_up, cudaTextureObject_t t, float off = 0) {
    for (const Set& set : sets_) {
      if (name != set.name) continue;
      ++used_;
      std::vector<At> places;
      for (const Row& row : set.rows) {
        places.push_back(
            {number(row.at[0]), number(row.at[1]), number(row.at[2]), number(row.at[3])});
      }
      const auto got = ask<T>(look_up, t, places);
      for (size_t i = 0; i < got.size(); ++i) {
        for (int c = 0; c < (int)(sizeof(T) / 4); ++c) {
          const unsigned is = got[i].w[c], want = set.rows[i].words[c];
          if (is == want) continue;
          if (off > 0 && std::fabs(number(is) - number(want)) <= off) continue;
          return wrong(name, i, places[i], c, is, want);
        }
      }
      return;
    }
    gate::that(false, ("measured: " + name).c_str());
  }

 private:
  std::vector<Set> sets_;
  size_t used_ = 0;
};

// What is said on stderr while one lives.
class Said {
 public:
  Said() : file_(std::tmpfile()), before_(dup(STDERR_FILENO)) {
    dup2(fileno(file_), STDERR_FILENO);
  }
  Said(const Said&) = delete;
  Said& operator=(const Said&) = delete;
  ~Said() {
    dup2(before_, STDERR_FILENO);
    close(before_);
    std::fclose(file_);
  }
  bool has(const char* words) const {
    char text[2000] = {};
    std::rewind(file_);
    const size_t size = std::fread(text, 1, sizeof text - 1, file_);
    return size > 0 && std::strstr(text, words) != nullptr;
  }

 private:
  std::FILE* file_;
  int before_;
};

inline cudaArray_t array(cudaChannelFormatDesc desc, size_t width, size_t height, size_t depth,
                         unsigned flags, const void* texels) {
  const size_t bytes = (size_t)(desc.x + desc.y + desc.z + desc.w) / 8;
  cudaArray_t made = nullptr;
  gate::ok(cudaMalloc3DArray(&made, &desc, make_cudaExtent(width, height, depth), flags), "array");
  cudaMemcpy3DParms copy = {};
  copy.srcPtr =
      make_cudaPitchedPtr(const_cast<void*>(texels), width * bytes, width, height ? height : 1);
  copy.dstArray = made;
  copy.extent = make_cudaExtent(width, height ? height : 1, depth ? depth : 1);
  copy.kind = cudaMemcpyHostToDevice;
  gate::ok(cudaMemcpy3D(&copy), "texels");
  return made;
}

struct Mode {
  int address = cudaAddressModeClamp, filter = cudaFilterModePoint, read = cudaReadModeElementType;
  int normalized = 0, srgb = 0;
  float border[4] = {0, 0, 0, 0};
};

inline cudaTextureDesc describe(const Mode& mode) {
  cudaTextureDesc desc = {};
  for (auto& address : desc.addressMode) address = (cudaTextureAddressMode)mode.address;
  desc.filterMode = (cudaTextureFilterMode)mode.filter;
  desc.readMode = (cudaTextureReadMode)mode.read;
  desc.normalizedCoords = mode.normalized;
  desc.sRGB = mode.srgb;
  std::memcpy(desc.borderColor, mode.border, sizeof mode.border);
  return desc;
}

// All levels of a mipmapped array, between which is filtered, with coordinates from 0 to 1.
inline cudaTextureObject_t object_of_levels(cudaMipmappedArray_t levels) {
  Mode mode;
  mode.normalized = 1;
  cudaTextureDesc texture = describe(mode);
  texture.mipmapFilterMode = cudaFilterModeLinear;
  texture.maxMipmapLevelClamp = 100;
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = levels;
  cudaTextureObject_t t = 0;
  gate::ok(cudaCreateTextureObject(&t, &resource, &texture, nullptr), "object");
  return t;
}

inline cudaTextureObject_t object(const cudaResourceDesc& resource, const Mode& mode) {
  const cudaTextureDesc desc = describe(mode);
  cudaTextureObject_t made = 0;
  gate::ok(cudaCreateTextureObject(&made, &resource, &desc, nullptr), "texture object");
  return made;
}
inline cudaTextureObject_t object(cudaArray_t of, const Mode& mode) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = of;
  return object(resource, mode);
}
inline cudaSurfaceObject_t surface(cudaArray_t of) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = of;
  cudaSurfaceObject_t made = 0;
  gate::ok(cudaCreateSurfaceObject(&made, &resource), "surface object");
  return made;
}

}  // namespace textures
