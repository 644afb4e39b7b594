// SPDX-License-Identifier: Apache-2.0
// Functions of 64 bits of cusolverDn, whose types are arguments, and the expert interface of
// iterative refinement. Included by cusolverDn.h.
// clang-format off

// Spectra, systems, reflectors.
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevdx_bufferSize(cusolverDnHandle_t handle,
    cusolverDnParams_t params, cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t
    uplo, int64_t n, cudaDataType dataTypeA, const void* A, int64_t lda, void* vl, void* vu, int64_t
    il, int64_t iu, int64_t* h_meig, cudaDataType dataTypeW, const void* W, cudaDataType
    computeType, size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost);
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t params,
    cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo, int64_t n, cudaDataType
    dataTypeA, void* A, int64_t lda, void* vl, void* vu, int64_t il, int64_t iu, int64_t* meig64,
    cudaDataType dataTypeW, void* W, cudaDataType computeType, void* bufferOnDevice, size_t
    workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost, int* info);
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevBatched_bufferSize(cusolverDnHandle_t handle,
    cusolverDnParams_t params, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
    cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeW, const void* W,
    cudaDataType computeType, size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost,
    int64_t batchSize);
cusolverStatus_t CUSOLVERAPI cusolverDnXsyevBatched(cusolverDnHandle_t handle, cusolverDnParams_t
    params, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, void*
    A, int64_t lda, cudaDataType dataTypeW, void* W, cudaDataType computeType, void* bufferOnDevice,
    size_t workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost, int* info,
    int64_t batchSize);
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvdp_bufferSize(cusolverDnHandle_t handle,
    cusolverDnParams_t params, cusolverEigMode_t jobz, int econ, int64_t m, int64_t n, cudaDataType
    dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeS, const void* S, cudaDataType
    dataTypeU, const void* U, int64_t ldu, cudaDataType dataTypeV, const void* V, int64_t ldv,
    cudaDataType computeType, size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost);
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvdp(cusolverDnHandle_t handle, cusolverDnParams_t params,
    cusolverEigMode_t jobz, int econ, int64_t m, int64_t n, cudaDataType dataTypeA, void* A, int64_t
    lda, cudaDataType dataTypeS, void* S, cudaDataType dataTypeU, void* U, int64_t ldu, cudaDataType
    dataTypeV, void* V, int64_t ldv, cudaDataType computeType, void* bufferOnDevice, size_t
    workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost, int* d_info,
    double* h_err_sigma);
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvdr_bufferSize(cusolverDnHandle_t handle,
    cusolverDnParams_t params, signed char jobu, signed char jobv, int64_t m, int64_t n, int64_t k,
    int64_t p, int64_t niters, cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType
    dataTypeSrand, const void* Srand, cudaDataType dataTypeUrand, const void* Urand, int64_t
    ldUrand, cudaDataType dataTypeVrand, const void* Vrand, int64_t ldVrand, cudaDataType
    computeType, size_t* workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost);
cusolverStatus_t CUSOLVERAPI cusolverDnXgesvdr(cusolverDnHandle_t handle, cusolverDnParams_t params,
    signed char jobu, signed char jobv, int64_t m, int64_t n, int64_t k, int64_t p, int64_t niters,
    cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType dataTypeSrand, void* Srand,
    cudaDataType dataTypeUrand, void* Urand, int64_t ldUrand, cudaDataType dataTypeVrand, void*
    Vrand, int64_t ldVrand, cudaDataType computeType, void* bufferOnDevice, size_t
    workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost, int* d_info);
cusolverStatus_t CUSOLVERAPI cusolverDnXsytrs_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t
    uplo, int64_t n, int64_t nrhs, cudaDataType dataTypeA, const void* A, int64_t lda, const
    int64_t* ipiv, cudaDataType dataTypeB, void* B, int64_t ldb, size_t* workspaceInBytesOnDevice,
    size_t* workspaceInBytesOnHost);
cusolverStatus_t CUSOLVERAPI cusolverDnXsytrs(cusolverDnHandle_t handle, cublasFillMode_t uplo,
    int64_t n, int64_t nrhs, cudaDataType dataTypeA, const void* A, int64_t lda, const int64_t*
    ipiv, cudaDataType dataTypeB, void* B, int64_t ldb, void* bufferOnDevice, size_t
    workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost, int* info);
cusolverStatus_t CUSOLVERAPI cusolverDnXtrtri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t
    uplo, cublasDiagType_t diag, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, size_t*
    workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost);
cusolverStatus_t CUSOLVERAPI cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t uplo,
    cublasDiagType_t diag, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, void*
    bufferOnDevice, size_t workspaceInBytesOnDevice, void* bufferOnHost, size_t
    workspaceInBytesOnHost, int* devInfo);
cusolverStatus_t CUSOLVERAPI cusolverDnXlarft_bufferSize(cusolverDnHandle_t handle,
    cusolverDnParams_t params, cusolverDirectMode_t direct, cusolverStorevMode_t storev, int64_t N,
    int64_t K, cudaDataType dataTypeV, const void* d_V, int64_t ldv, cudaDataType dataTypeTau, const
    void* d_tau, cudaDataType dataTypeT, void* d_T, int64_t ldt, cudaDataType computeType, size_t*
    workspaceInBytesOnDevice, size_t* workspaceInBytesOnHost);
cusolverStatus_t CUSOLVERAPI cusolverDnXlarft(cusolverDnHandle_t handle, cusolverDnParams_t params,
    cusolverDirectMode_t direct, cusolverStorevMode_t storev, int64_t N, int64_t K, cudaDataType
    dataTypeV, const void* d_V, int64_t ldv, cudaDataType dataTypeTau, const void* d_tau,
    cudaDataType dataTypeT, void* d_T, int64_t ldt, cudaDataType computeType, void* bufferOnDevice,
    size_t workspaceInBytesOnDevice, void* bufferOnHost, size_t workspaceInBytesOnHost);

// The first names of the functions of 64 bits (deprecated).
cusolverStatus_t CUSOLVERAPI cusolverDnPotrf_bufferSize(cusolverDnHandle_t handle,
    cusolverDnParams_t params, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, const void*
    A, int64_t lda, cudaDataType computeType, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverDnPotrf(cusolverDnHandle_t handle, cusolverDnParams_t params,
    cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType
    computeType, void* pBuffer, size_t workspaceInBytes, int* info);
cusolverStatus_t CUSOLVERAPI cusolverDnPotrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
    cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType dataTypeA, const void* A, int64_t
    lda, cudaDataType dataTypeB, void* B, int64_t ldb, int* info);
cusolverStatus_t CUSOLVERAPI cusolverDnGeqrf_bufferSize(cusolverDnHandle_t handle,
    cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType dataTypeA, const void* A, int64_t
    lda, cudaDataType dataTypeTau, const void* tau, cudaDataType computeType, size_t*
    workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverDnGeqrf(cusolverDnHandle_t handle, cusolverDnParams_t params,
    int64_t m, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, cudaDataType dataTypeTau,
    void* tau, cudaDataType computeType, void* pBuffer, size_t workspaceInBytes, int* info);
cusolverStatus_t CUSOLVERAPI cusolverDnGetrf_bufferSize(cusolverDnHandle_t handle,
    cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType dataTypeA, const void* A, int64_t
    lda, cudaDataType computeType, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverDnGetrf(cusolverDnHandle_t handle, cusolverDnParams_t params,
    int64_t m, int64_t n, cudaDataType dataTypeA, void* A, int64_t lda, int64_t* ipiv, cudaDataType
    computeType, void* pBuffer, size_t workspaceInBytes, int* info);
cusolverStatus_t CUSOLVERAPI cusolverDnGetrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
    cublasOperation_t trans, int64_t n, int64_t nrhs, cudaDataType dataTypeA, const void* A, int64_t
    lda, const int64_t* ipiv, cudaDataType dataTypeB, void* B, int64_t ldb, int* info);
cusolverStatus_t CUSOLVERAPI cusolverDnSyevd_bufferSize(cusolverDnHandle_t handle,
    cusolverDnParams_t params, cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
    cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeW, const void* W,
    cudaDataType computeType, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverDnSyevd(cusolverDnHandle_t handle, cusolverDnParams_t params,
    cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, void* A,
    int64_t lda, cudaDataType dataTypeW, void* W, cudaDataType computeType, void* pBuffer, size_t
    workspaceInBytes, int* info);
cusolverStatus_t CUSOLVERAPI cusolverDnSyevdx_bufferSize(cusolverDnHandle_t handle,
    cusolverDnParams_t params, cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t
    uplo, int64_t n, cudaDataType dataTypeA, const void* A, int64_t lda, void* vl, void* vu, int64_t
    il, int64_t iu, int64_t* h_meig, cudaDataType dataTypeW, const void* W, cudaDataType
    computeType, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverDnSyevdx(cusolverDnHandle_t handle, cusolverDnParams_t params,
    cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo, int64_t n, cudaDataType
    dataTypeA, void* A, int64_t lda, void* vl, void* vu, int64_t il, int64_t iu, int64_t* meig64,
    cudaDataType dataTypeW, void* W, cudaDataType computeType, void* pBuffer, size_t
    workspaceInBytes, int* info);
cusolverStatus_t CUSOLVERAPI cusolverDnGesvd_bufferSize(cusolverDnHandle_t handle,
    cusolverDnParams_t params, signed char jobu, signed char jobvt, int64_t m, int64_t n,
    cudaDataType dataTypeA, const void* A, int64_t lda, cudaDataType dataTypeS, const void* S,
    cudaDataType dataTypeU, const void* U, int64_t ldu, cudaDataType dataTypeVT, const void* VT,
    int64_t ldvt, cudaDataType computeType, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverDnGesvd(cusolverDnHandle_t handle, cusolverDnParams_t params,
    signed char jobu, signed char jobvt, int64_t m, int64_t n, cudaDataType dataTypeA, void* A,
    int64_t lda, cudaDataType dataTypeS, void* S, cudaDataType dataTypeU, void* U, int64_t ldu,
    cudaDataType dataTypeVT, void* VT, int64_t ldvt, cudaDataType computeType, void* pBuffer, size_t
    workspaceInBytes, int* info);

// The expert interface of iterative refinement.
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsCreate(cusolverDnIRSParams_t* params_ptr);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t params);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetRefinementSolver(cusolverDnIRSParams_t params,
    cusolverIRSRefinement_t refinement_solver);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetSolverMainPrecision(cusolverDnIRSParams_t params,
    cusolverPrecType_t solver_main_precision);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetSolverLowestPrecision(cusolverDnIRSParams_t
    params, cusolverPrecType_t solver_lowest_precision);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t params,
    cusolverPrecType_t solver_main_precision, cusolverPrecType_t solver_lowest_precision);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetTol(cusolverDnIRSParams_t params, double val);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetTolInner(cusolverDnIRSParams_t params, double
    val);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetMaxIters(cusolverDnIRSParams_t params,
    cusolver_int_t maxiters);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsSetMaxItersInner(cusolverDnIRSParams_t params,
    cusolver_int_t maxiters_inner);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsGetMaxIters(cusolverDnIRSParams_t params,
    cusolver_int_t* maxiters);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t params);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t params);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t* infos_ptr);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosGetNiters(cusolverDnIRSInfos_t infos, cusolver_int_t*
    niters);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosGetOuterNiters(cusolverDnIRSInfos_t infos,
    cusolver_int_t* outer_niters);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosGetMaxIters(cusolverDnIRSInfos_t infos,
    cusolver_int_t* maxiters);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosRequestResidual(cusolverDnIRSInfos_t infos);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSInfosGetResidualHistory(cusolverDnIRSInfos_t infos, void**
    residual_history);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSXgesv_bufferSize(cusolverDnHandle_t handle,
    cusolverDnIRSParams_t params, cusolver_int_t n, cusolver_int_t nrhs, size_t* lwork_bytes);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSXgesv(cusolverDnHandle_t handle, cusolverDnIRSParams_t
    gesv_irs_params, cusolverDnIRSInfos_t gesv_irs_infos, cusolver_int_t n, cusolver_int_t nrhs,
    void* dA, cusolver_int_t ldda, void* dB, cusolver_int_t lddb, void* dX, cusolver_int_t lddx,
    void* dWorkspace, size_t lwork_bytes, cusolver_int_t* niters, cusolver_int_t* d_info);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSXgels_bufferSize(cusolverDnHandle_t handle,
    cusolverDnIRSParams_t params, cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs, size_t*
    lwork_bytes);
cusolverStatus_t CUSOLVERAPI cusolverDnIRSXgels(cusolverDnHandle_t handle, cusolverDnIRSParams_t
    gels_irs_params, cusolverDnIRSInfos_t gels_irs_infos, cusolver_int_t m, cusolver_int_t n,
    cusolver_int_t nrhs, void* dA, cusolver_int_t ldda, void* dB, cusolver_int_t lddb, void* dX,
    cusolver_int_t lddx, void* dWorkspace, size_t lwork_bytes, cusolver_int_t* niters,
    cusolver_int_t* d_info);
