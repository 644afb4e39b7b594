// SPDX-License-Identifier: Apache-2.0
// Which texels, with which weights: 1-D textures whose texels hold their own numbers.
#include "textures.h"

using namespace textures;

int main() {
  Measured h100({
#include "gpu/h100_weights.inc"
  });
  for (int size : {3, 100, 1000, 16384}) {
    std::vector<float> ramp((size_t)size);
    for (int i = 0; i < size; ++i) ramp[(size_t)i] = (float)i;
    cudaArray_t a = array(cudaCreateChannelDesc<float>(), (size_t)size, 0, 0, 0, ramp.data());
    const struct {
      const char* name;
      int address, filter;
      bool both;  // also with coordinates in texels
    } kinds[] = {{"linear", cudaAddressModeClamp, cudaFilterModeLinear, true},
                 {"point", cudaAddressModeClamp, cudaFilterModePoint, true},
                 {"wrap", cudaAddressModeWrap, cudaFilterModeLinear, false},
                 {"wrappoint", cudaAddressModeWrap, cudaFilterModePoint, false},
                 {"mirror", cudaAddressModeMirror, cudaFilterModeLinear, false}};
    for (const auto& kind : kinds) {
      for (int normalized = kind.both ? 0 : 1; normalized < 2; ++normalized) {
        Mode mode;
        mode.address = kind.address;
        mode.filter = kind.filter;
        mode.normalized = normalized;
        const std::string name = std::string("weights.") + kind.name + "." + std::to_string(size) +
                                 (normalized ? ".norm" : ".texels");
        // Sums of texels of the wrapped ends are rounded; 1/256 of a texel is far more than this.
        h100.compare<float>(name, In1D(), object(a, mode), (float)size * 0x1p-22f);
      }
    }
  }
  return gate::result();
}
