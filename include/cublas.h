// SPDX-License-Identifier: Apache-2.0
// The first interface of cuBLAS (cuBLAS documentation, "Using the cuBLAS Legacy API"): one state
// for the process in place of handles; scalars are values, and what goes wrong is asked for.
#pragma once

#ifdef CUBLAS_V2_H_
#error "cublas.h and cublas_v2.h have other functions of the same names; include one of them"
#endif
// The name by which other headers ask whether this one was included.
#define CUBLAS_H_

#include "cublas_api.h"

typedef cublasStatus_t cublasStatus;

#ifdef __cplusplus
extern "C" {
#endif

// CUBLAS_STATUS_NOT_INITIALIZED: no device, or no library to compute with.
cublasStatus CUBLASWINAPI cublasInit(void);
cublasStatus CUBLASWINAPI cublasShutdown(void);
// What the last call that failed would have answered; asking for it forgets it.
cublasStatus CUBLASWINAPI cublasGetError(void);
cublasStatus CUBLASWINAPI cublasGetVersion(int* version);
// CUBLAS_STATUS_INVALID_VALUE: a count or a size below 1; CUBLAS_STATUS_ALLOC_FAILED.
cublasStatus CUBLASWINAPI cublasAlloc(int n, int elemSize, void** devicePtr);
cublasStatus CUBLASWINAPI cublasFree(void* devicePtr);
cublasStatus CUBLASWINAPI cublasSetKernelStream(cudaStream_t stream);

#include "heddle/cublas_legacy_functions.h"

#ifdef __cplusplus
}
#endif
