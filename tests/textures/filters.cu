// SPDX-License-Identifier: Apache-2.0
// Linear filters of all formats, in one, two and three directions.
#include "textures.h"

using namespace textures;

#define TEXELS(name, type) const type texels_##name[] = {
#undef END
#define END \
  }         \
  ;
#include "gpu/h100_texels.inc"
#undef END
#define END \
  }         \
  }         \
  ,

namespace {

template <class T>
void compare(Measured& h100, const std::string& name, cudaChannelFormatDesc desc,
             const void* texels, Mode mode, float off, bool in_3d = false) {
  mode.filter = cudaFilterModeLinear;
  h100.compare<T>("filter1." + name, In1D(), object(array(desc, 64, 0, 0, 0, texels), mode), off);
  h100.compare<T>("filter2." + name, In2D(), object(array(desc, 16, 16, 0, 0, texels), mode), off);
  // An H100 gives 1/256 to another corner in one lookup of nine.
  if (in_3d) {
    h100.compare<float>("filter3." + name, In3D(), object(array(desc, 8, 8, 8, 0, texels), mode),
                        off + 2.0f / 256);
  }
}

}  // namespace

int main() {
  Measured h100({
#include "gpu/h100_filters.inc"
  });
  Mode element, number, srgb;
  number.read = srgb.read = cudaReadModeNormalizedFloat;
  srgb.srgb = 1;
  compare<float>(h100, "signed", cudaCreateChannelDesc<float>(), texels_signed, element, 0x1p-23f,
                 true);
  compare<float4>(h100, "float4", cudaCreateChannelDesc<float4>(), texels_float4, element,
                  0x1p-23f);
  compare<float4>(h100, "uchar4", cudaCreateChannelDesc<uchar4>(), texels_uchar4, number, 0);
  compare<float4>(h100, "ushort4", cudaCreateChannelDesc<ushort4>(), texels_ushort4, number, 0);
  compare<float4>(h100, "short4", cudaCreateChannelDesc<short4>(), texels_short4, number, 0);
  compare<float4>(h100, "char4", cudaCreateChannelDesc<char4>(), texels_char4, number,
                  1.01f / 32767);
  compare<float4>(h100, "half4", cudaCreateChannelDescHalf4(), texels_half4, element, 4 * 0x1p-11f);
  compare<float4>(h100, "srgb4", cudaCreateChannelDesc<uchar4>(), texels_srgb4, srgb, 0x1p-7f);
  return gate::result();
}
