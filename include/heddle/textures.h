// SPDX-License-Identifier: Apache-2.0
// Texture and surface functions (CUDA C++ Programming Guide, "Texture Functions", "Surface
// Functions"): not supported yet. A call is a compile-time error that says so.
#pragma once

#define HEDDLE_LATER \
  __device__ __attribute__((unavailable("textures and surfaces are not supported yet")))
#define HEDDLE_FETCH(name)                                  \
  template <class T, class... A>                            \
  HEDDLE_LATER T name(cudaTextureObject_t object, A... at); \
  template <class T, class... A>                            \
  HEDDLE_LATER void name(T* to, cudaTextureObject_t object, A... at);
#define HEDDLE_SURFACE(name)                                                \
  template <class T, class... A>                                            \
  HEDDLE_LATER T name##read(cudaSurfaceObject_t object, A... at);           \
  template <class T, class... A>                                            \
  HEDDLE_LATER void name##read(T* to, cudaSurfaceObject_t object, A... at); \
  template <class T, class... A>                                            \
  HEDDLE_LATER void name##write(T value, cudaSurfaceObject_t object, A... at);

HEDDLE_FETCH(tex1Dfetch)
HEDDLE_FETCH(tex1D)
HEDDLE_FETCH(tex1DLod)
HEDDLE_FETCH(tex1DGrad)
HEDDLE_FETCH(tex1DLayered)
HEDDLE_FETCH(tex1DLayeredLod)
HEDDLE_FETCH(tex1DLayeredGrad)
HEDDLE_FETCH(tex2D)
HEDDLE_FETCH(tex2DLod)
HEDDLE_FETCH(tex2DGrad)
HEDDLE_FETCH(tex2Dgather)
HEDDLE_FETCH(tex2DLayered)
HEDDLE_FETCH(tex2DLayeredLod)
HEDDLE_FETCH(tex2DLayeredGrad)
HEDDLE_FETCH(tex3D)
HEDDLE_FETCH(tex3DLod)
HEDDLE_FETCH(tex3DGrad)
HEDDLE_FETCH(texCubemap)
HEDDLE_FETCH(texCubemapLod)
HEDDLE_FETCH(texCubemapLayered)
HEDDLE_FETCH(texCubemapLayeredLod)
HEDDLE_SURFACE(surf1D)
HEDDLE_SURFACE(surf2D)
HEDDLE_SURFACE(surf3D)
HEDDLE_SURFACE(surf1DLayered)
HEDDLE_SURFACE(surf2DLayered)
HEDDLE_SURFACE(surfCubemap)
HEDDLE_SURFACE(surfCubemapLayered)

#undef HEDDLE_SURFACE
#undef HEDDLE_FETCH
#undef HEDDLE_LATER
