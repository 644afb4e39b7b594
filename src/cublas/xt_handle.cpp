// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "cublas/call.h"
#include "cublas/xt.h"
#include "library/objects.h"

namespace heddle::cublas {
namespace {

template <class Body>
cublasStatus_t with(cublasXtHandle_t handle, Body body) {
  XtHandle* const known = xt_handle_of(handle);
  return known ? body(*known) : CUBLAS_STATUS_NOT_INITIALIZED;
}

CpuPart* part_of(XtHandle& handle, cublasXtBlasOp_t operation, cublasXtOpType_t type) {
  if (operation < CUBLASXT_GEMM || operation >= CUBLASXT_ROUTINE_MAX || type < CUBLASXT_FLOAT ||
      type > CUBLASXT_DOUBLECOMPLEX)
    return nullptr;
  return &handle.cpu[operation][type];
}

}  // namespace

XtHandle* xt_handle_of(cublasXtHandle_t handle) {
  return library::find_object<XtHandle>(handle).get();
}

XtDevice::XtDevice(const XtHandle& handle) {
  if (handle.devices.empty()) return;
  cudaGetDevice(&before_);
  cudaSetDevice(handle.devices.front());
}
XtDevice::~XtDevice() {
  if (before_ >= 0) cudaSetDevice(before_);
}
cublasStatus_t XtDevice::ended(cublasStatus_t status) const {
  return status ? status : Library::status_of(cudaStreamSynchronize(nullptr));
}

HEDDLE_CUBLAS cublasXtCreate(cublasXtHandle_t* out) {
  if (!out) return CUBLAS_STATUS_INVALID_VALUE;
  auto made = std::make_shared<XtHandle>();
  if (const cublasStatus_t status = cublasCreate(&made->blas)) return status;
  *out = library::Objects<XtHandle>::all().add<cublasXtHandle_t>(std::move(made));
  return CUBLAS_STATUS_SUCCESS;
}
HEDDLE_CUBLAS cublasXtDestroy(cublasXtHandle_t handle) {
  XtHandle* const known = xt_handle_of(handle);
  if (!known) return CUBLAS_STATUS_NOT_INITIALIZED;
  cublasDestroy(known->blas);
  library::Objects<XtHandle>::all().remove(handle);
  return CUBLAS_STATUS_SUCCESS;
}

// A device is a board.
HEDDLE_CUBLAS cublasXtGetNumBoards(int count, int devices[], int* boards) {
  int known = 0;
  if (count <= 0 || !devices || !boards || cudaGetDeviceCount(&known) != cudaSuccess ||
      std::any_of(devices, devices + count, [&](int id) { return id < 0 || id >= known; }))
    return CUBLAS_STATUS_INVALID_VALUE;
  std::vector<int> different(devices, devices + count);
  std::sort(different.begin(), different.end());
  const auto end = std::unique(different.begin(), different.end());
  *boards = static_cast<int>(end - different.begin());
  return CUBLAS_STATUS_SUCCESS;
}
HEDDLE_CUBLAS cublasXtMaxBoards(int* boards) {
  if (!boards) return CUBLAS_STATUS_INVALID_VALUE;
  return Library::status_of(cudaGetDeviceCount(boards));
}
HEDDLE_CUBLAS cublasXtDeviceSelect(cublasXtHandle_t handle, int count, int devices[]) {
  return with(handle, [&](XtHandle& known) {
    int boards = 0;
    if (const cublasStatus_t status = cublasXtGetNumBoards(count, devices, &boards)) return status;
    if (boards != count) return CUBLAS_STATUS_INVALID_VALUE;
    known.devices.assign(devices, devices + count);
    return CUBLAS_STATUS_SUCCESS;
  });
}

HEDDLE_CUBLAS cublasXtSetBlockDim(cublasXtHandle_t handle, int block) {
  return with(handle, [&](XtHandle& known) {
    if (block <= 0) return CUBLAS_STATUS_INVALID_VALUE;
    known.block = block;
    return CUBLAS_STATUS_SUCCESS;
  });
}
HEDDLE_CUBLAS cublasXtGetBlockDim(cublasXtHandle_t handle, int* block) {
  return with(handle, [&](XtHandle& known) {
    if (!block) return CUBLAS_STATUS_INVALID_VALUE;
    *block = known.block;
    return CUBLAS_STATUS_SUCCESS;
  });
}
HEDDLE_CUBLAS cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode) {
  return with(handle, [&](XtHandle& known) {
    if (mode != CUBLASXT_PINNING_DISABLED && mode != CUBLASXT_PINNING_ENABLED)
      return CUBLAS_STATUS_INVALID_VALUE;
    known.pinning = mode;
    return CUBLAS_STATUS_SUCCESS;
  });
}
HEDDLE_CUBLAS cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t* mode) {
  return with(handle, [&](XtHandle& known) {
    if (!mode) return CUBLAS_STATUS_INVALID_VALUE;
    *mode = known.pinning;
    return CUBLAS_STATUS_SUCCESS;
  });
}

// Only products are shared with a routine of the program.
HEDDLE_CUBLAS cublasXtSetCpuRoutine(cublasXtHandle_t handle, cublasXtBlasOp_t operation,
                                    cublasXtOpType_t type, void* routine) {
  return with(handle, [&](XtHandle& known) {
    CpuPart* const part = part_of(known, operation, type);
    if (!part || !routine) return CUBLAS_STATUS_INVALID_VALUE;
    if (operation != CUBLASXT_GEMM) {
      library::say_once("cublasXtSetCpuRoutine for another function than gemm is not supported");
      return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    part->routine = routine;
    return CUBLAS_STATUS_SUCCESS;
  });
}
HEDDLE_CUBLAS cublasXtSetCpuRatio(cublasXtHandle_t handle, cublasXtBlasOp_t operation,
                                  cublasXtOpType_t type, float ratio) {
  return with(handle, [&](XtHandle& known) {
    CpuPart* const part = part_of(known, operation, type);
    if (!part || !(ratio >= 0 && ratio <= 1)) return CUBLAS_STATUS_INVALID_VALUE;
    if (operation != CUBLASXT_GEMM) {
      library::say_once("cublasXtSetCpuRatio for another function than gemm is not supported");
      return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    part->ratio = ratio;
    return CUBLAS_STATUS_SUCCESS;
  });
}

}  // namespace heddle::cublas
