// SPDX-License-Identifier: Apache-2.0
// Handles, and the parameters of the functions that have some.
#include "cusolver/handle.h"

#include <memory>

#include "cusolver/call.h"
#include "cusolver/params.h"
#include "library/objects.h"
#include "library/openblas.h"

namespace heddle::cusolver {
namespace {

template <class Body>
Status with(cusolverDnHandle_t handle, Body body) {
  Handle* const known = handle_of(handle);
  return known ? body(*known) : CUSOLVER_STATUS_NOT_INITIALIZED;
}

}  // namespace

Handle* handle_of(cusolverDnHandle_t handle) {
  return library::find_object<Handle>(handle).get();
}

HEDDLE_CUSOLVER cusolverDnCreate(cusolverDnHandle_t* out) {
  if (!out) return CUSOLVER_STATUS_INVALID_VALUE;
  int device = 0;
  if (cudaGetDevice(&device) != cudaSuccess || !library::open_openblas("cuSOLVER"))
    return CUSOLVER_STATUS_NOT_INITIALIZED;
  auto made = std::make_shared<Handle>();
  *out = library::Objects<Handle>::all().add<cusolverDnHandle_t>(std::move(made));
  return CUSOLVER_STATUS_SUCCESS;
}

HEDDLE_CUSOLVER cusolverDnDestroy(cusolverDnHandle_t handle) {
  if (!handle_of(handle)) return CUSOLVER_STATUS_NOT_INITIALIZED;
  cudaDeviceSynchronize();
  library::Objects<Handle>::all().remove(handle);
  return CUSOLVER_STATUS_SUCCESS;
}

HEDDLE_CUSOLVER cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream) {
  return with(handle, [&](Handle& known) {
    known.stream = stream;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
HEDDLE_CUSOLVER cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t* stream) {
  return with(handle, [&](Handle& known) {
    if (!stream) return CUSOLVER_STATUS_INVALID_VALUE;
    *stream = known.stream;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

// Results are the same each time in both modes.
HEDDLE_CUSOLVER cusolverDnSetDeterministicMode(cusolverDnHandle_t handle,
                                               cusolverDeterministicMode_t mode) {
  return with(handle, [&](Handle& known) {
    if (mode != CUSOLVER_DETERMINISTIC_RESULTS && mode != CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS)
      return CUSOLVER_STATUS_INVALID_VALUE;
    known.deterministic = mode;
    return CUSOLVER_STATUS_SUCCESS;
  });
}
HEDDLE_CUSOLVER cusolverDnGetDeterministicMode(cusolverDnHandle_t handle,
                                               cusolverDeterministicMode_t* mode) {
  return with(handle, [&](Handle& known) {
    if (!mode) return CUSOLVER_STATUS_INVALID_VALUE;
    *mode = known.deterministic;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

HEDDLE_CUSOLVER cusolverGetVersion(int* version) {
  if (!version) return CUSOLVER_STATUS_INVALID_VALUE;
  *version = CUSOLVER_VERSION;
  return CUSOLVER_STATUS_SUCCESS;
}
HEDDLE_CUSOLVER cusolverGetProperty(libraryPropertyType type, int* value) {
  if (!value) return CUSOLVER_STATUS_INVALID_VALUE;
  switch (type) {
    case MAJOR_VERSION:
      *value = CUSOLVER_VER_MAJOR;
      return CUSOLVER_STATUS_SUCCESS;
    case MINOR_VERSION:
      *value = CUSOLVER_VER_MINOR;
      return CUSOLVER_STATUS_SUCCESS;
    case PATCH_LEVEL:
      *value = CUSOLVER_VER_PATCH;
      return CUSOLVER_STATUS_SUCCESS;
  }
  return CUSOLVER_STATUS_INVALID_VALUE;
}

}  // namespace heddle::cusolver
