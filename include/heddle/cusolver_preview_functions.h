// SPDX-License-Identifier: Apache-2.0
// Made by src/cusolver/make_tables of src/cusolver/sparse.txt.
// clang-format off

// Sparse Cholesky in steps
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrcholAnalysisHost(cusolverSpHandle_t handle, int n, int
    nnz, const cusparseMatDescr_t descrA, const int* csrRowPtr, const int* csrColInd,
    csrcholInfoHost_t info);
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrcholAnalysis(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const int* csrRowPtr, const int* csrColInd, csrcholInfo_t
    info);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrcholBufferInfoHost(cusolverSpHandle_t handle, int n, int
    nnz, const cusparseMatDescr_t descrA, const float* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrcholInfoHost_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrcholBufferInfo(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const float* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrcholInfo_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrcholBufferInfoHost(cusolverSpHandle_t handle, int n, int
    nnz, const cusparseMatDescr_t descrA, const double* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrcholInfoHost_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrcholBufferInfo(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const double* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrcholInfo_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrcholBufferInfoHost(cusolverSpHandle_t handle, int n, int
    nnz, const cusparseMatDescr_t descrA, const cuComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrcholInfoHost_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrcholBufferInfo(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const cuComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrcholInfo_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrcholBufferInfoHost(cusolverSpHandle_t handle, int n, int
    nnz, const cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal, const int* csrRowPtr, const
    int* csrColInd, csrcholInfoHost_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrcholBufferInfo(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrcholInfo_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrcholFactorHost(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const float* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrcholInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrcholFactor(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const float* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrcholInfo_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrcholFactorHost(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const double* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrcholInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrcholFactor(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const double* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrcholInfo_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrcholFactorHost(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const cuComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrcholInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrcholFactor(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const cuComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrcholInfo_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrcholFactorHost(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrcholInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrcholFactor(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrcholInfo_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrcholZeroPivotHost(cusolverSpHandle_t handle,
    csrcholInfoHost_t info, float tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrcholZeroPivot(cusolverSpHandle_t handle, csrcholInfo_t
    info, float tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrcholZeroPivotHost(cusolverSpHandle_t handle,
    csrcholInfoHost_t info, double tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrcholZeroPivot(cusolverSpHandle_t handle, csrcholInfo_t
    info, double tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrcholZeroPivotHost(cusolverSpHandle_t handle,
    csrcholInfoHost_t info, float tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrcholZeroPivot(cusolverSpHandle_t handle, csrcholInfo_t
    info, float tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrcholZeroPivotHost(cusolverSpHandle_t handle,
    csrcholInfoHost_t info, double tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrcholZeroPivot(cusolverSpHandle_t handle, csrcholInfo_t
    info, double tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrcholSolveHost(cusolverSpHandle_t handle, int n, const
    float* b, float* x, csrcholInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrcholSolve(cusolverSpHandle_t handle, int n, const float*
    b, float* x, csrcholInfo_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrcholSolveHost(cusolverSpHandle_t handle, int n, const
    double* b, double* x, csrcholInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrcholSolve(cusolverSpHandle_t handle, int n, const double*
    b, double* x, csrcholInfo_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrcholSolveHost(cusolverSpHandle_t handle, int n, const
    cuComplex* b, cuComplex* x, csrcholInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrcholSolve(cusolverSpHandle_t handle, int n, const
    cuComplex* b, cuComplex* x, csrcholInfo_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrcholSolveHost(cusolverSpHandle_t handle, int n, const
    cuDoubleComplex* b, cuDoubleComplex* x, csrcholInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrcholSolve(cusolverSpHandle_t handle, int n, const
    cuDoubleComplex* b, cuDoubleComplex* x, csrcholInfo_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrcholDiag(cusolverSpHandle_t handle, csrcholInfo_t info,
    float* diag);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrcholDiag(cusolverSpHandle_t handle, csrcholInfo_t info,
    double* diag);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrcholDiag(cusolverSpHandle_t handle, csrcholInfo_t info,
    float* diag);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrcholDiag(cusolverSpHandle_t handle, csrcholInfo_t info,
    double* diag);

// Sparse LU in steps
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrluAnalysisHost(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const int* csrRowPtr, const int* csrColInd, csrluInfoHost_t
    info);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrluBufferInfoHost(cusolverSpHandle_t handle, int n, int
    nnz, const cusparseMatDescr_t descrA, const float* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrluInfoHost_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrluBufferInfoHost(cusolverSpHandle_t handle, int n, int
    nnz, const cusparseMatDescr_t descrA, const double* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrluInfoHost_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrluBufferInfoHost(cusolverSpHandle_t handle, int n, int
    nnz, const cusparseMatDescr_t descrA, const cuComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrluInfoHost_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrluBufferInfoHost(cusolverSpHandle_t handle, int n, int
    nnz, const cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal, const int* csrRowPtr, const
    int* csrColInd, csrluInfoHost_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrluFactorHost(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const float* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrluInfoHost_t info, float pivot_threshold, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrluFactorHost(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const double* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrluInfoHost_t info, double pivot_threshold, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrluFactorHost(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const cuComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrluInfoHost_t info, float pivot_threshold, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrluFactorHost(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrluInfoHost_t info, double pivot_threshold, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrluZeroPivotHost(cusolverSpHandle_t handle,
    csrluInfoHost_t info, float tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrluZeroPivotHost(cusolverSpHandle_t handle,
    csrluInfoHost_t info, double tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrluZeroPivotHost(cusolverSpHandle_t handle,
    csrluInfoHost_t info, float tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrluZeroPivotHost(cusolverSpHandle_t handle,
    csrluInfoHost_t info, double tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrluSolveHost(cusolverSpHandle_t handle, int n, const
    float* b, float* x, csrluInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrluSolveHost(cusolverSpHandle_t handle, int n, const
    double* b, double* x, csrluInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrluSolveHost(cusolverSpHandle_t handle, int n, const
    cuComplex* b, cuComplex* x, csrluInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrluSolveHost(cusolverSpHandle_t handle, int n, const
    cuDoubleComplex* b, cuDoubleComplex* x, csrluInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrluNnzHost(cusolverSpHandle_t handle, int* nnzLRef, int*
    nnzURef, csrluInfoHost_t info);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrluExtractHost(cusolverSpHandle_t handle, int* P, int* Q,
    const cusparseMatDescr_t descrL, float* csrValL, int* csrRowPtrL, int* csrColIndL, const
    cusparseMatDescr_t descrU, float* csrValU, int* csrRowPtrU, int* csrColIndU, csrluInfoHost_t
    info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrluExtractHost(cusolverSpHandle_t handle, int* P, int* Q,
    const cusparseMatDescr_t descrL, double* csrValL, int* csrRowPtrL, int* csrColIndL, const
    cusparseMatDescr_t descrU, double* csrValU, int* csrRowPtrU, int* csrColIndU, csrluInfoHost_t
    info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrluExtractHost(cusolverSpHandle_t handle, int* P, int* Q,
    const cusparseMatDescr_t descrL, cuComplex* csrValL, int* csrRowPtrL, int* csrColIndL, const
    cusparseMatDescr_t descrU, cuComplex* csrValU, int* csrRowPtrU, int* csrColIndU, csrluInfoHost_t
    info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrluExtractHost(cusolverSpHandle_t handle, int* P, int* Q,
    const cusparseMatDescr_t descrL, cuDoubleComplex* csrValL, int* csrRowPtrL, int* csrColIndL,
    const cusparseMatDescr_t descrU, cuDoubleComplex* csrValU, int* csrRowPtrU, int* csrColIndU,
    csrluInfoHost_t info, void* pBuffer);

// Sparse QR in steps
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrqrAnalysisHost(cusolverSpHandle_t handle, int m, int n,
    int nnz, const cusparseMatDescr_t descrA, const int* csrRowPtr, const int* csrColInd,
    csrqrInfoHost_t info);
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrqrAnalysis(cusolverSpHandle_t handle, int m, int n, int
    nnz, const cusparseMatDescr_t descrA, const int* csrRowPtr, const int* csrColInd, csrqrInfo_t
    info);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrqrBufferInfoHost(cusolverSpHandle_t handle, int m, int n,
    int nnz, const cusparseMatDescr_t descrA, const float* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrqrInfoHost_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrqrBufferInfo(cusolverSpHandle_t handle, int m, int n, int
    nnz, const cusparseMatDescr_t descrA, const float* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrqrInfo_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrqrBufferInfoHost(cusolverSpHandle_t handle, int m, int n,
    int nnz, const cusparseMatDescr_t descrA, const double* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrqrInfoHost_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrqrBufferInfo(cusolverSpHandle_t handle, int m, int n, int
    nnz, const cusparseMatDescr_t descrA, const double* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrqrInfo_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrqrBufferInfoHost(cusolverSpHandle_t handle, int m, int n,
    int nnz, const cusparseMatDescr_t descrA, const cuComplex* csrVal, const int* csrRowPtr, const
    int* csrColInd, csrqrInfoHost_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrqrBufferInfo(cusolverSpHandle_t handle, int m, int n, int
    nnz, const cusparseMatDescr_t descrA, const cuComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, csrqrInfo_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrqrBufferInfoHost(cusolverSpHandle_t handle, int m, int n,
    int nnz, const cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal, const int* csrRowPtr,
    const int* csrColInd, csrqrInfoHost_t info, size_t* internalDataInBytes, size_t*
    workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrqrBufferInfo(cusolverSpHandle_t handle, int m, int n, int
    nnz, const cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal, const int* csrRowPtr, const
    int* csrColInd, csrqrInfo_t info, size_t* internalDataInBytes, size_t* workspaceInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrqrSetupHost(cusolverSpHandle_t handle, int m, int n, int
    nnz, const cusparseMatDescr_t descrA, const float* csrVal, const int* csrRowPtr, const int*
    csrColInd, float mu, csrqrInfoHost_t info);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrqrSetup(cusolverSpHandle_t handle, int m, int n, int nnz,
    const cusparseMatDescr_t descrA, const float* csrVal, const int* csrRowPtr, const int*
    csrColInd, float mu, csrqrInfo_t info);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrqrSetupHost(cusolverSpHandle_t handle, int m, int n, int
    nnz, const cusparseMatDescr_t descrA, const double* csrVal, const int* csrRowPtr, const int*
    csrColInd, double mu, csrqrInfoHost_t info);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrqrSetup(cusolverSpHandle_t handle, int m, int n, int nnz,
    const cusparseMatDescr_t descrA, const double* csrVal, const int* csrRowPtr, const int*
    csrColInd, double mu, csrqrInfo_t info);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrqrSetupHost(cusolverSpHandle_t handle, int m, int n, int
    nnz, const cusparseMatDescr_t descrA, const cuComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, cuComplex mu, csrqrInfoHost_t info);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrqrSetup(cusolverSpHandle_t handle, int m, int n, int nnz,
    const cusparseMatDescr_t descrA, const cuComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, cuComplex mu, csrqrInfo_t info);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrqrSetupHost(cusolverSpHandle_t handle, int m, int n, int
    nnz, const cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal, const int* csrRowPtr, const
    int* csrColInd, cuDoubleComplex mu, csrqrInfoHost_t info);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrqrSetup(cusolverSpHandle_t handle, int m, int n, int nnz,
    const cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, cuDoubleComplex mu, csrqrInfo_t info);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrqrFactorHost(cusolverSpHandle_t handle, int m, int n, int
    nnz, float* b, float* x, csrqrInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrqrFactor(cusolverSpHandle_t handle, int m, int n, int
    nnz, float* b, float* x, csrqrInfo_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrqrFactorHost(cusolverSpHandle_t handle, int m, int n, int
    nnz, double* b, double* x, csrqrInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrqrFactor(cusolverSpHandle_t handle, int m, int n, int
    nnz, double* b, double* x, csrqrInfo_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrqrFactorHost(cusolverSpHandle_t handle, int m, int n, int
    nnz, cuComplex* b, cuComplex* x, csrqrInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrqrFactor(cusolverSpHandle_t handle, int m, int n, int
    nnz, cuComplex* b, cuComplex* x, csrqrInfo_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrqrFactorHost(cusolverSpHandle_t handle, int m, int n, int
    nnz, cuDoubleComplex* b, cuDoubleComplex* x, csrqrInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrqrFactor(cusolverSpHandle_t handle, int m, int n, int
    nnz, cuDoubleComplex* b, cuDoubleComplex* x, csrqrInfo_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrqrZeroPivotHost(cusolverSpHandle_t handle,
    csrqrInfoHost_t info, float tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrqrZeroPivot(cusolverSpHandle_t handle, csrqrInfo_t info,
    float tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrqrZeroPivotHost(cusolverSpHandle_t handle,
    csrqrInfoHost_t info, double tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrqrZeroPivot(cusolverSpHandle_t handle, csrqrInfo_t info,
    double tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrqrZeroPivotHost(cusolverSpHandle_t handle,
    csrqrInfoHost_t info, float tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrqrZeroPivot(cusolverSpHandle_t handle, csrqrInfo_t info,
    float tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrqrZeroPivotHost(cusolverSpHandle_t handle,
    csrqrInfoHost_t info, double tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrqrZeroPivot(cusolverSpHandle_t handle, csrqrInfo_t info,
    double tol, int* position);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrqrSolveHost(cusolverSpHandle_t handle, int m, int n,
    float* b, float* x, csrqrInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrqrSolve(cusolverSpHandle_t handle, int m, int n, float*
    b, float* x, csrqrInfo_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrqrSolveHost(cusolverSpHandle_t handle, int m, int n,
    double* b, double* x, csrqrInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrqrSolve(cusolverSpHandle_t handle, int m, int n, double*
    b, double* x, csrqrInfo_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrqrSolveHost(cusolverSpHandle_t handle, int m, int n,
    cuComplex* b, cuComplex* x, csrqrInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrqrSolve(cusolverSpHandle_t handle, int m, int n,
    cuComplex* b, cuComplex* x, csrqrInfo_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrqrSolveHost(cusolverSpHandle_t handle, int m, int n,
    cuDoubleComplex* b, cuDoubleComplex* x, csrqrInfoHost_t info, void* pBuffer);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrqrSolve(cusolverSpHandle_t handle, int m, int n,
    cuDoubleComplex* b, cuDoubleComplex* x, csrqrInfo_t info, void* pBuffer);
