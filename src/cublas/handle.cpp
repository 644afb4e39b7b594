// SPDX-License-Identifier: Apache-2.0
#include "cublas/handle.h"

#include <memory>

#include "cublas/call.h"
#include "library/objects.h"
#include "library/openblas.h"

namespace heddle::cublas {
namespace {

template <class Body>
cublasStatus_t with(cublasHandle_t handle, Body body) {
  Handle* const known = handle_of(handle);
  return known ? body(*known) : CUBLAS_STATUS_NOT_INITIALIZED;
}

// For calls that tell what `member` is.
template <class T>
cublasStatus_t get(cublasHandle_t handle, T* out, T Handle::* member) {
  return with(handle, [&](Handle& known) {
    if (!out) return CUBLAS_STATUS_INVALID_VALUE;
    *out = known.*member;
    return CUBLAS_STATUS_SUCCESS;
  });
}
template <class T>
cublasStatus_t set(cublasHandle_t handle, T value, T Handle::* member, bool valid) {
  return with(handle, [&](Handle& known) {
    if (!valid) return CUBLAS_STATUS_INVALID_VALUE;
    known.*member = value;
    return CUBLAS_STATUS_SUCCESS;
  });
}

bool is_math_mode(cublasMath_t mode) {
  const int base = mode & ~CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION;
  return base >= CUBLAS_DEFAULT_MATH && base <= CUBLAS_TF32_TENSOR_OP_MATH;
}

}  // namespace

Handle* handle_of(cublasHandle_t handle) {
  return library::find_object<Handle>(handle).get();
}

HEDDLE_CUBLAS cublasCreate_v2(cublasHandle_t* out) {
  if (!out) return CUBLAS_STATUS_INVALID_VALUE;
  if (!open_openblas("cuBLAS")) return CUBLAS_STATUS_NOT_INITIALIZED;
  if (cudaFree(nullptr) != cudaSuccess) return CUBLAS_STATUS_NOT_INITIALIZED;
  auto made = std::make_shared<Handle>();
  *out = library::Objects<Handle>::all().add<cublasHandle_t>(std::move(made));
  return CUBLAS_STATUS_SUCCESS;
}

// Waits for the device, as documented.
HEDDLE_CUBLAS cublasDestroy_v2(cublasHandle_t handle) {
  if (!handle_of(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
  cudaDeviceSynchronize();
  library::Objects<Handle>::all().remove(handle);
  return CUBLAS_STATUS_SUCCESS;
}

HEDDLE_CUBLAS cublasGetVersion_v2(cublasHandle_t handle, int* version) {
  if (!version) return CUBLAS_STATUS_INVALID_VALUE;
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}

HEDDLE_CUBLAS cublasGetProperty(libraryPropertyType type, int* value) {
  if (!value) return CUBLAS_STATUS_INVALID_VALUE;
  switch (type) {
    case MAJOR_VERSION:
      *value = CUBLAS_VER_MAJOR;
      return CUBLAS_STATUS_SUCCESS;
    case MINOR_VERSION:
      *value = CUBLAS_VER_MINOR;
      return CUBLAS_STATUS_SUCCESS;
    case PATCH_LEVEL:
      *value = CUBLAS_VER_PATCH;
      return CUBLAS_STATUS_SUCCESS;
  }
  return CUBLAS_STATUS_INVALID_VALUE;
}

extern "C" __attribute__((visibility("default"))) size_t cublasGetCudartVersion() {
  return CUDART_VERSION;
}

// Nothing here needs one. It has to be aligned all the same, as documented.
HEDDLE_CUBLAS cublasSetWorkspace_v2(cublasHandle_t handle, void* workspace, size_t bytes) {
  return with(handle, [&](Handle&) {
    const bool aligned = reinterpret_cast<std::uintptr_t>(workspace) % 256 == 0;
    return aligned ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
  });
}

HEDDLE_CUBLAS cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
  return set(handle, stream, &Handle::stream, true);
}
HEDDLE_CUBLAS cublasGetStream_v2(cublasHandle_t handle, cudaStream_t* stream) {
  return get(handle, stream, &Handle::stream);
}

HEDDLE_CUBLAS cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t* mode) {
  return get(handle, mode, &Handle::pointer_mode);
}
HEDDLE_CUBLAS cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode) {
  return set(handle, mode, &Handle::pointer_mode,
             mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE);
}

HEDDLE_CUBLAS cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t* mode) {
  return get(handle, mode, &Handle::atomics);
}
HEDDLE_CUBLAS cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode) {
  return set(handle, mode, &Handle::atomics,
             mode == CUBLAS_ATOMICS_NOT_ALLOWED || mode == CUBLAS_ATOMICS_ALLOWED);
}

HEDDLE_CUBLAS cublasGetMathMode(cublasHandle_t handle, cublasMath_t* mode) {
  return get(handle, mode, &Handle::math);
}
HEDDLE_CUBLAS cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
  return set(handle, mode, &Handle::math, is_math_mode(mode));
}

HEDDLE_CUBLAS cublasGetSmCountTarget(cublasHandle_t handle, int* target) {
  return get(handle, target, &Handle::sm_target);
}
HEDDLE_CUBLAS cublasSetSmCountTarget(cublasHandle_t handle, int target) {
  int device = 0, count = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device);
  return set(handle, target, &Handle::sm_target, target >= 0 && target <= count);
}

}  // namespace heddle::cublas
