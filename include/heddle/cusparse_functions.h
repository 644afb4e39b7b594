// SPDX-License-Identifier: Apache-2.0
// Made by src/cusparse/make_tables of src/cusparse/api.txt.
// clang-format off

// Helper functions
cusparseStatus_t CUSPARSEAPI cusparseCreate(cusparseHandle_t* handle);
cusparseStatus_t CUSPARSEAPI cusparseDestroy(cusparseHandle_t handle);
cusparseStatus_t CUSPARSEAPI cusparseGetVersion(cusparseHandle_t handle, int* version);
cusparseStatus_t CUSPARSEAPI cusparseGetProperty(libraryPropertyType type, int* value);
const char* CUSPARSEAPI cusparseGetErrorName(cusparseStatus_t status);
const char* CUSPARSEAPI cusparseGetErrorString(cusparseStatus_t status);
cusparseStatus_t CUSPARSEAPI cusparseSetStream(cusparseHandle_t handle, cudaStream_t streamId);
cusparseStatus_t CUSPARSEAPI cusparseGetStream(cusparseHandle_t handle, cudaStream_t* streamId);
cusparseStatus_t CUSPARSEAPI cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t*
    mode);
cusparseStatus_t CUSPARSEAPI cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t
    mode);
cusparseStatus_t CUSPARSEAPI cusparseLoggerSetCallback(cusparseLoggerCallback_t callback);
cusparseStatus_t CUSPARSEAPI cusparseLoggerSetFile(FILE* file);
cusparseStatus_t CUSPARSEAPI cusparseLoggerOpenFile(const char* logFile);
cusparseStatus_t CUSPARSEAPI cusparseLoggerSetLevel(int level);
cusparseStatus_t CUSPARSEAPI cusparseLoggerSetMask(int mask);
cusparseStatus_t CUSPARSEAPI cusparseLoggerForceDisable(void);

// Descriptors of the older interface
cusparseStatus_t CUSPARSEAPI cusparseCreateMatDescr(cusparseMatDescr_t* descrA);
cusparseStatus_t CUSPARSEAPI cusparseDestroyMatDescr(cusparseMatDescr_t descrA);
cusparseStatus_t CUSPARSEAPI cusparseSetMatType(cusparseMatDescr_t descrA, cusparseMatrixType_t
    type);
cusparseMatrixType_t CUSPARSEAPI cusparseGetMatType(const cusparseMatDescr_t descrA);
cusparseStatus_t CUSPARSEAPI cusparseSetMatFillMode(cusparseMatDescr_t descrA, cusparseFillMode_t
    fillMode);
cusparseFillMode_t CUSPARSEAPI cusparseGetMatFillMode(const cusparseMatDescr_t descrA);
cusparseStatus_t CUSPARSEAPI cusparseSetMatDiagType(cusparseMatDescr_t descrA, cusparseDiagType_t
    diagType);
cusparseDiagType_t CUSPARSEAPI cusparseGetMatDiagType(const cusparseMatDescr_t descrA);
cusparseStatus_t CUSPARSEAPI cusparseSetMatIndexBase(cusparseMatDescr_t descrA, cusparseIndexBase_t
    base);
cusparseIndexBase_t CUSPARSEAPI cusparseGetMatIndexBase(const cusparseMatDescr_t descrA);
cusparseStatus_t CUSPARSEAPI cusparseCreateCsric02Info(csric02Info_t* info);
cusparseStatus_t CUSPARSEAPI cusparseDestroyCsric02Info(csric02Info_t info);
cusparseStatus_t CUSPARSEAPI cusparseCreateCsrilu02Info(csrilu02Info_t* info);
cusparseStatus_t CUSPARSEAPI cusparseDestroyCsrilu02Info(csrilu02Info_t info);
cusparseStatus_t CUSPARSEAPI cusparseCreateBsric02Info(bsric02Info_t* info);
cusparseStatus_t CUSPARSEAPI cusparseDestroyBsric02Info(bsric02Info_t info);
cusparseStatus_t CUSPARSEAPI cusparseCreateBsrilu02Info(bsrilu02Info_t* info);
cusparseStatus_t CUSPARSEAPI cusparseDestroyBsrilu02Info(bsrilu02Info_t info);
cusparseStatus_t CUSPARSEAPI cusparseCreateBsrsv2Info(bsrsv2Info_t* info);
cusparseStatus_t CUSPARSEAPI cusparseDestroyBsrsv2Info(bsrsv2Info_t info);
cusparseStatus_t CUSPARSEAPI cusparseCreateBsrsm2Info(bsrsm2Info_t* info);
cusparseStatus_t CUSPARSEAPI cusparseDestroyBsrsm2Info(bsrsm2Info_t info);
cusparseStatus_t CUSPARSEAPI cusparseCreateColorInfo(cusparseColorInfo_t* info);
cusparseStatus_t CUSPARSEAPI cusparseDestroyColorInfo(cusparseColorInfo_t info);
cusparseStatus_t CUSPARSEAPI cusparseCreatePruneInfo(pruneInfo_t* info);
cusparseStatus_t CUSPARSEAPI cusparseDestroyPruneInfo(pruneInfo_t info);
cusparseStatus_t CUSPARSEAPI cusparseCreateCsru2csrInfo(csru2csrInfo_t* info);
cusparseStatus_t CUSPARSEAPI cusparseDestroyCsru2csrInfo(csru2csrInfo_t info);

// Sparse vectors
cusparseStatus_t CUSPARSEAPI cusparseCreateSpVec(cusparseSpVecDescr_t* spVecDescr, int64_t size,
    int64_t nnz, void* indices, void* values, cusparseIndexType_t idxType, cusparseIndexBase_t
    idxBase, cudaDataType valueType);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstSpVec(cusparseConstSpVecDescr_t* spVecDescr, int64_t
    size, int64_t nnz, const void* indices, const void* values, cusparseIndexType_t idxType,
    cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t CUSPARSEAPI cusparseDestroySpVec(cusparseConstSpVecDescr_t spVecDescr);
cusparseStatus_t CUSPARSEAPI cusparseSpVecGet(cusparseSpVecDescr_t spVecDescr, int64_t* size,
    int64_t* nnz, void** indices, void** values, cusparseIndexType_t* idxType, cusparseIndexBase_t*
    idxBase, cudaDataType* valueType);
cusparseStatus_t CUSPARSEAPI cusparseConstSpVecGet(cusparseConstSpVecDescr_t spVecDescr, int64_t*
    size, int64_t* nnz, const void** indices, const void** values, cusparseIndexType_t* idxType,
    cusparseIndexBase_t* idxBase, cudaDataType* valueType);
cusparseStatus_t CUSPARSEAPI cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t spVecDescr,
    cusparseIndexBase_t* idxBase);
cusparseStatus_t CUSPARSEAPI cusparseSpVecGetValues(cusparseSpVecDescr_t spVecDescr, void** values);
cusparseStatus_t CUSPARSEAPI cusparseConstSpVecGetValues(cusparseConstSpVecDescr_t spVecDescr, const
    void** values);
cusparseStatus_t CUSPARSEAPI cusparseSpVecSetValues(cusparseSpVecDescr_t spVecDescr, void* values);

// Dense vectors and matrices
cusparseStatus_t CUSPARSEAPI cusparseCreateDnVec(cusparseDnVecDescr_t* dnVecDescr, int64_t size,
    void* values, cudaDataType valueType);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstDnVec(cusparseConstDnVecDescr_t* dnVecDescr, int64_t
    size, const void* values, cudaDataType valueType);
cusparseStatus_t CUSPARSEAPI cusparseDestroyDnVec(cusparseConstDnVecDescr_t dnVecDescr);
cusparseStatus_t CUSPARSEAPI cusparseDnVecGet(cusparseDnVecDescr_t dnVecDescr, int64_t* size, void**
    values, cudaDataType* valueType);
cusparseStatus_t CUSPARSEAPI cusparseConstDnVecGet(cusparseConstDnVecDescr_t dnVecDescr, int64_t*
    size, const void** values, cudaDataType* valueType);
cusparseStatus_t CUSPARSEAPI cusparseDnVecGetValues(cusparseDnVecDescr_t dnVecDescr, void** values);
cusparseStatus_t CUSPARSEAPI cusparseConstDnVecGetValues(cusparseConstDnVecDescr_t dnVecDescr, const
    void** values);
cusparseStatus_t CUSPARSEAPI cusparseDnVecSetValues(cusparseDnVecDescr_t dnVecDescr, void* values);
cusparseStatus_t CUSPARSEAPI cusparseCreateDnMat(cusparseDnMatDescr_t* dnMatDescr, int64_t rows,
    int64_t cols, int64_t ld, void* values, cudaDataType valueType, cusparseOrder_t order);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstDnMat(cusparseConstDnMatDescr_t* dnMatDescr, int64_t
    rows, int64_t cols, int64_t ld, const void* values, cudaDataType valueType, cusparseOrder_t
    order);
cusparseStatus_t CUSPARSEAPI cusparseDestroyDnMat(cusparseConstDnMatDescr_t dnMatDescr);
cusparseStatus_t CUSPARSEAPI cusparseDnMatGet(cusparseDnMatDescr_t dnMatDescr, int64_t* rows,
    int64_t* cols, int64_t* ld, void** values, cudaDataType* type, cusparseOrder_t* order);
cusparseStatus_t CUSPARSEAPI cusparseConstDnMatGet(cusparseConstDnMatDescr_t dnMatDescr, int64_t*
    rows, int64_t* cols, int64_t* ld, const void** values, cudaDataType* type, cusparseOrder_t*
    order);
cusparseStatus_t CUSPARSEAPI cusparseDnMatGetValues(cusparseDnMatDescr_t dnMatDescr, void** values);
cusparseStatus_t CUSPARSEAPI cusparseConstDnMatGetValues(cusparseConstDnMatDescr_t dnMatDescr, const
    void** values);
cusparseStatus_t CUSPARSEAPI cusparseDnMatSetValues(cusparseDnMatDescr_t dnMatDescr, void* values);
cusparseStatus_t CUSPARSEAPI cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t dnMatDescr, int
    batchCount, int64_t batchStride);
cusparseStatus_t CUSPARSEAPI cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t dnMatDescr, int*
    batchCount, int64_t* batchStride);

// Sparse matrices
cusparseStatus_t CUSPARSEAPI cusparseCreateCsr(cusparseSpMatDescr_t* spMatDescr, int64_t rows,
    int64_t cols, int64_t nnz, void* csrRowOffsets, void* csrColInd, void* csrValues,
    cusparseIndexType_t csrRowOffsetsType, cusparseIndexType_t csrColIndType, cusparseIndexBase_t
    idxBase, cudaDataType valueType);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstCsr(cusparseConstSpMatDescr_t* spMatDescr, int64_t
    rows, int64_t cols, int64_t nnz, const void* csrRowOffsets, const void* csrColInd, const void*
    csrValues, cusparseIndexType_t csrRowOffsetsType, cusparseIndexType_t csrColIndType,
    cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t CUSPARSEAPI cusparseCreateCsc(cusparseSpMatDescr_t* spMatDescr, int64_t rows,
    int64_t cols, int64_t nnz, void* cscColOffsets, void* cscRowInd, void* cscValues,
    cusparseIndexType_t cscColOffsetsType, cusparseIndexType_t cscRowIndType, cusparseIndexBase_t
    idxBase, cudaDataType valueType);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstCsc(cusparseConstSpMatDescr_t* spMatDescr, int64_t
    rows, int64_t cols, int64_t nnz, const void* cscColOffsets, const void* cscRowInd, const void*
    cscValues, cusparseIndexType_t cscColOffsetsType, cusparseIndexType_t cscRowIndType,
    cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t CUSPARSEAPI cusparseCreateCoo(cusparseSpMatDescr_t* spMatDescr, int64_t rows,
    int64_t cols, int64_t nnz, void* cooRowInd, void* cooColInd, void* cooValues,
    cusparseIndexType_t cooIdxType, cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstCoo(cusparseConstSpMatDescr_t* spMatDescr, int64_t
    rows, int64_t cols, int64_t nnz, const void* cooRowInd, const void* cooColInd, const void*
    cooValues, cusparseIndexType_t cooIdxType, cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t CUSPARSEAPI cusparseCreateBsr(cusparseSpMatDescr_t* spMatDescr, int64_t brows,
    int64_t bcols, int64_t bnnz, int64_t rowBlockSize, int64_t colBlockSize, void* bsrRowOffsets,
    void* bsrColInd, void* bsrValues, cusparseIndexType_t bsrRowOffsetsType, cusparseIndexType_t
    bsrColIndType, cusparseIndexBase_t idxBase, cudaDataType valueType, cusparseOrder_t order);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstBsr(cusparseConstSpMatDescr_t* spMatDescr, int64_t
    brows, int64_t bcols, int64_t bnnz, int64_t rowBlockSize, int64_t colBlockSize, const void*
    bsrRowOffsets, const void* bsrColInd, const void* bsrValues, cusparseIndexType_t
    bsrRowOffsetsType, cusparseIndexType_t bsrColIndType, cusparseIndexBase_t idxBase, cudaDataType
    valueType, cusparseOrder_t order);
cusparseStatus_t CUSPARSEAPI cusparseCreateBlockedEll(cusparseSpMatDescr_t* spMatDescr, int64_t
    rows, int64_t cols, int64_t ellBlockSize, int64_t ellCols, void* ellColInd, void* ellValue,
    cusparseIndexType_t ellIdxType, cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstBlockedEll(cusparseConstSpMatDescr_t* spMatDescr,
    int64_t rows, int64_t cols, int64_t ellBlockSize, int64_t ellCols, const void* ellColInd, const
    void* ellValue, cusparseIndexType_t ellIdxType, cusparseIndexBase_t idxBase, cudaDataType
    valueType);
cusparseStatus_t CUSPARSEAPI cusparseCreateSlicedEll(cusparseSpMatDescr_t* spMatDescr, int64_t rows,
    int64_t cols, int64_t nnz, int64_t sellValuesSize, int64_t sliceSize, void* sellSliceOffsets,
    void* sellColInd, void* sellValues, cusparseIndexType_t sellSliceOffsetsType,
    cusparseIndexType_t sellColIndType, cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t CUSPARSEAPI cusparseCreateConstSlicedEll(cusparseConstSpMatDescr_t* spMatDescr,
    int64_t rows, int64_t cols, int64_t nnz, int64_t sellValuesSize, int64_t sliceSize, const void*
    sellSliceOffsets, const void* sellColInd, const void* sellValues, cusparseIndexType_t
    sellSliceOffsetsType, cusparseIndexType_t sellColIndType, cusparseIndexBase_t idxBase,
    cudaDataType valueType);
cusparseStatus_t CUSPARSEAPI cusparseDestroySpMat(cusparseConstSpMatDescr_t spMatDescr);
cusparseStatus_t CUSPARSEAPI cusparseCsrGet(cusparseSpMatDescr_t spMatDescr, int64_t* rows, int64_t*
    cols, int64_t* nnz, void** csrRowOffsets, void** csrColInd, void** csrValues,
    cusparseIndexType_t* csrRowOffsetsType, cusparseIndexType_t* csrColIndType, cusparseIndexBase_t*
    idxBase, cudaDataType* valueType);
cusparseStatus_t CUSPARSEAPI cusparseConstCsrGet(cusparseConstSpMatDescr_t spMatDescr, int64_t*
    rows, int64_t* cols, int64_t* nnz, const void** csrRowOffsets, const void** csrColInd, const
    void** csrValues, cusparseIndexType_t* csrRowOffsetsType, cusparseIndexType_t* csrColIndType,
    cusparseIndexBase_t* idxBase, cudaDataType* valueType);
cusparseStatus_t CUSPARSEAPI cusparseCscGet(cusparseSpMatDescr_t spMatDescr, int64_t* rows, int64_t*
    cols, int64_t* nnz, void** cscColOffsets, void** cscRowInd, void** cscValues,
    cusparseIndexType_t* cscColOffsetsType, cusparseIndexType_t* cscRowIndType, cusparseIndexBase_t*
    idxBase, cudaDataType* valueType);
cusparseStatus_t CUSPARSEAPI cusparseConstCscGet(cusparseConstSpMatDescr_t spMatDescr, int64_t*
    rows, int64_t* cols, int64_t* nnz, const void** cscColOffsets, const void** cscRowInd, const
    void** cscValues, cusparseIndexType_t* cscColOffsetsType, cusparseIndexType_t* cscRowIndType,
    cusparseIndexBase_t* idxBase, cudaDataType* valueType);
cusparseStatus_t CUSPARSEAPI cusparseCooGet(cusparseSpMatDescr_t spMatDescr, int64_t* rows, int64_t*
    cols, int64_t* nnz, void** cooRowInd, void** cooColInd, void** cooValues, cusparseIndexType_t*
    idxType, cusparseIndexBase_t* idxBase, cudaDataType* valueType);
cusparseStatus_t CUSPARSEAPI cusparseConstCooGet(cusparseConstSpMatDescr_t spMatDescr, int64_t*
    rows, int64_t* cols, int64_t* nnz, const void** cooRowInd, const void** cooColInd, const void**
    cooValues, cusparseIndexType_t* idxType, cusparseIndexBase_t* idxBase, cudaDataType* valueType);
cusparseStatus_t CUSPARSEAPI cusparseBlockedEllGet(cusparseSpMatDescr_t spMatDescr, int64_t* rows,
    int64_t* cols, int64_t* ellBlockSize, int64_t* ellCols, void** ellColInd, void** ellValue,
    cusparseIndexType_t* ellIdxType, cusparseIndexBase_t* idxBase, cudaDataType* valueType);
cusparseStatus_t CUSPARSEAPI cusparseConstBlockedEllGet(cusparseConstSpMatDescr_t spMatDescr,
    int64_t* rows, int64_t* cols, int64_t* ellBlockSize, int64_t* ellCols, const void** ellColInd,
    const void** ellValue, cusparseIndexType_t* ellIdxType, cusparseIndexBase_t* idxBase,
    cudaDataType* valueType);
cusparseStatus_t CUSPARSEAPI cusparseCsrSetPointers(cusparseSpMatDescr_t spMatDescr, void*
    csrRowOffsets, void* csrColInd, void* csrValues);
cusparseStatus_t CUSPARSEAPI cusparseCscSetPointers(cusparseSpMatDescr_t spMatDescr, void*
    cscColOffsets, void* cscRowInd, void* cscValues);
cusparseStatus_t CUSPARSEAPI cusparseCooSetPointers(cusparseSpMatDescr_t spMatDescr, void* cooRows,
    void* cooColumns, void* cooValues);
cusparseStatus_t CUSPARSEAPI cusparseSpMatGetFormat(cusparseConstSpMatDescr_t spMatDescr,
    cusparseFormat_t* format);
cusparseStatus_t CUSPARSEAPI cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t spMatDescr,
    cusparseIndexBase_t* idxBase);
cusparseStatus_t CUSPARSEAPI cusparseSpMatGetSize(cusparseConstSpMatDescr_t spMatDescr, int64_t*
    rows, int64_t* cols, int64_t* nnz);
cusparseStatus_t CUSPARSEAPI cusparseSpMatGetValues(cusparseSpMatDescr_t spMatDescr, void** values);
cusparseStatus_t CUSPARSEAPI cusparseConstSpMatGetValues(cusparseConstSpMatDescr_t spMatDescr, const
    void** values);
cusparseStatus_t CUSPARSEAPI cusparseSpMatSetValues(cusparseSpMatDescr_t spMatDescr, void* values);
cusparseStatus_t CUSPARSEAPI cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t spMatDescr,
    cusparseSpMatAttribute_t attribute, void* data, size_t dataSize);
cusparseStatus_t CUSPARSEAPI cusparseSpMatSetAttribute(cusparseSpMatDescr_t spMatDescr,
    cusparseSpMatAttribute_t attribute, void* data, size_t dataSize);
cusparseStatus_t CUSPARSEAPI cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t spMatDescr, int*
    batchCount);
cusparseStatus_t CUSPARSEAPI cusparseCsrSetStridedBatch(cusparseSpMatDescr_t spMatDescr, int
    batchCount, int64_t offsetsBatchStride, int64_t columnsValuesBatchStride);
cusparseStatus_t CUSPARSEAPI cusparseCooSetStridedBatch(cusparseSpMatDescr_t spMatDescr, int
    batchCount, int64_t batchStride);
cusparseStatus_t CUSPARSEAPI cusparseBsrSetStridedBatch(cusparseSpMatDescr_t spMatDescr, int
    batchCount, int64_t offsetsBatchStride, int64_t columnsBatchStride, int64_t ValuesBatchStride);

// Generic functions: vectors
cusparseStatus_t CUSPARSEAPI cusparseAxpby(cusparseHandle_t handle, const void* alpha,
    cusparseConstSpVecDescr_t vecX, const void* beta, cusparseDnVecDescr_t vecY);
cusparseStatus_t CUSPARSEAPI cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t vecY,
    cusparseSpVecDescr_t vecX);
cusparseStatus_t CUSPARSEAPI cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t
    vecX, cusparseDnVecDescr_t vecY);
cusparseStatus_t CUSPARSEAPI cusparseRot(cusparseHandle_t handle, const void* c_coeff, const void*
    s_coeff, cusparseSpVecDescr_t vecX, cusparseDnVecDescr_t vecY);
cusparseStatus_t CUSPARSEAPI cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t
    opX, cusparseConstSpVecDescr_t vecX, cusparseConstDnVecDescr_t vecY, const void* result,
    cudaDataType computeType, size_t* bufferSize);
cusparseStatus_t CUSPARSEAPI cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t opX,
    cusparseConstSpVecDescr_t vecX, cusparseConstDnVecDescr_t vecY, void* result, cudaDataType
    computeType, void* externalBuffer);

// Generic functions: conversions
cusparseStatus_t CUSPARSEAPI cusparseSparseToDense_bufferSize(cusparseHandle_t handle,
    cusparseConstSpMatDescr_t matA, cusparseDnMatDescr_t matB, cusparseSparseToDenseAlg_t alg,
    size_t* bufferSize);
cusparseStatus_t CUSPARSEAPI cusparseSparseToDense(cusparseHandle_t handle,
    cusparseConstSpMatDescr_t matA, cusparseDnMatDescr_t matB, cusparseSparseToDenseAlg_t alg, void*
    externalBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDenseToSparse_bufferSize(cusparseHandle_t handle,
    cusparseConstDnMatDescr_t matA, cusparseSpMatDescr_t matB, cusparseDenseToSparseAlg_t alg,
    size_t* bufferSize);
cusparseStatus_t CUSPARSEAPI cusparseDenseToSparse_analysis(cusparseHandle_t handle,
    cusparseConstDnMatDescr_t matA, cusparseSpMatDescr_t matB, cusparseDenseToSparseAlg_t alg, void*
    externalBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDenseToSparse_convert(cusparseHandle_t handle,
    cusparseConstDnMatDescr_t matA, cusparseSpMatDescr_t matB, cusparseDenseToSparseAlg_t alg, void*
    externalBuffer);

// Generic functions: products with dense operands
cusparseStatus_t CUSPARSEAPI cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t
    opA, const void* alpha, cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, const
    void* beta, cusparseDnVecDescr_t vecY, cudaDataType computeType, cusparseSpMVAlg_t alg, size_t*
    bufferSize);
cusparseStatus_t CUSPARSEAPI cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t
    opA, const void* alpha, cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, const
    void* beta, cusparseDnVecDescr_t vecY, cudaDataType computeType, cusparseSpMVAlg_t alg, void*
    externalBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t opA, const
    void* alpha, cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX, const void* beta,
    cusparseDnVecDescr_t vecY, cudaDataType computeType, cusparseSpMVAlg_t alg, void*
    externalBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t
    opA, cusparseOperation_t opB, const void* alpha, cusparseConstSpMatDescr_t matA,
    cusparseConstDnMatDescr_t matB, const void* beta, cusparseDnMatDescr_t matC, cudaDataType
    computeType, cusparseSpMMAlg_t alg, size_t* bufferSize);
cusparseStatus_t CUSPARSEAPI cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t
    opA, cusparseOperation_t opB, const void* alpha, cusparseConstSpMatDescr_t matA,
    cusparseConstDnMatDescr_t matB, const void* beta, cusparseDnMatDescr_t matC, cudaDataType
    computeType, cusparseSpMMAlg_t alg, void* externalBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t opA,
    cusparseOperation_t opB, const void* alpha, cusparseConstSpMatDescr_t matA,
    cusparseConstDnMatDescr_t matB, const void* beta, cusparseDnMatDescr_t matC, cudaDataType
    computeType, cusparseSpMMAlg_t alg, void* externalBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSpMMOp_createPlan(cusparseHandle_t handle,
    cusparseSpMMOpPlan_t* plan, cusparseOperation_t opA, cusparseOperation_t opB,
    cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,
    cudaDataType computeType, cusparseSpMMOpAlg_t alg, const void* addOperationNvvmBuffer, size_t
    addOperationBufferSize, const void* mulOperationNvvmBuffer, size_t mulOperationBufferSize, const
    void* epilogueNvvmBuffer, size_t epilogueBufferSize, size_t* SpMMWorkspaceSize);
cusparseStatus_t CUSPARSEAPI cusparseSpMMOp(cusparseSpMMOpPlan_t plan, void* externalBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSpMMOp_destroyPlan(cusparseSpMMOpPlan_t plan);
cusparseStatus_t CUSPARSEAPI cusparseSDDMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t
    opA, cusparseOperation_t opB, const void* alpha, cusparseConstDnMatDescr_t matA,
    cusparseConstDnMatDescr_t matB, const void* beta, cusparseSpMatDescr_t matC, cudaDataType
    computeType, cusparseSDDMMAlg_t alg, size_t* bufferSize);
cusparseStatus_t CUSPARSEAPI cusparseSDDMM_preprocess(cusparseHandle_t handle, cusparseOperation_t
    opA, cusparseOperation_t opB, const void* alpha, cusparseConstDnMatDescr_t matA,
    cusparseConstDnMatDescr_t matB, const void* beta, cusparseSpMatDescr_t matC, cudaDataType
    computeType, cusparseSDDMMAlg_t alg, void* externalBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t opA,
    cusparseOperation_t opB, const void* alpha, cusparseConstDnMatDescr_t matA,
    cusparseConstDnMatDescr_t matB, const void* beta, cusparseSpMatDescr_t matC, cudaDataType
    computeType, cusparseSDDMMAlg_t alg, void* externalBuffer);

// Generic functions: triangular systems
cusparseStatus_t CUSPARSEAPI cusparseSpSV_createDescr(cusparseSpSVDescr_t* descr);
cusparseStatus_t CUSPARSEAPI cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descr);
cusparseStatus_t CUSPARSEAPI cusparseSpSV_bufferSize(cusparseHandle_t handle, cusparseOperation_t
    opA, const void* alpha, cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX,
    cusparseDnVecDescr_t vecY, cudaDataType computeType, cusparseSpSVAlg_t alg, cusparseSpSVDescr_t
    spsvDescr, size_t* bufferSize);
cusparseStatus_t CUSPARSEAPI cusparseSpSV_analysis(cusparseHandle_t handle, cusparseOperation_t opA,
    const void* alpha, cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX,
    cusparseDnVecDescr_t vecY, cudaDataType computeType, cusparseSpSVAlg_t alg, cusparseSpSVDescr_t
    spsvDescr, void* externalBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t opA,
    const void* alpha, cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX,
    cusparseDnVecDescr_t vecY, cudaDataType computeType, cusparseSpSVAlg_t alg, cusparseSpSVDescr_t
    spsvDescr);
cusparseStatus_t CUSPARSEAPI cusparseSpSV_updateMatrix(cusparseHandle_t handle, cusparseSpSVDescr_t
    spsvDescr, void* newValues, cusparseSpSVUpdate_t updatePart);
cusparseStatus_t CUSPARSEAPI cusparseSpSM_createDescr(cusparseSpSMDescr_t* descr);
cusparseStatus_t CUSPARSEAPI cusparseSpSM_destroyDescr(cusparseSpSMDescr_t descr);
cusparseStatus_t CUSPARSEAPI cusparseSpSM_bufferSize(cusparseHandle_t handle, cusparseOperation_t
    opA, cusparseOperation_t opB, const void* alpha, cusparseConstSpMatDescr_t matA,
    cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC, cudaDataType computeType,
    cusparseSpSMAlg_t alg, cusparseSpSMDescr_t spsmDescr, size_t* bufferSize);
cusparseStatus_t CUSPARSEAPI cusparseSpSM_analysis(cusparseHandle_t handle, cusparseOperation_t opA,
    cusparseOperation_t opB, const void* alpha, cusparseConstSpMatDescr_t matA,
    cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC, cudaDataType computeType,
    cusparseSpSMAlg_t alg, cusparseSpSMDescr_t spsmDescr, void* externalBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSpSM_solve(cusparseHandle_t handle, cusparseOperation_t opA,
    cusparseOperation_t opB, const void* alpha, cusparseConstSpMatDescr_t matA,
    cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC, cudaDataType computeType,
    cusparseSpSMAlg_t alg, cusparseSpSMDescr_t spsmDescr);
cusparseStatus_t CUSPARSEAPI cusparseSpSM_updateMatrix(cusparseHandle_t handle, cusparseSpSMDescr_t
    spsmDescr, void* newValues, cusparseSpSMUpdate_t updatePart);

// Generic functions: products of sparse matrices
cusparseStatus_t CUSPARSEAPI cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t* descr);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMM_workEstimation(cusparseHandle_t handle,
    cusparseOperation_t opA, cusparseOperation_t opB, const void* alpha, cusparseConstSpMatDescr_t
    matA, cusparseConstSpMatDescr_t matB, const void* beta, cusparseSpMatDescr_t matC, cudaDataType
    computeType, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr, size_t* bufferSize1,
    void* externalBuffer1);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t spgemmDescr,
    int64_t* num_prods);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMM_estimateMemory(cusparseHandle_t handle,
    cusparseOperation_t opA, cusparseOperation_t opB, const void* alpha, cusparseConstSpMatDescr_t
    matA, cusparseConstSpMatDescr_t matB, const void* beta, cusparseSpMatDescr_t matC, cudaDataType
    computeType, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr, float chunk_fraction,
    size_t* bufferSize3, void* externalBuffer3, size_t* bufferSize2);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t
    opA, cusparseOperation_t opB, const void* alpha, cusparseConstSpMatDescr_t matA,
    cusparseConstSpMatDescr_t matB, const void* beta, cusparseSpMatDescr_t matC, cudaDataType
    computeType, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr, size_t* bufferSize2,
    void* externalBuffer2);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t opA,
    cusparseOperation_t opB, const void* alpha, cusparseConstSpMatDescr_t matA,
    cusparseConstSpMatDescr_t matB, const void* beta, cusparseSpMatDescr_t matC, cudaDataType
    computeType, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMMreuse_workEstimation(cusparseHandle_t handle,
    cusparseOperation_t opA, cusparseOperation_t opB, cusparseConstSpMatDescr_t matA,
    cusparseConstSpMatDescr_t matB, cusparseSpMatDescr_t matC, cusparseSpGEMMAlg_t alg,
    cusparseSpGEMMDescr_t spgemmDescr, size_t* bufferSize1, void* externalBuffer1);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMMreuse_nnz(cusparseHandle_t handle, cusparseOperation_t
    opA, cusparseOperation_t opB, cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB,
    cusparseSpMatDescr_t matC, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr, size_t*
    bufferSize2, void* externalBuffer2, size_t* bufferSize3, void* externalBuffer3, size_t*
    bufferSize4, void* externalBuffer4);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMMreuse_copy(cusparseHandle_t handle, cusparseOperation_t
    opA, cusparseOperation_t opB, cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB,
    cusparseSpMatDescr_t matC, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr, size_t*
    bufferSize5, void* externalBuffer5);
cusparseStatus_t CUSPARSEAPI cusparseSpGEMMreuse_compute(cusparseHandle_t handle,
    cusparseOperation_t opA, cusparseOperation_t opB, const void* alpha, cusparseConstSpMatDescr_t
    matA, cusparseConstSpMatDescr_t matB, const void* beta, cusparseSpMatDescr_t matC, cudaDataType
    computeType, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr);

// Conversions and sorting
cusparseStatus_t CUSPARSEAPI cusparseXcoo2csr(cusparseHandle_t handle, const int* cooRowInd, int
    nnz, int m, int* csrSortedRowPtr, cusparseIndexBase_t idxBase);
cusparseStatus_t CUSPARSEAPI cusparseXcsr2coo(cusparseHandle_t handle, const int* csrSortedRowPtr,
    int nnz, int m, int* cooRowInd, cusparseIndexBase_t idxBase);
cusparseStatus_t CUSPARSEAPI cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int*
    p);
cusparseStatus_t CUSPARSEAPI cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int m, int n,
    int nnz, const int* cooRowsA, const int* cooColsA, size_t* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseXcoosortByRow(cusparseHandle_t handle, int m, int n, int nnz,
    int* cooRowsA, int* cooColsA, int* P, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseXcoosortByColumn(cusparseHandle_t handle, int m, int n, int
    nnz, int* cooRowsA, int* cooColsA, int* P, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int m, int n,
    int nnz, const int* csrRowPtrA, const int* csrColIndA, size_t* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseXcsrsort(cusparseHandle_t handle, int m, int n, int nnz, const
    cusparseMatDescr_t descrA, const int* csrRowPtrA, int* csrColIndA, int* P, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseXcscsort_bufferSizeExt(cusparseHandle_t handle, int m, int n,
    int nnz, const int* cscColPtrA, const int* cscRowIndA, size_t* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseXcscsort(cusparseHandle_t handle, int m, int n, int nnz, const
    cusparseMatDescr_t descrA, const int* cscColPtrA, int* cscRowIndA, int* P, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int m, int n,
    int nnz, const void* csrVal, const int* csrRowPtr, const int* csrColInd, void* cscVal, int*
    cscColPtr, int* cscRowInd, cudaDataType valType, cusparseAction_t copyValues,
    cusparseIndexBase_t idxBase, cusparseCsr2CscAlg_t alg, size_t* bufferSize);
cusparseStatus_t CUSPARSEAPI cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz,
    const void* csrVal, const int* csrRowPtr, const int* csrColInd, void* cscVal, int* cscColPtr,
    int* cscRowInd, cudaDataType valType, cusparseAction_t copyValues, cusparseIndexBase_t idxBase,
    cusparseCsr2CscAlg_t alg, void* buffer);
cusparseStatus_t CUSPARSEAPI cusparseSnnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m,
    int n, const cusparseMatDescr_t descrA, const float* A, int lda, int* nnzPerRowCol, int*
    nnzTotalDevHostPtr);
cusparseStatus_t CUSPARSEAPI cusparseDnnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m,
    int n, const cusparseMatDescr_t descrA, const double* A, int lda, int* nnzPerRowCol, int*
    nnzTotalDevHostPtr);
cusparseStatus_t CUSPARSEAPI cusparseCnnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m,
    int n, const cusparseMatDescr_t descrA, const cuComplex* A, int lda, int* nnzPerRowCol, int*
    nnzTotalDevHostPtr);
cusparseStatus_t CUSPARSEAPI cusparseZnnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m,
    int n, const cusparseMatDescr_t descrA, const cuDoubleComplex* A, int lda, int* nnzPerRowCol,
    int* nnzTotalDevHostPtr);
cusparseStatus_t CUSPARSEAPI cusparseSnnz_compress(cusparseHandle_t handle, int m, const
    cusparseMatDescr_t descr, const float* csrSortedValA, const int* csrSortedRowPtrA, int*
    nnzPerRow, int* nnzC, float tol);
cusparseStatus_t CUSPARSEAPI cusparseDnnz_compress(cusparseHandle_t handle, int m, const
    cusparseMatDescr_t descr, const double* csrSortedValA, const int* csrSortedRowPtrA, int*
    nnzPerRow, int* nnzC, double tol);
cusparseStatus_t CUSPARSEAPI cusparseCnnz_compress(cusparseHandle_t handle, int m, const
    cusparseMatDescr_t descr, const cuComplex* csrSortedValA, const int* csrSortedRowPtrA, int*
    nnzPerRow, int* nnzC, cuComplex tol);
cusparseStatus_t CUSPARSEAPI cusparseZnnz_compress(cusparseHandle_t handle, int m, const
    cusparseMatDescr_t descr, const cuDoubleComplex* csrSortedValA, const int* csrSortedRowPtrA,
    int* nnzPerRow, int* nnzC, cuDoubleComplex tol);
cusparseStatus_t CUSPARSEAPI cusparseScsr2csr_compress(cusparseHandle_t handle, int m, int n, const
    cusparseMatDescr_t descrA, const float* csrSortedValA, const int* csrSortedColIndA, const int*
    csrSortedRowPtrA, int nnzA, const int* nnzPerRow, float* csrSortedValC, int* csrSortedColIndC,
    int* csrSortedRowPtrC, float tol);
cusparseStatus_t CUSPARSEAPI cusparseDcsr2csr_compress(cusparseHandle_t handle, int m, int n, const
    cusparseMatDescr_t descrA, const double* csrSortedValA, const int* csrSortedColIndA, const int*
    csrSortedRowPtrA, int nnzA, const int* nnzPerRow, double* csrSortedValC, int* csrSortedColIndC,
    int* csrSortedRowPtrC, double tol);
cusparseStatus_t CUSPARSEAPI cusparseCcsr2csr_compress(cusparseHandle_t handle, int m, int n, const
    cusparseMatDescr_t descrA, const cuComplex* csrSortedValA, const int* csrSortedColIndA, const
    int* csrSortedRowPtrA, int nnzA, const int* nnzPerRow, cuComplex* csrSortedValC, int*
    csrSortedColIndC, int* csrSortedRowPtrC, cuComplex tol);
cusparseStatus_t CUSPARSEAPI cusparseZcsr2csr_compress(cusparseHandle_t handle, int m, int n, const
    cusparseMatDescr_t descrA, const cuDoubleComplex* csrSortedValA, const int* csrSortedColIndA,
    const int* csrSortedRowPtrA, int nnzA, const int* nnzPerRow, cuDoubleComplex* csrSortedValC,
    int* csrSortedColIndC, int* csrSortedRowPtrC, cuDoubleComplex tol);

// Blocks
cusparseStatus_t CUSPARSEAPI cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t dirA,
    int m, int n, const cusparseMatDescr_t descrA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, int blockDim, const cusparseMatDescr_t descrC, int* bsrSortedRowPtrC, int*
    nnzTotalDevHostPtr);
cusparseStatus_t CUSPARSEAPI cusparseScsr2bsr(cusparseHandle_t handle, cusparseDirection_t dirA, int
    m, int n, const cusparseMatDescr_t descrA, const float* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, int blockDim, const cusparseMatDescr_t descrC,
    float* bsrSortedValC, int* bsrSortedRowPtrC, int* bsrSortedColIndC);
cusparseStatus_t CUSPARSEAPI cusparseDcsr2bsr(cusparseHandle_t handle, cusparseDirection_t dirA, int
    m, int n, const cusparseMatDescr_t descrA, const double* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, int blockDim, const cusparseMatDescr_t descrC,
    double* bsrSortedValC, int* bsrSortedRowPtrC, int* bsrSortedColIndC);
cusparseStatus_t CUSPARSEAPI cusparseCcsr2bsr(cusparseHandle_t handle, cusparseDirection_t dirA, int
    m, int n, const cusparseMatDescr_t descrA, const cuComplex* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, int blockDim, const cusparseMatDescr_t descrC,
    cuComplex* bsrSortedValC, int* bsrSortedRowPtrC, int* bsrSortedColIndC);
cusparseStatus_t CUSPARSEAPI cusparseZcsr2bsr(cusparseHandle_t handle, cusparseDirection_t dirA, int
    m, int n, const cusparseMatDescr_t descrA, const cuDoubleComplex* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, int blockDim, const cusparseMatDescr_t descrC,
    cuDoubleComplex* bsrSortedValC, int* bsrSortedRowPtrC, int* bsrSortedColIndC);
cusparseStatus_t CUSPARSEAPI cusparseSbsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA, int
    mb, int nb, const cusparseMatDescr_t descrA, const float* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, int blockDim, const cusparseMatDescr_t descrC,
    float* csrSortedValC, int* csrSortedRowPtrC, int* csrSortedColIndC);
cusparseStatus_t CUSPARSEAPI cusparseDbsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA, int
    mb, int nb, const cusparseMatDescr_t descrA, const double* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, int blockDim, const cusparseMatDescr_t descrC,
    double* csrSortedValC, int* csrSortedRowPtrC, int* csrSortedColIndC);
cusparseStatus_t CUSPARSEAPI cusparseCbsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA, int
    mb, int nb, const cusparseMatDescr_t descrA, const cuComplex* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, int blockDim, const cusparseMatDescr_t descrC,
    cuComplex* csrSortedValC, int* csrSortedRowPtrC, int* csrSortedColIndC);
cusparseStatus_t CUSPARSEAPI cusparseZbsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA, int
    mb, int nb, const cusparseMatDescr_t descrA, const cuDoubleComplex* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, int blockDim, const cusparseMatDescr_t descrC,
    cuDoubleComplex* csrSortedValC, int* csrSortedRowPtrC, int* csrSortedColIndC);
cusparseStatus_t CUSPARSEAPI cusparseSbsrmv(cusparseHandle_t handle, cusparseDirection_t dirA,
    cusparseOperation_t transA, int mb, int nb, int nnzb, const float* alpha, const
    cusparseMatDescr_t descrA, const float* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, int blockDim, const float* x, const float* beta, float* y);
cusparseStatus_t CUSPARSEAPI cusparseDbsrmv(cusparseHandle_t handle, cusparseDirection_t dirA,
    cusparseOperation_t transA, int mb, int nb, int nnzb, const double* alpha, const
    cusparseMatDescr_t descrA, const double* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, int blockDim, const double* x, const double* beta, double* y);
cusparseStatus_t CUSPARSEAPI cusparseCbsrmv(cusparseHandle_t handle, cusparseDirection_t dirA,
    cusparseOperation_t transA, int mb, int nb, int nnzb, const cuComplex* alpha, const
    cusparseMatDescr_t descrA, const cuComplex* csrSortedValA, const int* csrSortedRowPtrA, const
    int* csrSortedColIndA, int blockDim, const cuComplex* x, const cuComplex* beta, cuComplex* y);
cusparseStatus_t CUSPARSEAPI cusparseZbsrmv(cusparseHandle_t handle, cusparseDirection_t dirA,
    cusparseOperation_t transA, int mb, int nb, int nnzb, const cuDoubleComplex* alpha, const
    cusparseMatDescr_t descrA, const cuDoubleComplex* csrSortedValA, const int* csrSortedRowPtrA,
    const int* csrSortedColIndA, int blockDim, const cuDoubleComplex* x, const cuDoubleComplex*
    beta, cuDoubleComplex* y);
cusparseStatus_t CUSPARSEAPI cusparseSbsrmm(cusparseHandle_t handle, cusparseDirection_t dirA,
    cusparseOperation_t transA, cusparseOperation_t transB, int mb, int n, int kb, int nnzb, const
    float* alpha, const cusparseMatDescr_t descrA, const float* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, int blockSize, const float* B, int ldb, const
    float* beta, float* C, int ldc);
cusparseStatus_t CUSPARSEAPI cusparseDbsrmm(cusparseHandle_t handle, cusparseDirection_t dirA,
    cusparseOperation_t transA, cusparseOperation_t transB, int mb, int n, int kb, int nnzb, const
    double* alpha, const cusparseMatDescr_t descrA, const double* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, int blockSize, const double* B, int ldb, const
    double* beta, double* C, int ldc);
cusparseStatus_t CUSPARSEAPI cusparseCbsrmm(cusparseHandle_t handle, cusparseDirection_t dirA,
    cusparseOperation_t transA, cusparseOperation_t transB, int mb, int n, int kb, int nnzb, const
    cuComplex* alpha, const cusparseMatDescr_t descrA, const cuComplex* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, int blockSize, const cuComplex* B, int ldb, const
    cuComplex* beta, cuComplex* C, int ldc);
cusparseStatus_t CUSPARSEAPI cusparseZbsrmm(cusparseHandle_t handle, cusparseDirection_t dirA,
    cusparseOperation_t transA, cusparseOperation_t transB, int mb, int n, int kb, int nnzb, const
    cuDoubleComplex* alpha, const cusparseMatDescr_t descrA, const cuDoubleComplex* csrSortedValA,
    const int* csrSortedRowPtrA, const int* csrSortedColIndA, int blockSize, const cuDoubleComplex*
    B, int ldb, const cuDoubleComplex* beta, cuDoubleComplex* C, int ldc);
cusparseStatus_t CUSPARSEAPI cusparseSgemvi_bufferSize(cusparseHandle_t handle, cusparseOperation_t
    transA, int m, int n, int nnz, int* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseDgemvi_bufferSize(cusparseHandle_t handle, cusparseOperation_t
    transA, int m, int n, int nnz, int* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseCgemvi_bufferSize(cusparseHandle_t handle, cusparseOperation_t
    transA, int m, int n, int nnz, int* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseZgemvi_bufferSize(cusparseHandle_t handle, cusparseOperation_t
    transA, int m, int n, int nnz, int* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseSgemvi(cusparseHandle_t handle, cusparseOperation_t transA, int
    m, int n, const float* alpha, const float* A, int lda, int nnz, const float* xVal, const int*
    xInd, const float* beta, float* y, cusparseIndexBase_t idxBase, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDgemvi(cusparseHandle_t handle, cusparseOperation_t transA, int
    m, int n, const double* alpha, const double* A, int lda, int nnz, const double* xVal, const int*
    xInd, const double* beta, double* y, cusparseIndexBase_t idxBase, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCgemvi(cusparseHandle_t handle, cusparseOperation_t transA, int
    m, int n, const cuComplex* alpha, const cuComplex* A, int lda, int nnz, const cuComplex* xVal,
    const int* xInd, const cuComplex* beta, cuComplex* y, cusparseIndexBase_t idxBase, void*
    pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZgemvi(cusparseHandle_t handle, cusparseOperation_t transA, int
    m, int n, const cuDoubleComplex* alpha, const cuDoubleComplex* A, int lda, int nnz, const
    cuDoubleComplex* xVal, const int* xInd, const cuDoubleComplex* beta, cuDoubleComplex* y,
    cusparseIndexBase_t idxBase, void* pBuffer);

// Matrices without their small numbers
cusparseStatus_t CUSPARSEAPI cusparseSpruneDense2csr_bufferSizeExt(cusparseHandle_t handle, int m,
    int n, const float* A, int lda, const float* threshold, const cusparseMatDescr_t descrC, const
    float* csrSortedValC, const int* csrSortedRowPtrC, const int* csrSortedColIndC, size_t*
    pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDpruneDense2csr_bufferSizeExt(cusparseHandle_t handle, int m,
    int n, const double* A, int lda, const double* threshold, const cusparseMatDescr_t descrC, const
    double* csrSortedValC, const int* csrSortedRowPtrC, const int* csrSortedColIndC, size_t*
    pBufferSizeInBytes);
#ifdef __cplusplus
cusparseStatus_t CUSPARSEAPI cusparseHpruneDense2csr_bufferSizeExt(cusparseHandle_t handle, int m,
    int n, const __half* A, int lda, const __half* threshold, const cusparseMatDescr_t descrC, const
    __half* csrSortedValC, const int* csrSortedRowPtrC, const int* csrSortedColIndC, size_t*
    pBufferSizeInBytes);
#endif
cusparseStatus_t CUSPARSEAPI cusparseSpruneDense2csrNnz(cusparseHandle_t handle, int m, int n, const
    float* A, int lda, const float* threshold, const cusparseMatDescr_t descrC, int*
    csrSortedRowPtrC, int* nnzTotalDevHostPtr, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDpruneDense2csrNnz(cusparseHandle_t handle, int m, int n, const
    double* A, int lda, const double* threshold, const cusparseMatDescr_t descrC, int*
    csrSortedRowPtrC, int* nnzTotalDevHostPtr, void* pBuffer);
#ifdef __cplusplus
cusparseStatus_t CUSPARSEAPI cusparseHpruneDense2csrNnz(cusparseHandle_t handle, int m, int n, const
    __half* A, int lda, const __half* threshold, const cusparseMatDescr_t descrC, int*
    csrSortedRowPtrC, int* nnzTotalDevHostPtr, void* pBuffer);
#endif
cusparseStatus_t CUSPARSEAPI cusparseSpruneDense2csr(cusparseHandle_t handle, int m, int n, const
    float* A, int lda, const float* threshold, const cusparseMatDescr_t descrC, float*
    csrSortedValC, const int* csrSortedRowPtrC, int* csrSortedColIndC, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDpruneDense2csr(cusparseHandle_t handle, int m, int n, const
    double* A, int lda, const double* threshold, const cusparseMatDescr_t descrC, double*
    csrSortedValC, const int* csrSortedRowPtrC, int* csrSortedColIndC, void* pBuffer);
#ifdef __cplusplus
cusparseStatus_t CUSPARSEAPI cusparseHpruneDense2csr(cusparseHandle_t handle, int m, int n, const
    __half* A, int lda, const __half* threshold, const cusparseMatDescr_t descrC, __half*
    csrSortedValC, const int* csrSortedRowPtrC, int* csrSortedColIndC, void* pBuffer);
#endif
cusparseStatus_t CUSPARSEAPI cusparseSpruneDense2csrByPercentage_bufferSizeExt(cusparseHandle_t
    handle, int m, int n, const float* A, int lda, float percentage, const cusparseMatDescr_t
    descrC, const float* csrSortedValC, const int* csrSortedRowPtrC, const int* csrSortedColIndC,
    pruneInfo_t info, size_t* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDpruneDense2csrByPercentage_bufferSizeExt(cusparseHandle_t
    handle, int m, int n, const double* A, int lda, float percentage, const cusparseMatDescr_t
    descrC, const double* csrSortedValC, const int* csrSortedRowPtrC, const int* csrSortedColIndC,
    pruneInfo_t info, size_t* pBufferSizeInBytes);
#ifdef __cplusplus
cusparseStatus_t CUSPARSEAPI cusparseHpruneDense2csrByPercentage_bufferSizeExt(cusparseHandle_t
    handle, int m, int n, const __half* A, int lda, float percentage, const cusparseMatDescr_t
    descrC, const __half* csrSortedValC, const int* csrSortedRowPtrC, const int* csrSortedColIndC,
    pruneInfo_t info, size_t* pBufferSizeInBytes);
#endif
cusparseStatus_t CUSPARSEAPI cusparseSpruneDense2csrNnzByPercentage(cusparseHandle_t handle, int m,
    int n, const float* A, int lda, float percentage, const cusparseMatDescr_t descrC, int*
    csrSortedRowPtrC, int* nnzTotalDevHostPtr, pruneInfo_t info, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDpruneDense2csrNnzByPercentage(cusparseHandle_t handle, int m,
    int n, const double* A, int lda, float percentage, const cusparseMatDescr_t descrC, int*
    csrSortedRowPtrC, int* nnzTotalDevHostPtr, pruneInfo_t info, void* pBuffer);
#ifdef __cplusplus
cusparseStatus_t CUSPARSEAPI cusparseHpruneDense2csrNnzByPercentage(cusparseHandle_t handle, int m,
    int n, const __half* A, int lda, float percentage, const cusparseMatDescr_t descrC, int*
    csrSortedRowPtrC, int* nnzTotalDevHostPtr, pruneInfo_t info, void* pBuffer);
#endif
cusparseStatus_t CUSPARSEAPI cusparseSpruneDense2csrByPercentage(cusparseHandle_t handle, int m, int
    n, const float* A, int lda, float percentage, const cusparseMatDescr_t descrC, float*
    csrSortedValC, const int* csrSortedRowPtrC, int* csrSortedColIndC, pruneInfo_t info, void*
    pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDpruneDense2csrByPercentage(cusparseHandle_t handle, int m, int
    n, const double* A, int lda, float percentage, const cusparseMatDescr_t descrC, double*
    csrSortedValC, const int* csrSortedRowPtrC, int* csrSortedColIndC, pruneInfo_t info, void*
    pBuffer);
#ifdef __cplusplus
cusparseStatus_t CUSPARSEAPI cusparseHpruneDense2csrByPercentage(cusparseHandle_t handle, int m, int
    n, const __half* A, int lda, float percentage, const cusparseMatDescr_t descrC, __half*
    csrSortedValC, const int* csrSortedRowPtrC, int* csrSortedColIndC, pruneInfo_t info, void*
    pBuffer);
#endif
cusparseStatus_t CUSPARSEAPI cusparseSpruneCsr2csr_bufferSizeExt(cusparseHandle_t handle, int m, int
    n, int nnzA, const cusparseMatDescr_t descrA, const float* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, const float* threshold, const cusparseMatDescr_t
    descrC, const float* csrSortedValC, const int* csrSortedRowPtrC, const int* csrSortedColIndC,
    size_t* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDpruneCsr2csr_bufferSizeExt(cusparseHandle_t handle, int m, int
    n, int nnzA, const cusparseMatDescr_t descrA, const double* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, const double* threshold, const cusparseMatDescr_t
    descrC, const double* csrSortedValC, const int* csrSortedRowPtrC, const int* csrSortedColIndC,
    size_t* pBufferSizeInBytes);
#ifdef __cplusplus
cusparseStatus_t CUSPARSEAPI cusparseHpruneCsr2csr_bufferSizeExt(cusparseHandle_t handle, int m, int
    n, int nnzA, const cusparseMatDescr_t descrA, const __half* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, const __half* threshold, const cusparseMatDescr_t
    descrC, const __half* csrSortedValC, const int* csrSortedRowPtrC, const int* csrSortedColIndC,
    size_t* pBufferSizeInBytes);
#endif
cusparseStatus_t CUSPARSEAPI cusparseSpruneCsr2csrNnz(cusparseHandle_t handle, int m, int n, int
    nnzA, const cusparseMatDescr_t descrA, const float* csrSortedValA, const int* csrSortedRowPtrA,
    const int* csrSortedColIndA, const float* threshold, const cusparseMatDescr_t descrC, int*
    csrSortedRowPtrC, int* nnzTotalDevHostPtr, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDpruneCsr2csrNnz(cusparseHandle_t handle, int m, int n, int
    nnzA, const cusparseMatDescr_t descrA, const double* csrSortedValA, const int* csrSortedRowPtrA,
    const int* csrSortedColIndA, const double* threshold, const cusparseMatDescr_t descrC, int*
    csrSortedRowPtrC, int* nnzTotalDevHostPtr, void* pBuffer);
#ifdef __cplusplus
cusparseStatus_t CUSPARSEAPI cusparseHpruneCsr2csrNnz(cusparseHandle_t handle, int m, int n, int
    nnzA, const cusparseMatDescr_t descrA, const __half* csrSortedValA, const int* csrSortedRowPtrA,
    const int* csrSortedColIndA, const __half* threshold, const cusparseMatDescr_t descrC, int*
    csrSortedRowPtrC, int* nnzTotalDevHostPtr, void* pBuffer);
#endif
cusparseStatus_t CUSPARSEAPI cusparseSpruneCsr2csr(cusparseHandle_t handle, int m, int n, int nnzA,
    const cusparseMatDescr_t descrA, const float* csrSortedValA, const int* csrSortedRowPtrA, const
    int* csrSortedColIndA, const float* threshold, const cusparseMatDescr_t descrC, float*
    csrSortedValC, const int* csrSortedRowPtrC, int* csrSortedColIndC, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDpruneCsr2csr(cusparseHandle_t handle, int m, int n, int nnzA,
    const cusparseMatDescr_t descrA, const double* csrSortedValA, const int* csrSortedRowPtrA, const
    int* csrSortedColIndA, const double* threshold, const cusparseMatDescr_t descrC, double*
    csrSortedValC, const int* csrSortedRowPtrC, int* csrSortedColIndC, void* pBuffer);
#ifdef __cplusplus
cusparseStatus_t CUSPARSEAPI cusparseHpruneCsr2csr(cusparseHandle_t handle, int m, int n, int nnzA,
    const cusparseMatDescr_t descrA, const __half* csrSortedValA, const int* csrSortedRowPtrA, const
    int* csrSortedColIndA, const __half* threshold, const cusparseMatDescr_t descrC, __half*
    csrSortedValC, const int* csrSortedRowPtrC, int* csrSortedColIndC, void* pBuffer);
#endif
cusparseStatus_t CUSPARSEAPI cusparseSpruneCsr2csrByPercentage_bufferSizeExt(cusparseHandle_t
    handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const float* csrSortedValA,
    const int* csrSortedRowPtrA, const int* csrSortedColIndA, float percentage, const
    cusparseMatDescr_t descrC, const float* csrSortedValC, const int* csrSortedRowPtrC, const int*
    csrSortedColIndC, pruneInfo_t info, size_t* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDpruneCsr2csrByPercentage_bufferSizeExt(cusparseHandle_t
    handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const double* csrSortedValA,
    const int* csrSortedRowPtrA, const int* csrSortedColIndA, float percentage, const
    cusparseMatDescr_t descrC, const double* csrSortedValC, const int* csrSortedRowPtrC, const int*
    csrSortedColIndC, pruneInfo_t info, size_t* pBufferSizeInBytes);
#ifdef __cplusplus
cusparseStatus_t CUSPARSEAPI cusparseHpruneCsr2csrByPercentage_bufferSizeExt(cusparseHandle_t
    handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const __half* csrSortedValA,
    const int* csrSortedRowPtrA, const int* csrSortedColIndA, float percentage, const
    cusparseMatDescr_t descrC, const __half* csrSortedValC, const int* csrSortedRowPtrC, const int*
    csrSortedColIndC, pruneInfo_t info, size_t* pBufferSizeInBytes);
#endif
cusparseStatus_t CUSPARSEAPI cusparseSpruneCsr2csrNnzByPercentage(cusparseHandle_t handle, int m,
    int n, int nnzA, const cusparseMatDescr_t descrA, const float* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, float percentage, const cusparseMatDescr_t
    descrC, int* csrSortedRowPtrC, int* nnzTotalDevHostPtr, pruneInfo_t info, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDpruneCsr2csrNnzByPercentage(cusparseHandle_t handle, int m,
    int n, int nnzA, const cusparseMatDescr_t descrA, const double* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, float percentage, const cusparseMatDescr_t
    descrC, int* csrSortedRowPtrC, int* nnzTotalDevHostPtr, pruneInfo_t info, void* pBuffer);
#ifdef __cplusplus
cusparseStatus_t CUSPARSEAPI cusparseHpruneCsr2csrNnzByPercentage(cusparseHandle_t handle, int m,
    int n, int nnzA, const cusparseMatDescr_t descrA, const __half* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, float percentage, const cusparseMatDescr_t
    descrC, int* csrSortedRowPtrC, int* nnzTotalDevHostPtr, pruneInfo_t info, void* pBuffer);
#endif
cusparseStatus_t CUSPARSEAPI cusparseSpruneCsr2csrByPercentage(cusparseHandle_t handle, int m, int
    n, int nnzA, const cusparseMatDescr_t descrA, const float* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, float percentage, const cusparseMatDescr_t
    descrC, float* csrSortedValC, const int* csrSortedRowPtrC, int* csrSortedColIndC, pruneInfo_t
    info, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDpruneCsr2csrByPercentage(cusparseHandle_t handle, int m, int
    n, int nnzA, const cusparseMatDescr_t descrA, const double* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, float percentage, const cusparseMatDescr_t
    descrC, double* csrSortedValC, const int* csrSortedRowPtrC, int* csrSortedColIndC, pruneInfo_t
    info, void* pBuffer);
#ifdef __cplusplus
cusparseStatus_t CUSPARSEAPI cusparseHpruneCsr2csrByPercentage(cusparseHandle_t handle, int m, int
    n, int nnzA, const cusparseMatDescr_t descrA, const __half* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, float percentage, const cusparseMatDescr_t
    descrC, __half* csrSortedValC, const int* csrSortedRowPtrC, int* csrSortedColIndC, pruneInfo_t
    info, void* pBuffer);
#endif

// Rows sorted and put back
cusparseStatus_t CUSPARSEAPI cusparseScsru2csr_bufferSizeExt(cusparseHandle_t handle, int m, int n,
    int nnz, float* csrVal, const int* csrRowPtr, int* csrColInd, csru2csrInfo_t info, size_t*
    pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDcsru2csr_bufferSizeExt(cusparseHandle_t handle, int m, int n,
    int nnz, double* csrVal, const int* csrRowPtr, int* csrColInd, csru2csrInfo_t info, size_t*
    pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseCcsru2csr_bufferSizeExt(cusparseHandle_t handle, int m, int n,
    int nnz, cuComplex* csrVal, const int* csrRowPtr, int* csrColInd, csru2csrInfo_t info, size_t*
    pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseZcsru2csr_bufferSizeExt(cusparseHandle_t handle, int m, int n,
    int nnz, cuDoubleComplex* csrVal, const int* csrRowPtr, int* csrColInd, csru2csrInfo_t info,
    size_t* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseScsru2csr(cusparseHandle_t handle, int m, int n, int nnz, const
    cusparseMatDescr_t descrA, float* csrVal, const int* csrRowPtr, int* csrColInd, csru2csrInfo_t
    info, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDcsru2csr(cusparseHandle_t handle, int m, int n, int nnz, const
    cusparseMatDescr_t descrA, double* csrVal, const int* csrRowPtr, int* csrColInd, csru2csrInfo_t
    info, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCcsru2csr(cusparseHandle_t handle, int m, int n, int nnz, const
    cusparseMatDescr_t descrA, cuComplex* csrVal, const int* csrRowPtr, int* csrColInd,
    csru2csrInfo_t info, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZcsru2csr(cusparseHandle_t handle, int m, int n, int nnz, const
    cusparseMatDescr_t descrA, cuDoubleComplex* csrVal, const int* csrRowPtr, int* csrColInd,
    csru2csrInfo_t info, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseScsr2csru(cusparseHandle_t handle, int m, int n, int nnz, const
    cusparseMatDescr_t descrA, float* csrVal, const int* csrRowPtr, int* csrColInd, csru2csrInfo_t
    info, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDcsr2csru(cusparseHandle_t handle, int m, int n, int nnz, const
    cusparseMatDescr_t descrA, double* csrVal, const int* csrRowPtr, int* csrColInd, csru2csrInfo_t
    info, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCcsr2csru(cusparseHandle_t handle, int m, int n, int nnz, const
    cusparseMatDescr_t descrA, cuComplex* csrVal, const int* csrRowPtr, int* csrColInd,
    csru2csrInfo_t info, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZcsr2csru(cusparseHandle_t handle, int m, int n, int nnz, const
    cusparseMatDescr_t descrA, cuDoubleComplex* csrVal, const int* csrRowPtr, int* csrColInd,
    csru2csrInfo_t info, void* pBuffer);

// General blocks
cusparseStatus_t CUSPARSEAPI cusparseScsr2gebsr_bufferSize(cusparseHandle_t handle,
    cusparseDirection_t dirA, int m, int n, const cusparseMatDescr_t descrA, const float*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, int rowBlockDim, int
    colBlockDim, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDcsr2gebsr_bufferSize(cusparseHandle_t handle,
    cusparseDirection_t dirA, int m, int n, const cusparseMatDescr_t descrA, const double*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, int rowBlockDim, int
    colBlockDim, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseCcsr2gebsr_bufferSize(cusparseHandle_t handle,
    cusparseDirection_t dirA, int m, int n, const cusparseMatDescr_t descrA, const cuComplex*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, int rowBlockDim, int
    colBlockDim, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseZcsr2gebsr_bufferSize(cusparseHandle_t handle,
    cusparseDirection_t dirA, int m, int n, const cusparseMatDescr_t descrA, const cuDoubleComplex*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, int rowBlockDim, int
    colBlockDim, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseScsr2gebsr_bufferSizeExt(cusparseHandle_t handle,
    cusparseDirection_t dirA, int m, int n, const cusparseMatDescr_t descrA, const float*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, int rowBlockDim, int
    colBlockDim, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseDcsr2gebsr_bufferSizeExt(cusparseHandle_t handle,
    cusparseDirection_t dirA, int m, int n, const cusparseMatDescr_t descrA, const double*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, int rowBlockDim, int
    colBlockDim, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseCcsr2gebsr_bufferSizeExt(cusparseHandle_t handle,
    cusparseDirection_t dirA, int m, int n, const cusparseMatDescr_t descrA, const cuComplex*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, int rowBlockDim, int
    colBlockDim, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseZcsr2gebsr_bufferSizeExt(cusparseHandle_t handle,
    cusparseDirection_t dirA, int m, int n, const cusparseMatDescr_t descrA, const cuDoubleComplex*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, int rowBlockDim, int
    colBlockDim, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseXcsr2gebsrNnz(cusparseHandle_t handle, cusparseDirection_t
    dirA, int m, int n, const cusparseMatDescr_t descrA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, const cusparseMatDescr_t descrC, int* bsrSortedRowPtrC, int rowBlockDim, int
    colBlockDim, int* nnzTotalDevHostPtr, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseScsr2gebsr(cusparseHandle_t handle, cusparseDirection_t dirA,
    int m, int n, const cusparseMatDescr_t descrA, const float* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, const cusparseMatDescr_t descrC, float*
    bsrSortedValC, int* bsrSortedRowPtrC, int* bsrSortedColIndC, int rowBlockDim, int colBlockDim,
    void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDcsr2gebsr(cusparseHandle_t handle, cusparseDirection_t dirA,
    int m, int n, const cusparseMatDescr_t descrA, const double* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, const cusparseMatDescr_t descrC, double*
    bsrSortedValC, int* bsrSortedRowPtrC, int* bsrSortedColIndC, int rowBlockDim, int colBlockDim,
    void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCcsr2gebsr(cusparseHandle_t handle, cusparseDirection_t dirA,
    int m, int n, const cusparseMatDescr_t descrA, const cuComplex* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, const cusparseMatDescr_t descrC, cuComplex*
    bsrSortedValC, int* bsrSortedRowPtrC, int* bsrSortedColIndC, int rowBlockDim, int colBlockDim,
    void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZcsr2gebsr(cusparseHandle_t handle, cusparseDirection_t dirA,
    int m, int n, const cusparseMatDescr_t descrA, const cuDoubleComplex* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, const cusparseMatDescr_t descrC, cuDoubleComplex*
    bsrSortedValC, int* bsrSortedRowPtrC, int* bsrSortedColIndC, int rowBlockDim, int colBlockDim,
    void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseXgebsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA,
    int mb, int nb, const cusparseMatDescr_t descrA, const int* bsrSortedRowPtrA, const int*
    bsrSortedColIndA, int rowBlockDim, int colBlockDim, const cusparseMatDescr_t descrC, int*
    csrSortedRowPtrC, int* csrSortedColIndC);
cusparseStatus_t CUSPARSEAPI cusparseSgebsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA,
    int mb, int nb, const cusparseMatDescr_t descrA, const float* bsrSortedValA, const int*
    bsrSortedRowPtrA, const int* bsrSortedColIndA, int rowBlockDim, int colBlockDim, const
    cusparseMatDescr_t descrC, float* csrSortedValC, int* csrSortedRowPtrC, int* csrSortedColIndC);
cusparseStatus_t CUSPARSEAPI cusparseDgebsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA,
    int mb, int nb, const cusparseMatDescr_t descrA, const double* bsrSortedValA, const int*
    bsrSortedRowPtrA, const int* bsrSortedColIndA, int rowBlockDim, int colBlockDim, const
    cusparseMatDescr_t descrC, double* csrSortedValC, int* csrSortedRowPtrC, int* csrSortedColIndC);
cusparseStatus_t CUSPARSEAPI cusparseCgebsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA,
    int mb, int nb, const cusparseMatDescr_t descrA, const cuComplex* bsrSortedValA, const int*
    bsrSortedRowPtrA, const int* bsrSortedColIndA, int rowBlockDim, int colBlockDim, const
    cusparseMatDescr_t descrC, cuComplex* csrSortedValC, int* csrSortedRowPtrC, int*
    csrSortedColIndC);
cusparseStatus_t CUSPARSEAPI cusparseZgebsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA,
    int mb, int nb, const cusparseMatDescr_t descrA, const cuDoubleComplex* bsrSortedValA, const
    int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int rowBlockDim, int colBlockDim, const
    cusparseMatDescr_t descrC, cuDoubleComplex* csrSortedValC, int* csrSortedRowPtrC, int*
    csrSortedColIndC);
cusparseStatus_t CUSPARSEAPI cusparseSgebsr2gebsr_bufferSize(cusparseHandle_t handle,
    cusparseDirection_t dirA, int mb, int nb, int nnzb, const cusparseMatDescr_t descrA, const
    float* bsrSortedValA, const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int
    rowBlockDimA, int colBlockDimA, int rowBlockDimC, int colBlockDimC, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDgebsr2gebsr_bufferSize(cusparseHandle_t handle,
    cusparseDirection_t dirA, int mb, int nb, int nnzb, const cusparseMatDescr_t descrA, const
    double* bsrSortedValA, const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int
    rowBlockDimA, int colBlockDimA, int rowBlockDimC, int colBlockDimC, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseCgebsr2gebsr_bufferSize(cusparseHandle_t handle,
    cusparseDirection_t dirA, int mb, int nb, int nnzb, const cusparseMatDescr_t descrA, const
    cuComplex* bsrSortedValA, const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int
    rowBlockDimA, int colBlockDimA, int rowBlockDimC, int colBlockDimC, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseZgebsr2gebsr_bufferSize(cusparseHandle_t handle,
    cusparseDirection_t dirA, int mb, int nb, int nnzb, const cusparseMatDescr_t descrA, const
    cuDoubleComplex* bsrSortedValA, const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int
    rowBlockDimA, int colBlockDimA, int rowBlockDimC, int colBlockDimC, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseSgebsr2gebsr_bufferSizeExt(cusparseHandle_t handle,
    cusparseDirection_t dirA, int mb, int nb, int nnzb, const cusparseMatDescr_t descrA, const
    float* bsrSortedValA, const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int
    rowBlockDimA, int colBlockDimA, int rowBlockDimC, int colBlockDimC, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseDgebsr2gebsr_bufferSizeExt(cusparseHandle_t handle,
    cusparseDirection_t dirA, int mb, int nb, int nnzb, const cusparseMatDescr_t descrA, const
    double* bsrSortedValA, const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int
    rowBlockDimA, int colBlockDimA, int rowBlockDimC, int colBlockDimC, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseCgebsr2gebsr_bufferSizeExt(cusparseHandle_t handle,
    cusparseDirection_t dirA, int mb, int nb, int nnzb, const cusparseMatDescr_t descrA, const
    cuComplex* bsrSortedValA, const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int
    rowBlockDimA, int colBlockDimA, int rowBlockDimC, int colBlockDimC, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseZgebsr2gebsr_bufferSizeExt(cusparseHandle_t handle,
    cusparseDirection_t dirA, int mb, int nb, int nnzb, const cusparseMatDescr_t descrA, const
    cuDoubleComplex* bsrSortedValA, const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int
    rowBlockDimA, int colBlockDimA, int rowBlockDimC, int colBlockDimC, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseXgebsr2gebsrNnz(cusparseHandle_t handle, cusparseDirection_t
    dirA, int mb, int nb, int nnzb, const cusparseMatDescr_t descrA, const int* bsrSortedRowPtrA,
    const int* bsrSortedColIndA, int rowBlockDimA, int colBlockDimA, const cusparseMatDescr_t
    descrC, int* bsrSortedRowPtrC, int rowBlockDimC, int colBlockDimC, int* nnzTotalDevHostPtr,
    void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSgebsr2gebsr(cusparseHandle_t handle, cusparseDirection_t dirA,
    int mb, int nb, int nnzb, const cusparseMatDescr_t descrA, const float* bsrSortedValA, const
    int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int rowBlockDimA, int colBlockDimA, const
    cusparseMatDescr_t descrC, float* bsrSortedValC, int* bsrSortedRowPtrC, int* bsrSortedColIndC,
    int rowBlockDimC, int colBlockDimC, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDgebsr2gebsr(cusparseHandle_t handle, cusparseDirection_t dirA,
    int mb, int nb, int nnzb, const cusparseMatDescr_t descrA, const double* bsrSortedValA, const
    int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int rowBlockDimA, int colBlockDimA, const
    cusparseMatDescr_t descrC, double* bsrSortedValC, int* bsrSortedRowPtrC, int* bsrSortedColIndC,
    int rowBlockDimC, int colBlockDimC, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCgebsr2gebsr(cusparseHandle_t handle, cusparseDirection_t dirA,
    int mb, int nb, int nnzb, const cusparseMatDescr_t descrA, const cuComplex* bsrSortedValA, const
    int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int rowBlockDimA, int colBlockDimA, const
    cusparseMatDescr_t descrC, cuComplex* bsrSortedValC, int* bsrSortedRowPtrC, int*
    bsrSortedColIndC, int rowBlockDimC, int colBlockDimC, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZgebsr2gebsr(cusparseHandle_t handle, cusparseDirection_t dirA,
    int mb, int nb, int nnzb, const cusparseMatDescr_t descrA, const cuDoubleComplex* bsrSortedValA,
    const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int rowBlockDimA, int colBlockDimA,
    const cusparseMatDescr_t descrC, cuDoubleComplex* bsrSortedValC, int* bsrSortedRowPtrC, int*
    bsrSortedColIndC, int rowBlockDimC, int colBlockDimC, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSgebsr2gebsc_bufferSize(cusparseHandle_t handle, int mb, int
    nb, int nnzb, const float* bsrSortedVal, const int* bsrSortedRowPtr, const int* bsrSortedColInd,
    int rowBlockDim, int colBlockDim, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDgebsr2gebsc_bufferSize(cusparseHandle_t handle, int mb, int
    nb, int nnzb, const double* bsrSortedVal, const int* bsrSortedRowPtr, const int*
    bsrSortedColInd, int rowBlockDim, int colBlockDim, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseCgebsr2gebsc_bufferSize(cusparseHandle_t handle, int mb, int
    nb, int nnzb, const cuComplex* bsrSortedVal, const int* bsrSortedRowPtr, const int*
    bsrSortedColInd, int rowBlockDim, int colBlockDim, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseZgebsr2gebsc_bufferSize(cusparseHandle_t handle, int mb, int
    nb, int nnzb, const cuDoubleComplex* bsrSortedVal, const int* bsrSortedRowPtr, const int*
    bsrSortedColInd, int rowBlockDim, int colBlockDim, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseSgebsr2gebsc_bufferSizeExt(cusparseHandle_t handle, int mb, int
    nb, int nnzb, const float* bsrSortedVal, const int* bsrSortedRowPtr, const int* bsrSortedColInd,
    int rowBlockDim, int colBlockDim, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseDgebsr2gebsc_bufferSizeExt(cusparseHandle_t handle, int mb, int
    nb, int nnzb, const double* bsrSortedVal, const int* bsrSortedRowPtr, const int*
    bsrSortedColInd, int rowBlockDim, int colBlockDim, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseCgebsr2gebsc_bufferSizeExt(cusparseHandle_t handle, int mb, int
    nb, int nnzb, const cuComplex* bsrSortedVal, const int* bsrSortedRowPtr, const int*
    bsrSortedColInd, int rowBlockDim, int colBlockDim, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseZgebsr2gebsc_bufferSizeExt(cusparseHandle_t handle, int mb, int
    nb, int nnzb, const cuDoubleComplex* bsrSortedVal, const int* bsrSortedRowPtr, const int*
    bsrSortedColInd, int rowBlockDim, int colBlockDim, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseSgebsr2gebsc(cusparseHandle_t handle, int mb, int nb, int nnzb,
    const float* bsrSortedVal, const int* bsrSortedRowPtr, const int* bsrSortedColInd, int
    rowBlockDim, int colBlockDim, float* bscVal, int* bscRowInd, int* bscColPtr, cusparseAction_t
    copyValues, cusparseIndexBase_t idxBase, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDgebsr2gebsc(cusparseHandle_t handle, int mb, int nb, int nnzb,
    const double* bsrSortedVal, const int* bsrSortedRowPtr, const int* bsrSortedColInd, int
    rowBlockDim, int colBlockDim, double* bscVal, int* bscRowInd, int* bscColPtr, cusparseAction_t
    copyValues, cusparseIndexBase_t idxBase, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCgebsr2gebsc(cusparseHandle_t handle, int mb, int nb, int nnzb,
    const cuComplex* bsrSortedVal, const int* bsrSortedRowPtr, const int* bsrSortedColInd, int
    rowBlockDim, int colBlockDim, cuComplex* bscVal, int* bscRowInd, int* bscColPtr,
    cusparseAction_t copyValues, cusparseIndexBase_t idxBase, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZgebsr2gebsc(cusparseHandle_t handle, int mb, int nb, int nnzb,
    const cuDoubleComplex* bsrSortedVal, const int* bsrSortedRowPtr, const int* bsrSortedColInd, int
    rowBlockDim, int colBlockDim, cuDoubleComplex* bscVal, int* bscRowInd, int* bscColPtr,
    cusparseAction_t copyValues, cusparseIndexBase_t idxBase, void* pBuffer);

// Sums of sparse matrices
cusparseStatus_t CUSPARSEAPI cusparseScsrgeam2_bufferSizeExt(cusparseHandle_t handle, int m, int n,
    const float* alpha, const cusparseMatDescr_t descrA, int nnzA, const float* csrSortedValA, const
    int* csrSortedRowPtrA, const int* csrSortedColIndA, const float* beta, const cusparseMatDescr_t
    descrB, int nnzB, const float* csrSortedValB, const int* csrSortedRowPtrB, const int*
    csrSortedColIndB, const cusparseMatDescr_t descrC, const float* csrSortedValC, const int*
    csrSortedRowPtrC, const int* csrSortedColIndC, size_t* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDcsrgeam2_bufferSizeExt(cusparseHandle_t handle, int m, int n,
    const double* alpha, const cusparseMatDescr_t descrA, int nnzA, const double* csrSortedValA,
    const int* csrSortedRowPtrA, const int* csrSortedColIndA, const double* beta, const
    cusparseMatDescr_t descrB, int nnzB, const double* csrSortedValB, const int* csrSortedRowPtrB,
    const int* csrSortedColIndB, const cusparseMatDescr_t descrC, const double* csrSortedValC, const
    int* csrSortedRowPtrC, const int* csrSortedColIndC, size_t* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseCcsrgeam2_bufferSizeExt(cusparseHandle_t handle, int m, int n,
    const cuComplex* alpha, const cusparseMatDescr_t descrA, int nnzA, const cuComplex*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, const cuComplex* beta,
    const cusparseMatDescr_t descrB, int nnzB, const cuComplex* csrSortedValB, const int*
    csrSortedRowPtrB, const int* csrSortedColIndB, const cusparseMatDescr_t descrC, const cuComplex*
    csrSortedValC, const int* csrSortedRowPtrC, const int* csrSortedColIndC, size_t*
    pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseZcsrgeam2_bufferSizeExt(cusparseHandle_t handle, int m, int n,
    const cuDoubleComplex* alpha, const cusparseMatDescr_t descrA, int nnzA, const cuDoubleComplex*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, const cuDoubleComplex*
    beta, const cusparseMatDescr_t descrB, int nnzB, const cuDoubleComplex* csrSortedValB, const
    int* csrSortedRowPtrB, const int* csrSortedColIndB, const cusparseMatDescr_t descrC, const
    cuDoubleComplex* csrSortedValC, const int* csrSortedRowPtrC, const int* csrSortedColIndC,
    size_t* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int m, int n, const
    cusparseMatDescr_t descrA, int nnzA, const int* csrSortedRowPtrA, const int* csrSortedColIndA,
    const cusparseMatDescr_t descrB, int nnzB, const int* csrSortedRowPtrB, const int*
    csrSortedColIndB, const cusparseMatDescr_t descrC, int* csrSortedRowPtrC, int*
    nnzTotalDevHostPtr, void* workspace);
cusparseStatus_t CUSPARSEAPI cusparseScsrgeam2(cusparseHandle_t handle, int m, int n, const float*
    alpha, const cusparseMatDescr_t descrA, int nnzA, const float* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, const float* beta, const cusparseMatDescr_t
    descrB, int nnzB, const float* csrSortedValB, const int* csrSortedRowPtrB, const int*
    csrSortedColIndB, const cusparseMatDescr_t descrC, float* csrSortedValC, int* csrSortedRowPtrC,
    int* csrSortedColIndC, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDcsrgeam2(cusparseHandle_t handle, int m, int n, const double*
    alpha, const cusparseMatDescr_t descrA, int nnzA, const double* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, const double* beta, const cusparseMatDescr_t
    descrB, int nnzB, const double* csrSortedValB, const int* csrSortedRowPtrB, const int*
    csrSortedColIndB, const cusparseMatDescr_t descrC, double* csrSortedValC, int* csrSortedRowPtrC,
    int* csrSortedColIndC, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCcsrgeam2(cusparseHandle_t handle, int m, int n, const
    cuComplex* alpha, const cusparseMatDescr_t descrA, int nnzA, const cuComplex* csrSortedValA,
    const int* csrSortedRowPtrA, const int* csrSortedColIndA, const cuComplex* beta, const
    cusparseMatDescr_t descrB, int nnzB, const cuComplex* csrSortedValB, const int*
    csrSortedRowPtrB, const int* csrSortedColIndB, const cusparseMatDescr_t descrC, cuComplex*
    csrSortedValC, int* csrSortedRowPtrC, int* csrSortedColIndC, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZcsrgeam2(cusparseHandle_t handle, int m, int n, const
    cuDoubleComplex* alpha, const cusparseMatDescr_t descrA, int nnzA, const cuDoubleComplex*
    csrSortedValA, const int* csrSortedRowPtrA, const int* csrSortedColIndA, const cuDoubleComplex*
    beta, const cusparseMatDescr_t descrB, int nnzB, const cuDoubleComplex* csrSortedValB, const
    int* csrSortedRowPtrB, const int* csrSortedColIndB, const cusparseMatDescr_t descrC,
    cuDoubleComplex* csrSortedValC, int* csrSortedRowPtrC, int* csrSortedColIndC, void* pBuffer);

// Incomplete factorisations
cusparseStatus_t CUSPARSEAPI cusparseScsrilu02_numericBoost(cusparseHandle_t handle, csrilu02Info_t
    info, int enable_boost, double* tol, float* boost_val);
cusparseStatus_t CUSPARSEAPI cusparseDcsrilu02_numericBoost(cusparseHandle_t handle, csrilu02Info_t
    info, int enable_boost, double* tol, double* boost_val);
cusparseStatus_t CUSPARSEAPI cusparseCcsrilu02_numericBoost(cusparseHandle_t handle, csrilu02Info_t
    info, int enable_boost, double* tol, cuComplex* boost_val);
cusparseStatus_t CUSPARSEAPI cusparseZcsrilu02_numericBoost(cusparseHandle_t handle, csrilu02Info_t
    info, int enable_boost, double* tol, cuDoubleComplex* boost_val);
cusparseStatus_t CUSPARSEAPI cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t
    info, int* position);
cusparseStatus_t CUSPARSEAPI cusparseScsrilu02_bufferSize(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, float* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, csrilu02Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDcsrilu02_bufferSize(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, double* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, csrilu02Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseCcsrilu02_bufferSize(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, cuComplex* csrSortedValA, const int* csrSortedRowPtrA, const
    int* csrSortedColIndA, csrilu02Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseZcsrilu02_bufferSize(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, cuDoubleComplex* csrSortedValA, const int* csrSortedRowPtrA,
    const int* csrSortedColIndA, csrilu02Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseScsrilu02_bufferSizeExt(cusparseHandle_t handle, int m, int
    nnz, const cusparseMatDescr_t descrA, float* csrSortedVal, const int* csrSortedRowPtr, const
    int* csrSortedColInd, csrilu02Info_t info, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseDcsrilu02_bufferSizeExt(cusparseHandle_t handle, int m, int
    nnz, const cusparseMatDescr_t descrA, double* csrSortedVal, const int* csrSortedRowPtr, const
    int* csrSortedColInd, csrilu02Info_t info, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseCcsrilu02_bufferSizeExt(cusparseHandle_t handle, int m, int
    nnz, const cusparseMatDescr_t descrA, cuComplex* csrSortedVal, const int* csrSortedRowPtr, const
    int* csrSortedColInd, csrilu02Info_t info, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseZcsrilu02_bufferSizeExt(cusparseHandle_t handle, int m, int
    nnz, const cusparseMatDescr_t descrA, cuDoubleComplex* csrSortedVal, const int* csrSortedRowPtr,
    const int* csrSortedColInd, csrilu02Info_t info, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseScsrilu02_analysis(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, const float* csrSortedValA, const int* csrSortedRowPtrA, const
    int* csrSortedColIndA, csrilu02Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDcsrilu02_analysis(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, const double* csrSortedValA, const int* csrSortedRowPtrA, const
    int* csrSortedColIndA, csrilu02Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCcsrilu02_analysis(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, const cuComplex* csrSortedValA, const int* csrSortedRowPtrA,
    const int* csrSortedColIndA, csrilu02Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZcsrilu02_analysis(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, const cuDoubleComplex* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, csrilu02Info_t info, cusparseSolvePolicy_t
    policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseScsrilu02(cusparseHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, float* csrSortedValA_valM, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, csrilu02Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDcsrilu02(cusparseHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, double* csrSortedValA_valM, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, csrilu02Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCcsrilu02(cusparseHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, cuComplex* csrSortedValA_valM, const int* csrSortedRowPtrA, const
    int* csrSortedColIndA, csrilu02Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZcsrilu02(cusparseHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, cuDoubleComplex* csrSortedValA_valM, const int* csrSortedRowPtrA,
    const int* csrSortedColIndA, csrilu02Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseXcsric02_zeroPivot(cusparseHandle_t handle, csric02Info_t info,
    int* position);
cusparseStatus_t CUSPARSEAPI cusparseScsric02_bufferSize(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, float* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, csric02Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDcsric02_bufferSize(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, double* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, csric02Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseCcsric02_bufferSize(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, cuComplex* csrSortedValA, const int* csrSortedRowPtrA, const
    int* csrSortedColIndA, csric02Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseZcsric02_bufferSize(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, cuDoubleComplex* csrSortedValA, const int* csrSortedRowPtrA,
    const int* csrSortedColIndA, csric02Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseScsric02_bufferSizeExt(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, float* csrSortedVal, const int* csrSortedRowPtr, const int*
    csrSortedColInd, csric02Info_t info, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseDcsric02_bufferSizeExt(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, double* csrSortedVal, const int* csrSortedRowPtr, const int*
    csrSortedColInd, csric02Info_t info, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseCcsric02_bufferSizeExt(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, cuComplex* csrSortedVal, const int* csrSortedRowPtr, const int*
    csrSortedColInd, csric02Info_t info, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseZcsric02_bufferSizeExt(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, cuDoubleComplex* csrSortedVal, const int* csrSortedRowPtr,
    const int* csrSortedColInd, csric02Info_t info, size_t* pBufferSize);
cusparseStatus_t CUSPARSEAPI cusparseScsric02_analysis(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, const float* csrSortedValA, const int* csrSortedRowPtrA, const
    int* csrSortedColIndA, csric02Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDcsric02_analysis(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, const double* csrSortedValA, const int* csrSortedRowPtrA, const
    int* csrSortedColIndA, csric02Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCcsric02_analysis(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, const cuComplex* csrSortedValA, const int* csrSortedRowPtrA,
    const int* csrSortedColIndA, csric02Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZcsric02_analysis(cusparseHandle_t handle, int m, int nnz,
    const cusparseMatDescr_t descrA, const cuDoubleComplex* csrSortedValA, const int*
    csrSortedRowPtrA, const int* csrSortedColIndA, csric02Info_t info, cusparseSolvePolicy_t policy,
    void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseScsric02(cusparseHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, float* csrSortedValA_valM, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, csric02Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDcsric02(cusparseHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, double* csrSortedValA_valM, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, csric02Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCcsric02(cusparseHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, cuComplex* csrSortedValA_valM, const int* csrSortedRowPtrA, const
    int* csrSortedColIndA, csric02Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZcsric02(cusparseHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, cuDoubleComplex* csrSortedValA_valM, const int* csrSortedRowPtrA,
    const int* csrSortedColIndA, csric02Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);

// Incomplete factorisations of blocks
cusparseStatus_t CUSPARSEAPI cusparseSbsrilu02_numericBoost(cusparseHandle_t handle, bsrilu02Info_t
    info, int enable_boost, double* tol, float* boost_val);
cusparseStatus_t CUSPARSEAPI cusparseDbsrilu02_numericBoost(cusparseHandle_t handle, bsrilu02Info_t
    info, int enable_boost, double* tol, double* boost_val);
cusparseStatus_t CUSPARSEAPI cusparseCbsrilu02_numericBoost(cusparseHandle_t handle, bsrilu02Info_t
    info, int enable_boost, double* tol, cuComplex* boost_val);
cusparseStatus_t CUSPARSEAPI cusparseZbsrilu02_numericBoost(cusparseHandle_t handle, bsrilu02Info_t
    info, int enable_boost, double* tol, cuDoubleComplex* boost_val);
cusparseStatus_t CUSPARSEAPI cusparseXbsrilu02_zeroPivot(cusparseHandle_t handle, bsrilu02Info_t
    info, int* position);
cusparseStatus_t CUSPARSEAPI cusparseSbsrilu02_bufferSize(cusparseHandle_t handle,
    cusparseDirection_t dirA, int mb, int nnzb, const cusparseMatDescr_t descrA, float*
    bsrSortedVal, const int* bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim,
    bsrilu02Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDbsrilu02_bufferSize(cusparseHandle_t handle,
    cusparseDirection_t dirA, int mb, int nnzb, const cusparseMatDescr_t descrA, double*
    bsrSortedVal, const int* bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim,
    bsrilu02Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseCbsrilu02_bufferSize(cusparseHandle_t handle,
    cusparseDirection_t dirA, int mb, int nnzb, const cusparseMatDescr_t descrA, cuComplex*
    bsrSortedVal, const int* bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim,
    bsrilu02Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseZbsrilu02_bufferSize(cusparseHandle_t handle,
    cusparseDirection_t dirA, int mb, int nnzb, const cusparseMatDescr_t descrA, cuDoubleComplex*
    bsrSortedVal, const int* bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim,
    bsrilu02Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseSbsrilu02_analysis(cusparseHandle_t handle, cusparseDirection_t
    dirA, int mb, int nnzb, const cusparseMatDescr_t descrA, float* bsrSortedVal, const int*
    bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim, bsrilu02Info_t info,
    cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDbsrilu02_analysis(cusparseHandle_t handle, cusparseDirection_t
    dirA, int mb, int nnzb, const cusparseMatDescr_t descrA, double* bsrSortedVal, const int*
    bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim, bsrilu02Info_t info,
    cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCbsrilu02_analysis(cusparseHandle_t handle, cusparseDirection_t
    dirA, int mb, int nnzb, const cusparseMatDescr_t descrA, cuComplex* bsrSortedVal, const int*
    bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim, bsrilu02Info_t info,
    cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZbsrilu02_analysis(cusparseHandle_t handle, cusparseDirection_t
    dirA, int mb, int nnzb, const cusparseMatDescr_t descrA, cuDoubleComplex* bsrSortedVal, const
    int* bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim, bsrilu02Info_t info,
    cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSbsrilu02(cusparseHandle_t handle, cusparseDirection_t dirA,
    int mb, int nnzb, const cusparseMatDescr_t descrA, float* bsrSortedVal, const int*
    bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim, bsrilu02Info_t info,
    cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDbsrilu02(cusparseHandle_t handle, cusparseDirection_t dirA,
    int mb, int nnzb, const cusparseMatDescr_t descrA, double* bsrSortedVal, const int*
    bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim, bsrilu02Info_t info,
    cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCbsrilu02(cusparseHandle_t handle, cusparseDirection_t dirA,
    int mb, int nnzb, const cusparseMatDescr_t descrA, cuComplex* bsrSortedVal, const int*
    bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim, bsrilu02Info_t info,
    cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZbsrilu02(cusparseHandle_t handle, cusparseDirection_t dirA,
    int mb, int nnzb, const cusparseMatDescr_t descrA, cuDoubleComplex* bsrSortedVal, const int*
    bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim, bsrilu02Info_t info,
    cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseXbsric02_zeroPivot(cusparseHandle_t handle, bsric02Info_t info,
    int* position);
cusparseStatus_t CUSPARSEAPI cusparseSbsric02_bufferSize(cusparseHandle_t handle,
    cusparseDirection_t dirA, int mb, int nnzb, const cusparseMatDescr_t descrA, float*
    bsrSortedVal, const int* bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim,
    bsric02Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDbsric02_bufferSize(cusparseHandle_t handle,
    cusparseDirection_t dirA, int mb, int nnzb, const cusparseMatDescr_t descrA, double*
    bsrSortedVal, const int* bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim,
    bsric02Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseCbsric02_bufferSize(cusparseHandle_t handle,
    cusparseDirection_t dirA, int mb, int nnzb, const cusparseMatDescr_t descrA, cuComplex*
    bsrSortedVal, const int* bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim,
    bsric02Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseZbsric02_bufferSize(cusparseHandle_t handle,
    cusparseDirection_t dirA, int mb, int nnzb, const cusparseMatDescr_t descrA, cuDoubleComplex*
    bsrSortedVal, const int* bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim,
    bsric02Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseSbsric02_analysis(cusparseHandle_t handle, cusparseDirection_t
    dirA, int mb, int nnzb, const cusparseMatDescr_t descrA, const float* bsrSortedVal, const int*
    bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim, bsric02Info_t info,
    cusparseSolvePolicy_t policy, void* pInputBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDbsric02_analysis(cusparseHandle_t handle, cusparseDirection_t
    dirA, int mb, int nnzb, const cusparseMatDescr_t descrA, const double* bsrSortedVal, const int*
    bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim, bsric02Info_t info,
    cusparseSolvePolicy_t policy, void* pInputBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCbsric02_analysis(cusparseHandle_t handle, cusparseDirection_t
    dirA, int mb, int nnzb, const cusparseMatDescr_t descrA, const cuComplex* bsrSortedVal, const
    int* bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim, bsric02Info_t info,
    cusparseSolvePolicy_t policy, void* pInputBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZbsric02_analysis(cusparseHandle_t handle, cusparseDirection_t
    dirA, int mb, int nnzb, const cusparseMatDescr_t descrA, const cuDoubleComplex* bsrSortedVal,
    const int* bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim, bsric02Info_t info,
    cusparseSolvePolicy_t policy, void* pInputBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSbsric02(cusparseHandle_t handle, cusparseDirection_t dirA, int
    mb, int nnzb, const cusparseMatDescr_t descrA, float* bsrSortedVal, const int* bsrSortedRowPtr,
    const int* bsrSortedColInd, int blockDim, bsric02Info_t info, cusparseSolvePolicy_t policy,
    void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDbsric02(cusparseHandle_t handle, cusparseDirection_t dirA, int
    mb, int nnzb, const cusparseMatDescr_t descrA, double* bsrSortedVal, const int* bsrSortedRowPtr,
    const int* bsrSortedColInd, int blockDim, bsric02Info_t info, cusparseSolvePolicy_t policy,
    void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCbsric02(cusparseHandle_t handle, cusparseDirection_t dirA, int
    mb, int nnzb, const cusparseMatDescr_t descrA, cuComplex* bsrSortedVal, const int*
    bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim, bsric02Info_t info,
    cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZbsric02(cusparseHandle_t handle, cusparseDirection_t dirA, int
    mb, int nnzb, const cusparseMatDescr_t descrA, cuDoubleComplex* bsrSortedVal, const int*
    bsrSortedRowPtr, const int* bsrSortedColInd, int blockDim, bsric02Info_t info,
    cusparseSolvePolicy_t policy, void* pBuffer);

// Systems of blocks
cusparseStatus_t CUSPARSEAPI cusparseSbsrxmv(cusparseHandle_t handle, cusparseDirection_t dirA,
    cusparseOperation_t transA, int sizeOfMask, int mb, int nb, int nnzb, const float* alpha, const
    cusparseMatDescr_t descrA, const float* bsrSortedValA, const int* bsrSortedMaskPtrA, const int*
    bsrSortedRowPtrA, const int* bsrSortedEndPtrA, const int* bsrSortedColIndA, int blockDim, const
    float* x, const float* beta, float* y);
cusparseStatus_t CUSPARSEAPI cusparseDbsrxmv(cusparseHandle_t handle, cusparseDirection_t dirA,
    cusparseOperation_t transA, int sizeOfMask, int mb, int nb, int nnzb, const double* alpha, const
    cusparseMatDescr_t descrA, const double* bsrSortedValA, const int* bsrSortedMaskPtrA, const int*
    bsrSortedRowPtrA, const int* bsrSortedEndPtrA, const int* bsrSortedColIndA, int blockDim, const
    double* x, const double* beta, double* y);
cusparseStatus_t CUSPARSEAPI cusparseCbsrxmv(cusparseHandle_t handle, cusparseDirection_t dirA,
    cusparseOperation_t transA, int sizeOfMask, int mb, int nb, int nnzb, const cuComplex* alpha,
    const cusparseMatDescr_t descrA, const cuComplex* bsrSortedValA, const int* bsrSortedMaskPtrA,
    const int* bsrSortedRowPtrA, const int* bsrSortedEndPtrA, const int* bsrSortedColIndA, int
    blockDim, const cuComplex* x, const cuComplex* beta, cuComplex* y);
cusparseStatus_t CUSPARSEAPI cusparseZbsrxmv(cusparseHandle_t handle, cusparseDirection_t dirA,
    cusparseOperation_t transA, int sizeOfMask, int mb, int nb, int nnzb, const cuDoubleComplex*
    alpha, const cusparseMatDescr_t descrA, const cuDoubleComplex* bsrSortedValA, const int*
    bsrSortedMaskPtrA, const int* bsrSortedRowPtrA, const int* bsrSortedEndPtrA, const int*
    bsrSortedColIndA, int blockDim, const cuDoubleComplex* x, const cuDoubleComplex* beta,
    cuDoubleComplex* y);
cusparseStatus_t CUSPARSEAPI cusparseXbsrsv2_zeroPivot(cusparseHandle_t handle, bsrsv2Info_t info,
    int* position);
cusparseStatus_t CUSPARSEAPI cusparseSbsrsv2_bufferSize(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, int mb, int nnzb, const cusparseMatDescr_t descrA, float*
    bsrSortedValA, const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int blockDim,
    bsrsv2Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDbsrsv2_bufferSize(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, int mb, int nnzb, const cusparseMatDescr_t descrA, double*
    bsrSortedValA, const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int blockDim,
    bsrsv2Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseCbsrsv2_bufferSize(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, int mb, int nnzb, const cusparseMatDescr_t descrA, cuComplex*
    bsrSortedValA, const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int blockDim,
    bsrsv2Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseZbsrsv2_bufferSize(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, int mb, int nnzb, const cusparseMatDescr_t descrA,
    cuDoubleComplex* bsrSortedValA, const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int
    blockDim, bsrsv2Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseSbsrsv2_analysis(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, int mb, int nnzb, const cusparseMatDescr_t descrA, const
    float* bsrSortedValA, const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int blockDim,
    bsrsv2Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDbsrsv2_analysis(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, int mb, int nnzb, const cusparseMatDescr_t descrA, const
    double* bsrSortedValA, const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int blockDim,
    bsrsv2Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCbsrsv2_analysis(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, int mb, int nnzb, const cusparseMatDescr_t descrA, const
    cuComplex* bsrSortedValA, const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int
    blockDim, bsrsv2Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZbsrsv2_analysis(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, int mb, int nnzb, const cusparseMatDescr_t descrA, const
    cuDoubleComplex* bsrSortedValA, const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int
    blockDim, bsrsv2Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSbsrsv2_solve(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, int mb, int nnzb, const float* alpha, const cusparseMatDescr_t
    descrA, const float* bsrSortedValA, const int* bsrSortedRowPtrA, const int* bsrSortedColIndA,
    int blockDim, bsrsv2Info_t info, const float* f, float* x, cusparseSolvePolicy_t policy, void*
    pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDbsrsv2_solve(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, int mb, int nnzb, const double* alpha, const
    cusparseMatDescr_t descrA, const double* bsrSortedValA, const int* bsrSortedRowPtrA, const int*
    bsrSortedColIndA, int blockDim, bsrsv2Info_t info, const double* f, double* x,
    cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCbsrsv2_solve(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, int mb, int nnzb, const cuComplex* alpha, const
    cusparseMatDescr_t descrA, const cuComplex* bsrSortedValA, const int* bsrSortedRowPtrA, const
    int* bsrSortedColIndA, int blockDim, bsrsv2Info_t info, const cuComplex* f, cuComplex* x,
    cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZbsrsv2_solve(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, int mb, int nnzb, const cuDoubleComplex* alpha, const
    cusparseMatDescr_t descrA, const cuDoubleComplex* bsrSortedValA, const int* bsrSortedRowPtrA,
    const int* bsrSortedColIndA, int blockDim, bsrsv2Info_t info, const cuDoubleComplex* f,
    cuDoubleComplex* x, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseXbsrsm2_zeroPivot(cusparseHandle_t handle, bsrsm2Info_t info,
    int* position);
cusparseStatus_t CUSPARSEAPI cusparseSbsrsm2_bufferSize(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, cusparseOperation_t transXY, int mb, int n, int nnzb, const
    cusparseMatDescr_t descrA, float* bsrSortedValA, const int* bsrSortedRowPtrA, const int*
    bsrSortedColIndA, int blockDim, bsrsm2Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDbsrsm2_bufferSize(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, cusparseOperation_t transXY, int mb, int n, int nnzb, const
    cusparseMatDescr_t descrA, double* bsrSortedValA, const int* bsrSortedRowPtrA, const int*
    bsrSortedColIndA, int blockDim, bsrsm2Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseCbsrsm2_bufferSize(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, cusparseOperation_t transXY, int mb, int n, int nnzb, const
    cusparseMatDescr_t descrA, cuComplex* bsrSortedValA, const int* bsrSortedRowPtrA, const int*
    bsrSortedColIndA, int blockDim, bsrsm2Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseZbsrsm2_bufferSize(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, cusparseOperation_t transXY, int mb, int n, int nnzb, const
    cusparseMatDescr_t descrA, cuDoubleComplex* bsrSortedValA, const int* bsrSortedRowPtrA, const
    int* bsrSortedColIndA, int blockDim, bsrsm2Info_t info, int* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseSbsrsm2_analysis(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, cusparseOperation_t transXY, int mb, int n, int nnzb, const
    cusparseMatDescr_t descrA, const float* bsrSortedValA, const int* bsrSortedRowPtrA, const int*
    bsrSortedColIndA, int blockDim, bsrsm2Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDbsrsm2_analysis(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, cusparseOperation_t transXY, int mb, int n, int nnzb, const
    cusparseMatDescr_t descrA, const double* bsrSortedValA, const int* bsrSortedRowPtrA, const int*
    bsrSortedColIndA, int blockDim, bsrsm2Info_t info, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCbsrsm2_analysis(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, cusparseOperation_t transXY, int mb, int n, int nnzb, const
    cusparseMatDescr_t descrA, const cuComplex* bsrSortedValA, const int* bsrSortedRowPtrA, const
    int* bsrSortedColIndA, int blockDim, bsrsm2Info_t info, cusparseSolvePolicy_t policy, void*
    pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZbsrsm2_analysis(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, cusparseOperation_t transXY, int mb, int n, int nnzb, const
    cusparseMatDescr_t descrA, const cuDoubleComplex* bsrSortedValA, const int* bsrSortedRowPtrA,
    const int* bsrSortedColIndA, int blockDim, bsrsm2Info_t info, cusparseSolvePolicy_t policy,
    void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSbsrsm2_solve(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, cusparseOperation_t transXY, int mb, int n, int nnzb, const
    float* alpha, const cusparseMatDescr_t descrA, const float* bsrSortedValA, const int*
    bsrSortedRowPtrA, const int* bsrSortedColIndA, int blockDim, bsrsm2Info_t info, const float* B,
    int ldb, float* X, int ldx, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDbsrsm2_solve(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, cusparseOperation_t transXY, int mb, int n, int nnzb, const
    double* alpha, const cusparseMatDescr_t descrA, const double* bsrSortedValA, const int*
    bsrSortedRowPtrA, const int* bsrSortedColIndA, int blockDim, bsrsm2Info_t info, const double* B,
    int ldb, double* X, int ldx, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCbsrsm2_solve(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, cusparseOperation_t transXY, int mb, int n, int nnzb, const
    cuComplex* alpha, const cusparseMatDescr_t descrA, const cuComplex* bsrSortedValA, const int*
    bsrSortedRowPtrA, const int* bsrSortedColIndA, int blockDim, bsrsm2Info_t info, const cuComplex*
    B, int ldb, cuComplex* X, int ldx, cusparseSolvePolicy_t policy, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZbsrsm2_solve(cusparseHandle_t handle, cusparseDirection_t
    dirA, cusparseOperation_t transA, cusparseOperation_t transXY, int mb, int n, int nnzb, const
    cuDoubleComplex* alpha, const cusparseMatDescr_t descrA, const cuDoubleComplex* bsrSortedValA,
    const int* bsrSortedRowPtrA, const int* bsrSortedColIndA, int blockDim, bsrsm2Info_t info, const
    cuDoubleComplex* B, int ldb, cuDoubleComplex* X, int ldx, cusparseSolvePolicy_t policy, void*
    pBuffer);

// Colours
cusparseStatus_t CUSPARSEAPI cusparseScsrcolor(cusparseHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, const float* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, const float* fractionToColor, int* ncolors, int* coloring, int* reordering,
    const cusparseColorInfo_t info);
cusparseStatus_t CUSPARSEAPI cusparseCcsrcolor(cusparseHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, const cuComplex* csrSortedValA, const int* csrSortedRowPtrA, const
    int* csrSortedColIndA, const float* fractionToColor, int* ncolors, int* coloring, int*
    reordering, const cusparseColorInfo_t info);
cusparseStatus_t CUSPARSEAPI cusparseDcsrcolor(cusparseHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, const double* csrSortedValA, const int* csrSortedRowPtrA, const int*
    csrSortedColIndA, const double* fractionToColor, int* ncolors, int* coloring, int* reordering,
    const cusparseColorInfo_t info);
cusparseStatus_t CUSPARSEAPI cusparseZcsrcolor(cusparseHandle_t handle, int m, int nnz, const
    cusparseMatDescr_t descrA, const cuDoubleComplex* csrSortedValA, const int* csrSortedRowPtrA,
    const int* csrSortedColIndA, const double* fractionToColor, int* ncolors, int* coloring, int*
    reordering, const cusparseColorInfo_t info);

// Tridiagonal and pentadiagonal systems
cusparseStatus_t CUSPARSEAPI cusparseSgtsv2_bufferSizeExt(cusparseHandle_t handle, int m, int n,
    const float* dl, const float* d, const float* du, const float* B, int ldb, size_t*
    bufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDgtsv2_bufferSizeExt(cusparseHandle_t handle, int m, int n,
    const double* dl, const double* d, const double* du, const double* B, int ldb, size_t*
    bufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseCgtsv2_bufferSizeExt(cusparseHandle_t handle, int m, int n,
    const cuComplex* dl, const cuComplex* d, const cuComplex* du, const cuComplex* B, int ldb,
    size_t* bufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseZgtsv2_bufferSizeExt(cusparseHandle_t handle, int m, int n,
    const cuDoubleComplex* dl, const cuDoubleComplex* d, const cuDoubleComplex* du, const
    cuDoubleComplex* B, int ldb, size_t* bufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseSgtsv2(cusparseHandle_t handle, int m, int n, const float* dl,
    const float* d, const float* du, float* B, int ldb, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDgtsv2(cusparseHandle_t handle, int m, int n, const double* dl,
    const double* d, const double* du, double* B, int ldb, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCgtsv2(cusparseHandle_t handle, int m, int n, const cuComplex*
    dl, const cuComplex* d, const cuComplex* du, cuComplex* B, int ldb, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZgtsv2(cusparseHandle_t handle, int m, int n, const
    cuDoubleComplex* dl, const cuDoubleComplex* d, const cuDoubleComplex* du, cuDoubleComplex* B,
    int ldb, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSgtsv2_nopivot_bufferSizeExt(cusparseHandle_t handle, int m,
    int n, const float* dl, const float* d, const float* du, const float* B, int ldb, size_t*
    bufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDgtsv2_nopivot_bufferSizeExt(cusparseHandle_t handle, int m,
    int n, const double* dl, const double* d, const double* du, const double* B, int ldb, size_t*
    bufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseCgtsv2_nopivot_bufferSizeExt(cusparseHandle_t handle, int m,
    int n, const cuComplex* dl, const cuComplex* d, const cuComplex* du, const cuComplex* B, int
    ldb, size_t* bufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseZgtsv2_nopivot_bufferSizeExt(cusparseHandle_t handle, int m,
    int n, const cuDoubleComplex* dl, const cuDoubleComplex* d, const cuDoubleComplex* du, const
    cuDoubleComplex* B, int ldb, size_t* bufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseSgtsv2_nopivot(cusparseHandle_t handle, int m, int n, const
    float* dl, const float* d, const float* du, float* B, int ldb, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDgtsv2_nopivot(cusparseHandle_t handle, int m, int n, const
    double* dl, const double* d, const double* du, double* B, int ldb, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCgtsv2_nopivot(cusparseHandle_t handle, int m, int n, const
    cuComplex* dl, const cuComplex* d, const cuComplex* du, cuComplex* B, int ldb, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZgtsv2_nopivot(cusparseHandle_t handle, int m, int n, const
    cuDoubleComplex* dl, const cuDoubleComplex* d, const cuDoubleComplex* du, cuDoubleComplex* B,
    int ldb, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSgtsv2StridedBatch_bufferSizeExt(cusparseHandle_t handle, int
    m, const float* dl, const float* d, const float* du, const float* x, int batchCount, int
    batchStride, size_t* bufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDgtsv2StridedBatch_bufferSizeExt(cusparseHandle_t handle, int
    m, const double* dl, const double* d, const double* du, const double* x, int batchCount, int
    batchStride, size_t* bufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseCgtsv2StridedBatch_bufferSizeExt(cusparseHandle_t handle, int
    m, const cuComplex* dl, const cuComplex* d, const cuComplex* du, const cuComplex* x, int
    batchCount, int batchStride, size_t* bufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseZgtsv2StridedBatch_bufferSizeExt(cusparseHandle_t handle, int
    m, const cuDoubleComplex* dl, const cuDoubleComplex* d, const cuDoubleComplex* du, const
    cuDoubleComplex* x, int batchCount, int batchStride, size_t* bufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseSgtsv2StridedBatch(cusparseHandle_t handle, int m, const float*
    dl, const float* d, const float* du, float* x, int batchCount, int batchStride, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDgtsv2StridedBatch(cusparseHandle_t handle, int m, const
    double* dl, const double* d, const double* du, double* x, int batchCount, int batchStride, void*
    pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCgtsv2StridedBatch(cusparseHandle_t handle, int m, const
    cuComplex* dl, const cuComplex* d, const cuComplex* du, cuComplex* x, int batchCount, int
    batchStride, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZgtsv2StridedBatch(cusparseHandle_t handle, int m, const
    cuDoubleComplex* dl, const cuDoubleComplex* d, const cuDoubleComplex* du, cuDoubleComplex* x,
    int batchCount, int batchStride, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSgtsvInterleavedBatch_bufferSizeExt(cusparseHandle_t handle,
    int algo, int m, const float* dl, const float* d, const float* du, const float* x, int
    batchCount, size_t* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDgtsvInterleavedBatch_bufferSizeExt(cusparseHandle_t handle,
    int algo, int m, const double* dl, const double* d, const double* du, const double* x, int
    batchCount, size_t* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseCgtsvInterleavedBatch_bufferSizeExt(cusparseHandle_t handle,
    int algo, int m, const cuComplex* dl, const cuComplex* d, const cuComplex* du, const cuComplex*
    x, int batchCount, size_t* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseZgtsvInterleavedBatch_bufferSizeExt(cusparseHandle_t handle,
    int algo, int m, const cuDoubleComplex* dl, const cuDoubleComplex* d, const cuDoubleComplex* du,
    const cuDoubleComplex* x, int batchCount, size_t* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseSgtsvInterleavedBatch(cusparseHandle_t handle, int algo, int m,
    float* dl, float* d, float* du, float* x, int batchCount, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDgtsvInterleavedBatch(cusparseHandle_t handle, int algo, int m,
    double* dl, double* d, double* du, double* x, int batchCount, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCgtsvInterleavedBatch(cusparseHandle_t handle, int algo, int m,
    cuComplex* dl, cuComplex* d, cuComplex* du, cuComplex* x, int batchCount, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZgtsvInterleavedBatch(cusparseHandle_t handle, int algo, int m,
    cuDoubleComplex* dl, cuDoubleComplex* d, cuDoubleComplex* du, cuDoubleComplex* x, int
    batchCount, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseSgpsvInterleavedBatch_bufferSizeExt(cusparseHandle_t handle,
    int algo, int m, const float* ds, const float* dl, const float* d, const float* du, const float*
    dw, const float* x, int batchCount, size_t* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseDgpsvInterleavedBatch_bufferSizeExt(cusparseHandle_t handle,
    int algo, int m, const double* ds, const double* dl, const double* d, const double* du, const
    double* dw, const double* x, int batchCount, size_t* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseCgpsvInterleavedBatch_bufferSizeExt(cusparseHandle_t handle,
    int algo, int m, const cuComplex* ds, const cuComplex* dl, const cuComplex* d, const cuComplex*
    du, const cuComplex* dw, const cuComplex* x, int batchCount, size_t* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseZgpsvInterleavedBatch_bufferSizeExt(cusparseHandle_t handle,
    int algo, int m, const cuDoubleComplex* ds, const cuDoubleComplex* dl, const cuDoubleComplex* d,
    const cuDoubleComplex* du, const cuDoubleComplex* dw, const cuDoubleComplex* x, int batchCount,
    size_t* pBufferSizeInBytes);
cusparseStatus_t CUSPARSEAPI cusparseSgpsvInterleavedBatch(cusparseHandle_t handle, int algo, int m,
    float* ds, float* dl, float* d, float* du, float* dw, float* x, int batchCount, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseDgpsvInterleavedBatch(cusparseHandle_t handle, int algo, int m,
    double* ds, double* dl, double* d, double* du, double* dw, double* x, int batchCount, void*
    pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseCgpsvInterleavedBatch(cusparseHandle_t handle, int algo, int m,
    cuComplex* ds, cuComplex* dl, cuComplex* d, cuComplex* du, cuComplex* dw, cuComplex* x, int
    batchCount, void* pBuffer);
cusparseStatus_t CUSPARSEAPI cusparseZgpsvInterleavedBatch(cusparseHandle_t handle, int algo, int m,
    cuDoubleComplex* ds, cuDoubleComplex* dl, cuDoubleComplex* d, cuDoubleComplex* du,
    cuDoubleComplex* dw, cuDoubleComplex* x, int batchCount, void* pBuffer);
