// SPDX-License-Identifier: Apache-2.0
#include "cusparse/handle.h"

#include <memory>

#include "cusparse/call.h"
#include "library/objects.h"

namespace heddle::cusparse {
namespace {

template <class Body>
cusparseStatus_t with(cusparseHandle_t handle, Body body) {
  Handle* const known = handle_of(handle);
  return known ? body(*known) : status_of_absent(handle);
}
template <class T>
cusparseStatus_t get(cusparseHandle_t handle, T* out, T Handle::* member) {
  return with(handle, [&](Handle& known) {
    if (!out) return CUSPARSE_STATUS_INVALID_VALUE;
    *out = known.*member;
    return CUSPARSE_STATUS_SUCCESS;
  });
}
template <class T>
cusparseStatus_t set(cusparseHandle_t handle, T value, T Handle::* member, bool valid) {
  return with(handle, [&](Handle& known) {
    if (!valid) return CUSPARSE_STATUS_INVALID_VALUE;
    known.*member = value;
    return CUSPARSE_STATUS_SUCCESS;
  });
}

}  // namespace

Handle* handle_of(cusparseHandle_t handle) {
  return library::find_object<Handle>(handle).get();
}

HEDDLE_CUSPARSE cusparseCreate(cusparseHandle_t* out) {
  if (!out) return CUSPARSE_STATUS_INVALID_VALUE;
  if (cudaFree(nullptr) != cudaSuccess) return CUSPARSE_STATUS_NOT_INITIALIZED;
  auto made = std::make_shared<Handle>();
  *out = library::Objects<Handle>::all().add<cusparseHandle_t>(std::move(made));
  return CUSPARSE_STATUS_SUCCESS;
}

// Work that was given to a stream needs its handle no more.
HEDDLE_CUSPARSE cusparseDestroy(cusparseHandle_t handle) {
  if (!handle) return CUSPARSE_STATUS_SUCCESS;
  return library::Objects<Handle>::all().remove(handle) ? CUSPARSE_STATUS_SUCCESS
                                                        : CUSPARSE_STATUS_NOT_INITIALIZED;
}

HEDDLE_CUSPARSE cusparseGetVersion(cusparseHandle_t handle, int* version) {
  return with(handle, [&](Handle&) {
    if (!version) return CUSPARSE_STATUS_INVALID_VALUE;
    *version = CUSPARSE_VERSION;
    return CUSPARSE_STATUS_SUCCESS;
  });
}

HEDDLE_CUSPARSE cusparseGetProperty(libraryPropertyType type, int* value) {
  if (!value) return CUSPARSE_STATUS_INVALID_VALUE;
  switch (type) {
    case MAJOR_VERSION:
      *value = CUSPARSE_VER_MAJOR;
      return CUSPARSE_STATUS_SUCCESS;
    case MINOR_VERSION:
      *value = CUSPARSE_VER_MINOR;
      return CUSPARSE_STATUS_SUCCESS;
    case PATCH_LEVEL:
      *value = CUSPARSE_VER_PATCH;
      return CUSPARSE_STATUS_SUCCESS;
  }
  return CUSPARSE_STATUS_INVALID_VALUE;
}

HEDDLE_CUSPARSE cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) {
  return set(handle, stream, &Handle::stream, true);
}
HEDDLE_CUSPARSE cusparseGetStream(cusparseHandle_t handle, cudaStream_t* stream) {
  return get(handle, stream, &Handle::stream);
}
HEDDLE_CUSPARSE cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t* mode) {
  return get(handle, mode, &Handle::pointer_mode);
}
HEDDLE_CUSPARSE cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
  return set(handle, mode, &Handle::pointer_mode,
             mode == CUSPARSE_POINTER_MODE_HOST || mode == CUSPARSE_POINTER_MODE_DEVICE);
}

}  // namespace heddle::cusparse
