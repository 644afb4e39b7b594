// SPDX-License-Identifier: Apache-2.0
// What the calls that make texture and surface objects answer: what an H100 does (gpu/measure.cu).
#include "textures.h"

using namespace textures;

namespace {

cudaTextureDesc texture;

void creates(const char* what, const cudaResourceDesc& resource, const cudaTextureDesc& desc,
             cudaError_t want, const cudaResourceViewDesc* view = nullptr) {
  cudaTextureObject_t made = 0;
  gate::is(cudaCreateTextureObject(&made, &resource, &desc, view), want, what);
  gate::is(cudaGetLastError(), want, what);
  gate::that((made != 0) == (want == cudaSuccess), what);
}

cudaResourceDesc of(cudaArray_t a) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = a;
  return resource;
}

void modes(const float* texels) {
  const auto plane = [&](cudaChannelFormatDesc desc) {
    return of(array(desc, 5, 4, 0, 0, texels));
  };
  const cudaChannelFormatDesc half = {16, 0, 0, 0, cudaChannelFormatKindFloat};
  const auto f32 = plane(cudaCreateChannelDesc<float>()), i32 = plane(cudaCreateChannelDesc<int>()),
             u8 = plane(cudaCreateChannelDesc<unsigned char>()), f16 = plane(half);
  cudaTextureDesc number = texture, linear = texture, other = texture;
  number.readMode = cudaReadModeNormalizedFloat;
  linear.filterMode = cudaFilterModeLinear;
  creates("plain", f32, texture, cudaSuccess);
  creates("numbers of float", f32, number, cudaErrorInvalidNormSetting);
  creates("numbers of int", i32, number, cudaErrorInvalidNormSetting);
  creates("numbers of half", f16, number, cudaErrorInvalidNormSetting);
  creates("numbers of bytes", u8, number, cudaSuccess);
  creates("filter of int", i32, linear, cudaErrorInvalidFilterSetting);
  creates("filter of bytes", u8, linear, cudaErrorInvalidFilterSetting);
  creates("filter of half", f16, linear, cudaSuccess);
  number.filterMode = cudaFilterModeLinear;
  creates("filter of numbers of bytes", u8, number, cudaSuccess);
  other.addressMode[0] = (cudaTextureAddressMode)7;
  creates("address mode", f32, other, cudaErrorInvalidValue);
  other = texture;
  other.filterMode = (cudaTextureFilterMode)5;
  creates("filter mode", f32, other, cudaErrorInvalidValue);
  other = texture;
  other.sRGB = 1;
  other.maxAnisotropy = 99;
  creates("sRGB and anisotropy, which mean nothing here", f32, other, cudaSuccess);
  cudaResourceViewDesc view = {};
  creates("view of no format", f32, texture, cudaErrorInvalidValue, &view);
  view.width = 5;
  view.height = 4;
  for (auto format : {cudaResViewFormatFloat1, cudaResViewFormatUnsignedInt1,
                      cudaResViewFormatUnsignedChar4, cudaResViewFormatHalf2}) {
    view.format = format;
    creates("view", f32, texture, cudaSuccess, &view);
  }
  view.format = cudaResViewFormatUnsignedShort4;
  creates("view of wider texels", f32, texture, cudaErrorInvalidValue, &view);
  view.format = cudaResViewFormatFloat1;
  view.width = 4;
  creates("view of a part", f32, texture, cudaErrorInvalidValue, &view);
  view.format = cudaResViewFormatUnsignedBlockCompressed1;
  const Said said;
  creates("compressed", f32, texture, cudaErrorNotSupported, &view);
  gate::that(said.has("block-compressed"), "compressed texels are named");
  cudaResourceDesc none = of(nullptr);
  creates("no array", none, texture, cudaErrorInvalidResourceHandle);
  none.resType = (cudaResourceType)9;
  creates("no resource", none, texture, cudaErrorInvalidValue);
}

void memory() {
  char* memory = nullptr;
  gate::ok(cudaMalloc(&memory, 1 << 20), "memory");
  cudaResourceDesc linear = {};
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear.devPtr = memory;
  linear.res.linear.desc = cudaCreateChannelDesc<float>();
  linear.res.linear.sizeInBytes = 1024;
  creates("linear", linear, texture, cudaSuccess);
  for (int off : {4, 256}) {
    linear.res.linear.devPtr = memory + off;
    creates("misaligned", linear, texture, cudaErrorInvalidValue);
  }
  static float host[1024];
  linear.res.linear.devPtr = host;
  creates("host memory", linear, texture, cudaErrorInvalidValue);
  linear.res.linear.devPtr = nullptr;
  creates("null", linear, texture, cudaErrorInvalidValue);
  linear.res.linear.devPtr = memory;
  linear.res.linear.sizeInBytes = 3;
  creates("no whole texel", linear, texture, cudaSuccess);
  {
    const Said said;
    linear.res.linear.sizeInBytes = ((size_t)1 << 32) + 4;
    creates("more than 4 GiB", linear, texture, cudaErrorNotSupported);
    gate::that(said.has("4 GiB"), "the size is named");
  }
  linear.res.linear.sizeInBytes = 1024;
  for (const cudaChannelFormatDesc& desc :
       {cudaChannelFormatDesc{32, 32, 32, 0, cudaChannelFormatKindFloat},
        cudaChannelFormatDesc{8, 16, 0, 0, cudaChannelFormatKindUnsigned},
        cudaChannelFormatDesc{8, 0, 0, 0, cudaChannelFormatKindFloat},
        cudaChannelFormatDesc{0, 0, 0, 0, cudaChannelFormatKindNone}}) {
    linear.res.linear.desc = desc;
    creates("no format", linear, texture, cudaErrorInvalidChannelDescriptor);
  }
  cudaResourceDesc pitched = {};
  pitched.resType = cudaResourceTypePitch2D;
  pitched.res.pitch2D.devPtr = memory;
  pitched.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  pitched.res.pitch2D.width = 16;
  pitched.res.pitch2D.height = 4;
  pitched.res.pitch2D.pitchInBytes = 96;
  creates("pitched", pitched, texture, cudaSuccess);
  pitched.res.pitch2D.pitchInBytes = 68;
  creates("pitch", pitched, texture, cudaErrorInvalidValue);
  pitched.res.pitch2D.pitchInBytes = 64;
  pitched.res.pitch2D.devPtr = memory + 16;
  creates("misaligned rows", pitched, texture, cudaErrorInvalidValue);
  pitched.res.pitch2D.devPtr = memory;
  pitched.res.pitch2D.height = 100000;
  creates("too many rows", pitched, texture, cudaErrorInvalidValue);
}

void handles(const float* texels) {
  const auto resource = of(array(cudaCreateChannelDesc<float>(), 5, 4, 0, 0, texels));
  cudaTextureObject_t made = 0;
  gate::is(cudaCreateTextureObject(nullptr, &resource, &texture, nullptr), cudaErrorInvalidValue,
           "null");
  gate::is(cudaCreateTextureObject(&made, nullptr, &texture, nullptr), cudaErrorInvalidValue,
           "null resource");
  cudaTextureDesc desc = texture;
  desc.addressMode[1] = cudaAddressModeBorder;
  desc.borderColor[2] = 3;
  gate::ok(cudaCreateTextureObject(&made, &resource, &desc, nullptr), "object");
  cudaResourceDesc resource_back;
  cudaTextureDesc desc_back;
  cudaResourceViewDesc view_back;
  gate::ok(cudaGetTextureObjectResourceDesc(&resource_back, made), "resource");
  gate::ok(cudaGetTextureObjectTextureDesc(&desc_back, made), "texture");
  gate::ok(cudaGetTextureObjectResourceViewDesc(&view_back, made), "view");
  gate::that(resource_back.res.array.array == resource.res.array.array &&
                 desc_back.addressMode[1] == cudaAddressModeBorder &&
                 desc_back.borderColor[2] == 3 && view_back.format == cudaResViewFormatNone,
             "what was said");
  gate::is(cudaGetSurfaceObjectResourceDesc(&resource_back, made), cudaErrorInvalidValue,
           "no surface");
  gate::ok(cudaDestroySurfaceObject(made), "destroy as another");
  gate::ok(cudaGetTextureObjectTextureDesc(&desc_back, made), "it is still there");
  gate::ok(cudaDestroyTextureObject(made), "destroy");
  gate::ok(cudaDestroyTextureObject(made), "destroy twice");
  gate::ok(cudaDestroyTextureObject(0), "destroy 0");
  gate::ok(cudaDestroyTextureObject(12345), "destroy 12345");
  for (cudaTextureObject_t gone : {made, cudaTextureObject_t{0}, cudaTextureObject_t{999}}) {
    gate::is(cudaGetTextureObjectResourceDesc(&resource_back, gone), cudaErrorInvalidValue, "gone");
  }
  cudaSurfaceObject_t surface = 0;
  gate::ok(cudaCreateSurfaceObject(&surface, &resource), "surface of a plain array");
  gate::ok(cudaGetSurfaceObjectResourceDesc(&resource_back, surface), "surface");
  gate::ok(cudaDestroySurfaceObject(surface), "destroy");
  gate::is(cudaGetSurfaceObjectResourceDesc(&resource_back, surface), cudaErrorInvalidValue,
           "gone");
  gate::is(cudaCreateSurfaceObject(nullptr, &resource), cudaErrorInvalidValue, "null");
  gate::is(cudaCreateSurfaceObject(&surface, nullptr), cudaErrorInvalidValue, "null");
  const auto none = of(nullptr);
  gate::is(cudaCreateSurfaceObject(&surface, &none), cudaErrorInvalidResourceHandle, "no array");
}

}  // namespace

int main() {
  static const float texels[64] = {};
  modes(texels);
  memory();
  handles(texels);
  gate::write<<<1, 1>>>(gate::pinned<unsigned>(1), 1);
  gate::ok(cudaDeviceSynchronize(), "a launch, for the log");
  return gate::result();
}
