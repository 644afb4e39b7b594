// SPDX-License-Identifier: Apache-2.0
// Made by src/cusolver/make_tables of src/cusolver/sparse.txt.
// clang-format off

// Sparse systems
cusolverStatus_t CUSOLVERAPI cusolverSpScsrlsvluHost(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const float* csrVal, const int* csrRowPtr, const int*
    csrColInd, const float* b, float tol, int reorder, float* x, int* singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrlsvluHost(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const double* csrVal, const int* csrRowPtr, const int*
    csrColInd, const double* b, double tol, int reorder, double* x, int* singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrlsvluHost(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const cuComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, const cuComplex* b, float tol, int reorder, cuComplex* x, int* singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrlsvluHost(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, const cuDoubleComplex* b, double tol, int reorder, cuDoubleComplex* x, int*
    singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrlsvqrHost(cusolverSpHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, const float* csrVal, const int* csrRowPtr, const int*
    csrColInd, const float* b, float tol, int reorder, float* x, int* singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrlsvqr(cusolverSpHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, const float* csrVal, const int* csrRowPtr, const int* csrColInd,
    const float* b, float tol, int reorder, float* x, int* singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrlsvqrHost(cusolverSpHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, const double* csrVal, const int* csrRowPtr, const int*
    csrColInd, const double* b, double tol, int reorder, double* x, int* singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrlsvqr(cusolverSpHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, const double* csrVal, const int* csrRowPtr, const int* csrColInd,
    const double* b, double tol, int reorder, double* x, int* singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrlsvqrHost(cusolverSpHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, const cuComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, const cuComplex* b, float tol, int reorder, cuComplex* x, int* singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrlsvqr(cusolverSpHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, const cuComplex* csrVal, const int* csrRowPtr, const int* csrColInd,
    const cuComplex* b, float tol, int reorder, cuComplex* x, int* singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrlsvqrHost(cusolverSpHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, const cuDoubleComplex* b, double tol, int reorder, cuDoubleComplex* x, int*
    singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrlsvqr(cusolverSpHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, const cuDoubleComplex* b, double tol, int reorder, cuDoubleComplex* x, int*
    singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrlsvcholHost(cusolverSpHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, const float* csrVal, const int* csrRowPtr, const int*
    csrColInd, const float* b, float tol, int reorder, float* x, int* singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrlsvchol(cusolverSpHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, const float* csrVal, const int* csrRowPtr, const int* csrColInd,
    const float* b, float tol, int reorder, float* x, int* singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrlsvcholHost(cusolverSpHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, const double* csrVal, const int* csrRowPtr, const int*
    csrColInd, const double* b, double tol, int reorder, double* x, int* singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrlsvchol(cusolverSpHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, const double* csrVal, const int* csrRowPtr, const int* csrColInd,
    const double* b, double tol, int reorder, double* x, int* singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrlsvcholHost(cusolverSpHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, const cuComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, const cuComplex* b, float tol, int reorder, cuComplex* x, int* singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrlsvchol(cusolverSpHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, const cuComplex* csrVal, const int* csrRowPtr, const int* csrColInd,
    const cuComplex* b, float tol, int reorder, cuComplex* x, int* singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrlsvcholHost(cusolverSpHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, const cuDoubleComplex* b, double tol, int reorder, cuDoubleComplex* x, int*
    singularity);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrlsvchol(cusolverSpHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, const cuDoubleComplex* b, double tol, int reorder, cuDoubleComplex* x, int*
    singularity);

// Orders of sparse matrices
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, const int* csrRowPtr, const int* csrEndPtr, const int*
    csrColInd, int* issym);
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrsymrcmHost(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const int* csrRowPtr, const int* csrColInd, int* p);
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrsymmdqHost(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const int* csrRowPtr, const int* csrColInd, int* p);
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrsymamdHost(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const int* csrRowPtr, const int* csrColInd, int* p);
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrmetisndHost(cusolverSpHandle_t handle, int n, int nnz,
    const cusparseMatDescr_t descrA, const int* csrRowPtr, const int* csrColInd, const int64_t*
    options, int* p);
cusolverStatus_t CUSOLVERAPI cusolverSpScsrzfdHost(cusolverSpHandle_t handle, int n, int nnz, const
    cusparseMatDescr_t descrA, const float* csrVal, const int* csrRowPtr, const int* csrColInd, int*
    P, int* numnz);
cusolverStatus_t CUSOLVERAPI cusolverSpDcsrzfdHost(cusolverSpHandle_t handle, int n, int nnz, const
    cusparseMatDescr_t descrA, const double* csrVal, const int* csrRowPtr, const int* csrColInd,
    int* P, int* numnz);
cusolverStatus_t CUSOLVERAPI cusolverSpCcsrzfdHost(cusolverSpHandle_t handle, int n, int nnz, const
    cusparseMatDescr_t descrA, const cuComplex* csrVal, const int* csrRowPtr, const int* csrColInd,
    int* P, int* numnz);
cusolverStatus_t CUSOLVERAPI cusolverSpZcsrzfdHost(cusolverSpHandle_t handle, int n, int nnz, const
    cusparseMatDescr_t descrA, const cuDoubleComplex* csrVal, const int* csrRowPtr, const int*
    csrColInd, int* P, int* numnz);
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int m, int
    n, int nnz, const cusparseMatDescr_t descrA, int* csrRowPtr, int* csrColInd, const int* p, const
    int* q, size_t* bufferSizeInBytes);
cusolverStatus_t CUSOLVERAPI cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int m, int n, int
    nnz, const cusparseMatDescr_t descrA, int* csrRowPtr, int* csrColInd, const int* p, const int*
    q, int* map, void* pBuffer);
