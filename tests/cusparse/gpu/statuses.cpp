// SPDX-License-Identifier: Apache-2.0
// What calls answer to arguments that are wrong or rare, a line for each: compared with what they
// answer on an H200.
#include <csetjmp>
#include <csignal>

#include "../cusparse_test.h"

namespace {

void line(const char* what, cusparseStatus_t status) {
  std::printf("%s: %s\n", what, cusparseGetErrorName(status));
}
// Some arguments are none at all to a GPU's library.
sigjmp_buf before_call;
void crashed(int) {
  siglongjmp(before_call, 1);
}
#define SHOW(call)                         \
  do {                                     \
    if (sigsetjmp(before_call, 1) == 0)    \
      line(#call, call);                   \
    else                                   \
      std::printf("%s: crashes\n", #call); \
  } while (false)

const auto N = CUSPARSE_OPERATION_NON_TRANSPOSE, T = CUSPARSE_OPERATION_TRANSPOSE;
const auto I32 = CUSPARSE_INDEX_32I, I64 = CUSPARSE_INDEX_64I;
const auto Z = CUSPARSE_INDEX_BASE_ZERO;
const auto F = CUDA_R_32F;
const auto CSR = CUSPARSE_FORMAT_CSR;

std::vector<Entry> some() {
  return {{0, 0, 1}, {0, 2, 2}, {1, 1, 3}, {2, 0, 4}, {2, 2, 5}, {3, 3, 6}};
}

void helpers(cusparseHandle_t handle) {
  SHOW(cusparseCreate(nullptr));
  SHOW(cusparseDestroy(nullptr));
  SHOW(cusparseSetStream(nullptr, nullptr));
  SHOW(cusparseGetStream(handle, nullptr));
  SHOW(cusparseSetPointerMode(handle, static_cast<cusparsePointerMode_t>(7)));
  SHOW(cusparseGetVersion(handle, nullptr));
  SHOW(cusparseGetProperty(MAJOR_VERSION, nullptr));
  for (int status = -1; status < 13; ++status)
    std::printf("%d: %s, %s\n", status, cusparseGetErrorName(cusparseStatus_t(status)),
                cusparseGetErrorString(cusparseStatus_t(status)));
  cusparseMatDescr_t descr = nullptr;
  SHOW(cusparseCreateMatDescr(&descr));
  std::printf("%d %d %d %d\n", cusparseGetMatType(descr), cusparseGetMatFillMode(descr),
              cusparseGetMatDiagType(descr), cusparseGetMatIndexBase(descr));
  SHOW(cusparseSetMatType(descr, static_cast<cusparseMatrixType_t>(9)));
  SHOW(cusparseSetMatIndexBase(descr, static_cast<cusparseIndexBase_t>(9)));
  SHOW(cusparseDestroyMatDescr(descr));
  SHOW(cusparseDestroyMatDescr(nullptr));
}

void descriptors() {
  Device<int> i(10);
  Device<float> v(64);
  cusparseSpVecDescr_t x;
  SHOW(cusparseCreateSpVec(nullptr, 4, 2, i.at, v.at, I32, Z, F));
  SHOW(cusparseCreateSpVec(&x, 2, 4, i.at, v.at, I32, Z, F));
  SHOW(cusparseCreateSpVec(&x, -1, 0, i.at, v.at, I32, Z, F));
  SHOW(cusparseCreateSpVec(&x, 4, 2, nullptr, v.at, I32, Z, F));
  SHOW(cusparseCreateSpVec(&x, 4, 0, nullptr, nullptr, I32, Z, F));
  SHOW(cusparseCreateSpVec(&x, 0, 0, nullptr, nullptr, I32, Z, F));
  SHOW(cusparseCreateSpVec(&x, 4, 2, i.at, v.at, static_cast<cusparseIndexType_t>(9), Z, F));
  SHOW(cusparseCreateSpVec(&x, 4, 2, i.at, v.at, CUSPARSE_INDEX_16U, Z, F));
  SHOW(cusparseCreateSpVec(&x, 4, 2, i.at, v.at, I32, static_cast<cusparseIndexBase_t>(3), F));
  SHOW(cusparseCreateSpVec(&x, 4, 2, i.at, v.at, I32, Z, CUDA_R_8U));
  SHOW(cusparseDestroySpVec(nullptr));
  cusparseDnVecDescr_t y;
  SHOW(cusparseCreateDnVec(&y, -1, v.at, F));
  SHOW(cusparseCreateDnVec(&y, 4, nullptr, F));
  SHOW(cusparseCreateDnVec(&y, 0, nullptr, F));
  SHOW(cusparseCreateDnVec(&y, 0, v.at, F));
  SHOW(cusparseDnVecSetValues(y, nullptr));
  SHOW(cusparseDnVecGetValues(y, nullptr));
  SHOW(cusparseDestroyDnVec(nullptr));
  cusparseDnMatDescr_t d;
  SHOW(cusparseCreateDnMat(&d, 4, 3, 3, v.at, F, CUSPARSE_ORDER_COL));
  SHOW(cusparseCreateDnMat(&d, 4, 3, 3, v.at, F, CUSPARSE_ORDER_ROW));
  SHOW(cusparseDnMatSetStridedBatch(d, 0, 12));
  SHOW(cusparseDnMatSetStridedBatch(d, 2, 3));
  SHOW(cusparseDnMatSetStridedBatch(d, 2, 0));
  SHOW(cusparseCreateDnMat(&d, 4, 3, 2, v.at, F, CUSPARSE_ORDER_ROW));
  SHOW(cusparseCreateDnMat(&d, 4, 3, 4, nullptr, F, CUSPARSE_ORDER_COL));
  SHOW(cusparseCreateDnMat(&d, 0, 3, 0, nullptr, F, CUSPARSE_ORDER_COL));
  SHOW(cusparseCreateDnMat(&d, 0, 3, 1, nullptr, F, CUSPARSE_ORDER_COL));
  SHOW(cusparseCreateDnMat(&d, 4, 3, 4, v.at, F, static_cast<cusparseOrder_t>(5)));
  cusparseSpMatDescr_t a;
  SHOW(cusparseCreateCsr(nullptr, 2, 2, 2, i.at, i.at, v.at, I32, I32, Z, F));
  SHOW(cusparseCreateCsr(&a, 2, 2, 9, i.at, i.at, v.at, I32, I32, Z, F));
  SHOW(cusparseCreateCsr(&a, 2, 2, 2, nullptr, i.at, v.at, I32, I32, Z, F));
  SHOW(cusparseCreateCsr(&a, 2, 2, 2, i.at, nullptr, v.at, I32, I32, Z, F));
  SHOW(cusparseCreateCsr(&a, 2, 2, 2, i.at, i.at, nullptr, I32, I32, Z, F));
  SHOW(cusparseCreateCsr(&a, 2, 2, 2, i.at, i.at, v.at, I32, I64, Z, F));
  SHOW(cusparseCreateCsr(&a, 2, 2, 2, i.at, i.at, v.at, I64, I32, Z, F));
  SHOW(cusparseCreateCsr(&a, -2, 2, 2, i.at, i.at, v.at, I32, I32, Z, F));
  SHOW(cusparseCreateCsr(&a, 0, 0, 0, nullptr, nullptr, nullptr, I32, I32, Z, F));
  SHOW(cusparseCreateCsr(&a, 2, 2, 0, i.at, nullptr, nullptr, I32, I32, Z, F));
  int64_t rows, columns, nnz;
  SHOW(cusparseSpMatGetSize(a, &rows, &columns, nullptr));
  SHOW(cusparseCooSetPointers(a, i.at, i.at, v.at));
  SHOW(cusparseCsrSetPointers(a, nullptr, i.at, v.at));
  SHOW(cusparseCsrSetPointers(a, i.at, nullptr, v.at));
  SHOW(cusparseCsrSetStridedBatch(a, 0, 3, 2));
  SHOW(cusparseCsrSetStridedBatch(a, 2, 0, 2));
  SHOW(cusparseCsrSetStridedBatch(a, 2, 3, 0));
  SHOW(cusparseCooSetStridedBatch(a, 2, 3));
  int bad = 7;
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_UPPER;
  SHOW(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill)));
  SHOW(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &fill, 1));
  SHOW(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &bad, sizeof(bad)));
  SHOW(cusparseSpMatSetAttribute(a, static_cast<cusparseSpMatAttribute_t>(9), &fill, 4));
  SHOW(cusparseSpMatGetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &bad, sizeof(bad)));
  SHOW(cusparseSpMatSetValues(a, nullptr));
  SHOW(cusparseCreateCoo(&a, 2, 2, 2, nullptr, i.at, v.at, I32, Z, F));
  SHOW(cusparseCreateCoo(&a, 2, 2, 2, i.at, i.at, v.at, I64, Z, F));
  SHOW(cusparseCreateCsc(&a, 2, 2, 2, i.at, nullptr, v.at, I32, I32, Z, F));
  SHOW(cusparseCreateBlockedEll(&a, 4, 4, 3, 2, i.at, v.at, I32, Z, F));
  SHOW(cusparseCreateBlockedEll(&a, 4, 4, 2, 3, i.at, v.at, I32, Z, F));
  SHOW(cusparseCreateBlockedEll(&a, 5, 5, 2, 4, i.at, v.at, I32, Z, F));
  SHOW(cusparseCreateBlockedEll(&a, 4, 4, 2, 6, i.at, v.at, I32, Z, F));
  SHOW(cusparseCreateBlockedEll(&a, 4, 4, 2, 2, i.at, v.at, I32, Z, F));
  cusparseFormat_t format;
  SHOW(cusparseSpMatGetFormat(a, &format));
  SHOW(cusparseSpMatGetSize(a, &rows, &columns, &nnz));
  std::printf("Blocked-ELL %d: %d %d %d\n", int(format), int(rows), int(columns), int(nnz));
  SHOW(cusparseCreateBsr(&a, 2, 3, 4, 2, 3, i.at, i.at, v.at, I32, I32, Z, F, CUSPARSE_ORDER_ROW));
  SHOW(cusparseSpMatGetSize(a, &rows, &columns, &nnz));
  std::printf("BSR: %d %d %d\n", int(rows), int(columns), int(nnz));
  SHOW(cusparseCreateBsr(&a, 2, 3, 4, 0, 3, i.at, i.at, v.at, I32, I32, Z, F, CUSPARSE_ORDER_ROW));
  SHOW(cusparseCreateSlicedEll(&a, 4, 4, 3, 8, 2, i.at, i.at, v.at, I32, I32, Z, F));
  SHOW(cusparseSpMatGetSize(a, &rows, &columns, &nnz));
  std::printf("Sliced ELL: %d %d %d\n", int(rows), int(columns), int(nnz));
  SHOW(cusparseCreateSlicedEll(&a, 4, 4, 9, 8, 2, i.at, i.at, v.at, I32, I32, Z, F));
  SHOW(cusparseCreateSlicedEll(&a, 4, 4, 3, 8, 0, i.at, i.at, v.at, I32, I32, Z, F));
  SHOW(cusparseCreateCsc(&a, 2, 2, 2, i.at, i.at, v.at, I64, I32, Z, F));
  SHOW(cusparseCreateBsr(&a, 2, 3, 4, 2, 3, i.at, i.at, v.at, I64, I32, Z, F, CUSPARSE_ORDER_ROW));
  SHOW(cusparseCreateBsr(&a, 2, 3, 7, 2, 3, i.at, i.at, v.at, I32, I32, Z, F, CUSPARSE_ORDER_ROW));
  SHOW(cusparseCreateSlicedEll(&a, 4, 4, 3, 8, 2, i.at, i.at, v.at, I64, I32, Z, F));
  SHOW(cusparseCreateCoo(&a, 2, 2, 5, i.at, i.at, v.at, I32, Z, F));
  SHOW(cusparseDestroySpMat(nullptr));
}

template <class A, class X, class Y>
void spmv_types(cusparseHandle_t handle, cudaDataType compute) {
  Sparse<A> a(CSR, 4, 4, some(), 0);
  DenseOnDevice<X> x(4, 1);
  DenseOnDevice<Y> y(4, 1);
  const double one[2] = {1, 0};
  size_t size = 0;
  char what[64];
  std::snprintf(what, sizeof(what), "SpMV types %d %d %d in %d", type_of<A>(), type_of<X>(),
                type_of<Y>(), compute);
  line(what, cusparseSpMV_bufferSize(handle, N, one, a.descr, x.vector, one, y.vector, compute,
                                     CUSPARSE_SPMV_ALG_DEFAULT, &size));
}

void products(cusparseHandle_t handle) {
  const float one = 1, zero = 0;
  DenseOnDevice<float> x(4, 1), y(4, 1), longer(5, 1);
  DenseOnDevice<float> b(4, 3), c(4, 3), wide(4, 2), by_row(4, 3, CUSPARSE_ORDER_ROW);
  const auto V = CUSPARSE_SPMV_ALG_DEFAULT;
  const auto M = CUSPARSE_SPMM_ALG_DEFAULT;
  size_t size;
  for (auto format :
       {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO, CUSPARSE_FORMAT_BLOCKED_ELL,
        CUSPARSE_FORMAT_BSR, CUSPARSE_FORMAT_SLICED_ELLPACK}) {
    Sparse<float> a(format, 4, 4, some(), 0, 2);
    for (auto trans : {N, T}) {
      char what[64];
      size = 0;
      std::snprintf(what, sizeof(what), "SpMV format %d op %d", int(format), int(trans));
      line(what, cusparseSpMV_bufferSize(handle, trans, &one, a.descr, x.vector, &one, y.vector, F,
                                         V, &size));
      size = 0;
      std::snprintf(what, sizeof(what), "SpMM format %d op %d", int(format), int(trans));
      line(what, cusparseSpMM_bufferSize(handle, trans, N, &one, a.descr, b.matrix, &one, c.matrix,
                                         F, M, &size));
      cusparseSpSVDescr_t solver;
      cusparseSpSV_createDescr(&solver);
      size = 0;
      std::snprintf(what, sizeof(what), "SpSV format %d op %d", int(format), int(trans));
      line(what, cusparseSpSV_bufferSize(handle, trans, &one, a.descr, x.vector, y.vector, F,
                                         CUSPARSE_SPSV_ALG_DEFAULT, solver, &size));
      cusparseSpSV_destroyDescr(solver);
      cusparseSpSMDescr_t solver_m;
      cusparseSpSM_createDescr(&solver_m);
      size = 0;
      std::snprintf(what, sizeof(what), "SpSM format %d op %d", int(format), int(trans));
      line(what, cusparseSpSM_bufferSize(handle, trans, N, &one, a.descr, b.matrix, c.matrix, F,
                                         CUSPARSE_SPSM_ALG_DEFAULT, solver_m, &size));
      cusparseSpSM_destroyDescr(solver_m);
      size = 0;
      std::snprintf(what, sizeof(what), "SDDMM format %d op %d", int(format), int(trans));
      DenseOnDevice<float> square(4, 4), other(4, 4);
      line(what, cusparseSDDMM_bufferSize(handle, trans, N, &one, square.matrix, other.matrix, &one,
                                          a.descr, F, CUSPARSE_SDDMM_ALG_DEFAULT, &size));
    }
    DenseOnDevice<float> full(4, 4);
    char what[64];
    size = 0;
    std::snprintf(what, sizeof(what), "SparseToDense format %d", int(format));
    line(what, cusparseSparseToDense_bufferSize(handle, a.descr, full.matrix,
                                                CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &size));
    size = 0;
    std::snprintf(what, sizeof(what), "DenseToSparse format %d", int(format));
    line(what, cusparseDenseToSparse_bufferSize(handle, full.matrix, a.descr,
                                                CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size));
  }
  Sparse<float> a(CSR, 4, 4, some(), 0), wider(CSR, 4, 5, some(), 0);
  Buffer buffer(1 << 20);
  SHOW(cusparseSpMV_bufferSize(nullptr, N, &one, a.descr, x.vector, &one, y.vector, F, V, &size));
  SHOW(cusparseSpMV_bufferSize(handle, N, nullptr, a.descr, x.vector, &one, y.vector, F, V, &size));
  SHOW(cusparseSpMV_bufferSize(handle, N, &one, nullptr, x.vector, &one, y.vector, F, V, &size));
  SHOW(cusparseSpMV_bufferSize(handle, N, &one, a.descr, x.vector, &one, y.vector, F, V, nullptr));
  SHOW(cusparseSpMV_bufferSize(handle, N, &one, a.descr, longer.vector, &one, y.vector, F, V,
                               &size));
  SHOW(cusparseSpMV_bufferSize(handle, N, &one, a.descr, x.vector, &one, longer.vector, F, V,
                               &size));
  SHOW(cusparseSpMV_bufferSize(handle, N, &one, wider.descr, longer.vector, &one, y.vector, F, V,
                               &size));
  SHOW(cusparseSpMV_bufferSize(handle, T, &one, wider.descr, x.vector, &one, longer.vector, F, V,
                               &size));
  SHOW(cusparseSpMV_bufferSize(handle, static_cast<cusparseOperation_t>(5), &one, a.descr, x.vector,
                               &one, y.vector, F, V, &size));
  SHOW(cusparseSpMV_bufferSize(handle, N, &one, a.descr, x.vector, &one, y.vector, F,
                               static_cast<cusparseSpMVAlg_t>(77), &size));
  SHOW(cusparseSpMV_bufferSize(handle, N, &one, a.descr, x.vector, &one, y.vector, F,
                               CUSPARSE_SPMV_COO_ALG1, &size));
  SHOW(cusparseSpMV_bufferSize(handle, N, &one, a.descr, x.vector, &one, y.vector, CUDA_R_64F, V,
                               &size));
  const auto H = CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  SHOW(cusparseSpMV_bufferSize(handle, H, &one, a.descr, x.vector, &one, y.vector, F, V, &size));
  SHOW(cusparseSpMM_bufferSize(handle, H, N, &one, a.descr, b.matrix, &one, c.matrix, F, M, &size));
  SHOW(cusparseSDDMM_bufferSize(handle, H, N, &one, b.matrix, b.matrix, &one, a.descr, F,
                                CUSPARSE_SDDMM_ALG_DEFAULT, &size));
  SHOW(cusparseSpMV(handle, N, &one, a.descr, x.vector, &zero, y.vector, F, V, nullptr));
  SHOW(cusparseSpMM_bufferSize(handle, N, N, &one, a.descr, b.matrix, &one, wide.matrix, F, M,
                               &size));
  SHOW(cusparseSpMM_bufferSize(handle, N, T, &one, a.descr, b.matrix, &one, c.matrix, F, M, &size));
  SHOW(cusparseSpMM_bufferSize(handle, N, N, &one, a.descr, by_row.matrix, &one, c.matrix, F, M,
                               &size));
  SHOW(cusparseSpMM_bufferSize(handle, N, N, &one, a.descr, b.matrix, &one, by_row.matrix, F, M,
                               &size));
  SHOW(cusparseSpMM_bufferSize(handle, N, N, &one, wider.descr, b.matrix, &one, c.matrix, F, M,
                               &size));
  SHOW(cusparseSpMM_bufferSize(handle, N, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, &one, a.descr,
                               b.matrix, &one, c.matrix, F, M, &size));
  SHOW(cusparseSpMM(handle, N, N, &one, a.descr, b.matrix, &zero, c.matrix, F, M, nullptr));
  cusparseSpSVDescr_t solver;
  SHOW(cusparseSpSV_createDescr(nullptr));
  SHOW(cusparseSpSV_createDescr(&solver));
  const auto S = CUSPARSE_SPSV_ALG_DEFAULT;
  SHOW(cusparseSpSV_bufferSize(handle, N, &one, a.descr, x.vector, y.vector, F, S, nullptr, &size));
  SHOW(cusparseSpSV_bufferSize(handle, N, &one, wider.descr, x.vector, y.vector, F, S, solver,
                               &size));
  SHOW(cusparseSpSV_bufferSize(handle, N, &one, a.descr, longer.vector, y.vector, F, S, solver,
                               &size));
  SHOW(cusparseSpSV_destroyDescr(solver));
  cusparseSpGEMMDescr_t descr;
  SHOW(cusparseSpGEMM_createDescr(&descr));
  const auto G = CUSPARSE_SPGEMM_DEFAULT;
  Sparse<float> sum(CSR, 4, 4, {}, 0);
  for (auto alg : {CUSPARSE_SPGEMM_DEFAULT, CUSPARSE_SPGEMM_ALG1, CUSPARSE_SPGEMM_ALG2,
                   CUSPARSE_SPGEMM_ALG3}) {
    size = 0;
    line("SpGEMM work", cusparseSpGEMM_workEstimation(handle, N, N, &one, a.descr, a.descr, &zero,
                                                      sum.descr, F, alg, descr, &size, nullptr));
  }
  SHOW(cusparseSpGEMM_workEstimation(handle, T, N, &one, a.descr, a.descr, &zero, sum.descr, F, G,
                                     descr, &size, nullptr));
  SHOW(cusparseSpGEMM_workEstimation(handle, N, N, &one, wider.descr, a.descr, &zero, sum.descr, F,
                                     G, descr, &size, nullptr));
  SHOW(cusparseSpGEMM_workEstimation(handle, N, N, &one, a.descr, a.descr, &zero, sum.descr,
                                     CUDA_R_64F, G, descr, &size, nullptr));
  Sparse<float> coo(CUSPARSE_FORMAT_COO, 4, 4, some(), 0);
  SHOW(cusparseSpGEMM_workEstimation(handle, N, N, &one, coo.descr, coo.descr, &zero, coo.descr, F,
                                     G, descr, &size, nullptr));
  Sparse<float> csc(CUSPARSE_FORMAT_CSC, 4, 4, some(), 0);
  SHOW(cusparseSpGEMM_workEstimation(handle, N, N, &one, csc.descr, csc.descr, &zero, csc.descr, F,
                                     G, descr, &size, nullptr));
  SHOW(cusparseSpGEMM_destroyDescr(descr));
}

void vectors(cusparseHandle_t handle) {
  const float one = 1;
  float result = 0;
  size_t size = 0;
  Device<int> i(std::vector<int>{1, 3});
  Device<float> v(2);
  cusparseSpVecDescr_t x;
  cusparseCreateSpVec(&x, 4, 2, i.at, v.at, I32, Z, F);
  DenseOnDevice<float> y(4, 1), longer(5, 1);
  DenseOnDevice<double> other(4, 1);
  SHOW(cusparseAxpby(handle, &one, x, &one, y.vector));
  SHOW(cusparseAxpby(handle, nullptr, x, &one, y.vector));
  SHOW(cusparseAxpby(handle, &one, x, &one, longer.vector));
  SHOW(cusparseAxpby(handle, &one, x, &one, other.vector));
  SHOW(cusparseGather(handle, longer.vector, x));
  SHOW(cusparseGather(handle, other.vector, x));
  SHOW(cusparseScatter(handle, x, longer.vector));
  SHOW(cusparseScatter(handle, x, other.vector));
  SHOW(cusparseRot(handle, &one, &one, x, other.vector));
  line("SpVV", cusparseSpVV_bufferSize(handle, N, x, y.vector, &result, F, &size));
  SHOW(cusparseSpVV_bufferSize(handle, N, x, other.vector, &result, F, &size));
  SHOW(cusparseSpVV_bufferSize(handle, N, x, longer.vector, &result, F, &size));
  SHOW(cusparseSpVV_bufferSize(handle, N, x, y.vector, &result, CUDA_R_64F, &size));
  SHOW(cusparseSpVV_bufferSize(handle, N, x, y.vector, nullptr, F, &size));
  SHOW(cusparseSpVV_bufferSize(handle, N, x, y.vector, &result, F, nullptr));
}

// A number that is not one, times zero.
void zero_alpha(cusparseHandle_t handle) {
  const float zero = 0, one = 1, nan = NAN;
  auto entries = some();
  entries[0].value = nan;
  for (auto format : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_COO}) {
    Sparse<float> a(format, 4, 4, entries, 0);
    DenseOnDevice<float> x(4, 1), y(4, 1), b(4, 3), c(4, 3);
    size_t size = 0;
    cusparseSpMV_bufferSize(handle, N, &zero, a.descr, x.vector, &one, y.vector, F,
                            CUSPARSE_SPMV_ALG_DEFAULT, &size);
    Buffer buffer(size + 1024);
    SHOW(cusparseSpMV(handle, N, &zero, a.descr, x.vector, &one, y.vector, F,
                      CUSPARSE_SPMV_ALG_DEFAULT, buffer.at));
    std::printf("0 * NaN: %d\n", int(std::isnan(y.device.down()[0])));
    cusparseSpMM_bufferSize(handle, N, N, &zero, a.descr, b.matrix, &one, c.matrix, F,
                            CUSPARSE_SPMM_ALG_DEFAULT, &size);
    Buffer more(size + 1024);
    SHOW(cusparseSpMM(handle, N, N, &zero, a.descr, b.matrix, &one, c.matrix, F,
                      CUSPARSE_SPMM_ALG_DEFAULT, more.at));
    std::printf("0 * NaN: %d\n", int(std::isnan(c.device.down()[0])));
  }
}

}  // namespace

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  struct sigaction action = {};
  action.sa_handler = crashed;
  sigaction(SIGSEGV, &action, nullptr);
  cusparseHandle_t handle;
  OK(cusparseCreate(&handle));
  helpers(handle);
  descriptors();
  spmv_types<float, float, float>(handle, CUDA_R_32F);
  spmv_types<float, float, float>(handle, CUDA_R_64F);
  spmv_types<float, double, double>(handle, CUDA_R_64F);
  spmv_types<float, float, double>(handle, CUDA_R_64F);
  spmv_types<__half, __half, __half>(handle, CUDA_R_16F);
  spmv_types<__half, __half, __half>(handle, CUDA_R_32F);
  spmv_types<__half, float, float>(handle, CUDA_R_32F);
  spmv_types<__half, __half, float>(handle, CUDA_R_32F);
  spmv_types<__nv_bfloat16, __nv_bfloat16, __nv_bfloat16>(handle, CUDA_R_32F);
  spmv_types<int8_t, int8_t, int>(handle, CUDA_R_32I);
  spmv_types<int8_t, int8_t, float>(handle, CUDA_R_32F);
  spmv_types<int, int, int>(handle, CUDA_R_32I);
  spmv_types<float, cuComplex, cuComplex>(handle, CUDA_C_32F);
  spmv_types<double, cuDoubleComplex, cuDoubleComplex>(handle, CUDA_C_64F);
  spmv_types<float, float, cuComplex>(handle, CUDA_C_32F);
  products(handle);
  vectors(handle);
  zero_alpha(handle);
  OK(cusparseDestroy(handle));
}
