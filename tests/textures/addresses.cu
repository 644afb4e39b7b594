// SPDX-License-Identifier: Apache-2.0
// Coordinates outside, very large ones and what is no number, in all address modes; arrays, and
// pitched memory, which must not differ from them.
#include "textures.h"

using namespace textures;

namespace {

float numbers[60];
int integers[60];
unsigned char bytes[60];

cudaResourceDesc pitched() {
  cudaResourceDesc resource = {};
  void* memory = nullptr;
  gate::ok(cudaMalloc(&memory, 4096), "memory");
  gate::ok(cudaMemcpy2D(memory, 96, numbers, 20, 20, 4, cudaMemcpyHostToDevice), "rows");
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = memory;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  resource.res.pitch2D.width = 5;
  resource.res.pitch2D.height = 4;
  resource.res.pitch2D.pitchInBytes = 96;
  return resource;
}

}  // namespace

int main() {
  for (int i = 0; i < 60; ++i) {
    numbers[i] = (float)(i + 1);
    integers[i] = i * 1000 - 7;
    bytes[i] = (unsigned char)(i * 4 + 3);
  }
  const std::vector<Set> sets = {
#include "gpu/h100_addresses.inc"
  };
  Measured h100(sets);
  std::vector<Set> planes;
  for (const Set& set : sets) {
    if (std::string(set.name).rfind("address2.", 0) == 0) planes.push_back(set);
  }
  Measured pitched_h100(planes);
  const auto floats = cudaCreateChannelDesc<float>();
  cudaArray_t a1 = array(floats, 5, 0, 0, 0, numbers), a2 = array(floats, 5, 4, 0, 0, numbers),
              a3 = array(floats, 5, 4, 3, 0, numbers),
              i2 = array(cudaCreateChannelDesc<int>(), 5, 4, 0, 0, integers),
              u2 = array(cudaCreateChannelDesc<unsigned char>(), 5, 4, 0, 0, bytes);
  const cudaResourceDesc memory = pitched();
  const char* names[] = {"wrap", "clamp", "mirror", "border"};
  for (int normalized = 0; normalized < 2; ++normalized) {
    for (int address = 0; address < 4; ++address) {
      for (int filter = 0; filter < 2; ++filter) {
        Mode mode;
        mode.address = address;
        mode.filter = filter;
        mode.normalized = normalized;
        const float border[] = {0.25f, 0.5f, 0.75f, 1.5f};
        std::memcpy(mode.border, border, sizeof border);
        const std::string name = std::string(names[address]) + (filter ? ".linear" : ".point") +
                                 (normalized ? ".norm" : ".texels");
        // Texels are whole numbers: sums of them in 1/256 have no rounding.
        // The border that lies half over a row is added after the row's own weights are rounded.
        const bool half_border = filter && address == cudaAddressModeBorder;
        h100.compare<float>("address1." + name, In1D(), object(a1, mode),
                            half_border ? 5.0f / 512 : 0.0f);
        h100.compare<float>("address2." + name, In2D(), object(a2, mode));
        pitched_h100.compare<float>("address2." + name, In2D(), object(memory, mode));
        // See filters.cu; rows and slices are up to 20 apart.
        h100.compare<float>("address3." + name, In3D(), object(a3, mode), filter ? 0.3f : 0.0f);
        Mode number = mode;
        number.read = cudaReadModeNormalizedFloat;
        h100.compare<float>("address2u." + name, In2D(), object(u2, number));
        if (filter) continue;
        h100.compare<int>("address2i." + name, In2D(), object(i2, mode));
        h100.compare<int>("address2e." + name, In2D(), object(u2, mode));
      }
    }
  }
  return gate::result();
}
