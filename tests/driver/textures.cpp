// SPDX-License-Identifier: Apache-2.0
// Texture objects over an array and over pitched memory: promotion of bytes, filters, addresses
// outside; what the objects say they were made of.
#include "driver.h"

namespace {

std::vector<float> sample(CUfunction kernel, CUtexObject texture, float step) {
  static CUdeviceptr out = 0;
  if (!out) OK(cuMemAlloc(&out, 8 * sizeof(float)));
  void* arguments[] = {&out, &texture, &step};
  OK(cuLaunchKernel(kernel, 1, 1, 1, 8, 1, 1, 0, nullptr, arguments, nullptr));
  return read<float>(out, 8);
}

}  // namespace

int main() {
  OK(cuInit(0));
  CUcontext context;
  OK(cuCtxCreate(&context, 0, 0));
  CUfunction kernel = function(kernels(), "sample");
  float rows[3][4];
  for (int i = 0; i < 12; ++i) rows[i / 4][i % 4] = static_cast<float>(i * i);

  CUDA_ARRAY_DESCRIPTOR shape{4, 3, CU_AD_FORMAT_FLOAT, 1};
  CUarray array;
  OK(cuArrayCreate(&array, &shape));
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = rows;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = 16, copy.Height = 3;
  OK(cuMemcpy2D(&copy));

  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  CUDA_TEXTURE_DESC how{};
  how.addressMode[0] = how.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
  CUtexObject texture;
  OK(cuTexObjectCreate(&texture, &resource, &how, nullptr));
  auto got = sample(kernel, texture, 1);
  for (int i = 0; i < 8; ++i) THAT(got[i] == rows[1][i < 4 ? i : 3]);
  OK(cuTexObjectDestroy(texture));
  how.filterMode = CU_TR_FILTER_MODE_LINEAR;
  how.addressMode[0] = how.addressMode[1] = CU_TR_ADDRESS_MODE_BORDER;
  OK(cuTexObjectCreate(&texture, &resource, &how, nullptr));
  got = sample(kernel, texture, 0.5f);
  THAT(got[0] == 16 && got[1] == (16 + 25) / 2.0f && got[2] == 25 && got[5] == (36 + 49) / 2.0f);
  THAT(got[7] == 49 / 2.0f);
  CUDA_TEXTURE_DESC of_array{};
  OK(cuTexObjectGetTextureDesc(&of_array, texture));
  THAT(of_array.filterMode == CU_TR_FILTER_MODE_LINEAR && of_array.flags == 0);
  THAT(of_array.addressMode[1] == CU_TR_ADDRESS_MODE_BORDER);
  OK(cuTexObjectDestroy(texture));
  how.flags = 0x8000;
  IS(cuTexObjectCreate(&texture, &resource, &how, nullptr), CUDA_ERROR_INVALID_VALUE);

  // Bytes are promoted to numbers of 0 to 1.
  CUdeviceptr memory;
  std::size_t pitch = 0;
  OK(cuMemAllocPitch(&memory, &pitch, 4, 3, 4));
  for (unsigned y = 0; y < 3; ++y)
    for (unsigned x = 0; x < 4; ++x)
      OK(cuMemsetD8(memory + y * pitch + x, static_cast<unsigned char>(y * 50 + x * 7), 1));
  resource = {};
  resource.resType = CU_RESOURCE_TYPE_PITCH2D;
  resource.res.pitch2D.devPtr = memory;
  resource.res.pitch2D.format = CU_AD_FORMAT_UNSIGNED_INT8;
  resource.res.pitch2D.numChannels = 1;
  resource.res.pitch2D.width = 4;
  resource.res.pitch2D.height = 3;
  resource.res.pitch2D.pitchInBytes = pitch;
  how = {};
  how.addressMode[0] = how.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
  OK(cuTexObjectCreate(&texture, &resource, &how, nullptr));
  got = sample(kernel, texture, 1);
  for (int i = 0; i < 4; ++i) THAT(got[i] == (50 + i * 7) / 255.0f);
  CUDA_RESOURCE_DESC known{};
  CUDA_TEXTURE_DESC known_how{};
  OK(cuTexObjectGetResourceDesc(&known, texture));
  THAT(known.resType == CU_RESOURCE_TYPE_PITCH2D && known.res.pitch2D.devPtr == memory);
  THAT(known.res.pitch2D.format == CU_AD_FORMAT_UNSIGNED_INT8);
  THAT(known.res.pitch2D.numChannels == 1 && known.res.pitch2D.pitchInBytes == pitch);
  THAT(known.res.pitch2D.width == 4 && known.res.pitch2D.height == 3);
  OK(cuTexObjectGetTextureDesc(&known_how, texture));
  THAT(known_how.addressMode[0] == CU_TR_ADDRESS_MODE_CLAMP && known_how.flags == 0);
  how.flags = CU_TRSF_READ_AS_INTEGER;
  OK(cuTexObjectDestroy(texture));
  IS(cuTexObjectGetTextureDesc(&known_how, texture), CUDA_ERROR_INVALID_VALUE);
  OK(cuTexObjectCreate(&texture, &resource, &how, nullptr));
  OK(cuTexObjectGetTextureDesc(&known_how, texture));
  THAT(known_how.flags == CU_TRSF_READ_AS_INTEGER);
  resource.res.pitch2D.format = CU_AD_FORMAT_BC1_UNORM;
  IS(cuTexObjectCreate(&texture, &resource, &how, nullptr), CUDA_ERROR_NOT_SUPPORTED);
  std::puts("PASS");
}
