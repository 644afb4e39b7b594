// SPDX-License-Identifier: Apache-2.0
// Handles, versions, names, logs; and descriptors, which tell what they were made of.
#include <fstream>
#include <string>

#include "cusparse_test.h"

static std::string logged;
static void callback(int level, const char* function, const char* message) {
  logged += std::to_string(level) + " " + function + " " + message + "\n";
}

static void logs() {
  OK(cusparseLoggerSetFile(nullptr));
  OK(cusparseLoggerSetCallback(callback));
  cusparseHandle_t handle;
  OK(cusparseCreate(&handle));
  OK(cusparseLoggerSetLevel(5));
  float one = 1;
  EXPECT_STATUS(cusparseAxpby(handle, &one, nullptr, &one, nullptr), CUSPARSE_STATUS_INVALID_VALUE);
  CHECK(logged.find("5 cusparseAxpby") != std::string::npos);
  CHECK(logged.find("1 cusparseAxpby answers CUSPARSE_STATUS_INVALID_VALUE") != std::string::npos);
  logged.clear();
  OK(cusparseLoggerSetMask(1));
  cusparseAxpby(handle, &one, nullptr, &one, nullptr);
  CHECK(logged.find("called") == std::string::npos && !logged.empty());
  OK(cusparseLoggerOpenFile("log.txt"));
  cusparseAxpby(handle, &one, nullptr, &one, nullptr);
  std::string line;
  CHECK(std::getline(std::ifstream("log.txt"), line));
  CHECK(line.find("cusparseAxpby") != std::string::npos);
  EXPECT_STATUS(cusparseLoggerOpenFile("no/such/folder/log"), CUSPARSE_STATUS_INVALID_VALUE);
  logged.clear();
  OK(cusparseLoggerForceDisable());
  cusparseAxpby(handle, &one, nullptr, &one, nullptr);
  CHECK(logged.empty());
  OK(cusparseDestroy(handle));
}

static void* at(int k) {
  static double room[64];
  return room + k;
}

static void descriptors() {
  const auto I32 = CUSPARSE_INDEX_32I, I64 = CUSPARSE_INDEX_64I;
  const auto one = CUSPARSE_INDEX_BASE_ONE;
  int64_t r, c, k, l;
  void *p, *q, *s;
  const void *cp, *cq, *cs;
  cusparseIndexType_t o, i;
  cusparseIndexBase_t b;
  cudaDataType t;
  cusparseOrder_t order;
  cusparseSpVecDescr_t x;
  OK(cusparseCreateSpVec(&x, 9, 4, at(1), at(2), I64, one, CUDA_C_32F));
  OK(cusparseSpVecGet(x, &r, &k, &p, &q, &i, &b, &t));
  CHECK(r == 9 && k == 4 && p == at(1) && q == at(2) && i == I64 && b == one && t == CUDA_C_32F);
  OK(cusparseSpVecSetValues(x, at(3)));
  OK(cusparseConstSpVecGetValues(x, &cq));
  CHECK(cq == at(3));
  OK(cusparseDestroySpVec(x));
  cusparseConstDnVecDescr_t y;
  OK(cusparseCreateConstDnVec(&y, 9, at(5), CUDA_R_16F));
  OK(cusparseConstDnVecGet(y, &r, &cp, &t));
  CHECK(r == 9 && cp == at(5) && t == CUDA_R_16F);
  OK(cusparseDestroyDnVec(y));
  cusparseDnMatDescr_t d;
  OK(cusparseCreateDnMat(&d, 3, 4, 5, at(6), CUDA_R_64F, CUSPARSE_ORDER_ROW));
  OK(cusparseDnMatGet(d, &r, &c, &l, &p, &t, &order));
  CHECK(r == 3 && c == 4 && l == 5 && p == at(6) && t == CUDA_R_64F && order == CUSPARSE_ORDER_ROW);
  OK(cusparseDnMatSetStridedBatch(d, 2, 15));
  int count;
  OK(cusparseDnMatGetStridedBatch(d, &count, &k));
  CHECK(count == 2 && k == 15);
  OK(cusparseDestroyDnMat(d));
  cusparseSpMatDescr_t a;
  cusparseFormat_t format;
  OK(cusparseCreateCsr(&a, 3, 4, 5, at(1), at(2), at(3), I64, I64, one, CUDA_R_64F));
  OK(cusparseConstCsrGet(a, &r, &c, &k, &cp, &cq, &cs, &o, &i, &b, &t));
  CHECK(r == 3 && c == 4 && k == 5 && cp == at(1) && cq == at(2) && cs == at(3) && o == I64 &&
        i == I64 && b == one && t == CUDA_R_64F);
  OK(cusparseCsrSetPointers(a, at(4), at(5), at(6)));
  OK(cusparseCsrGet(a, &r, &c, &k, &p, &q, &s, &o, &i, &b, &t));
  CHECK(p == at(4) && q == at(5) && s == at(6));
  OK(cusparseSpMatGetFormat(a, &format));
  CHECK(format == CUSPARSE_FORMAT_CSR);
  OK(cusparseDestroySpMat(a));
  OK(cusparseCreateCsc(&a, 3, 4, 5, at(1), at(2), at(3), I32, I32, one, CUDA_R_64F));
  OK(cusparseCscGet(a, &r, &c, &k, &p, &q, &s, &o, &i, &b, &t));
  CHECK(r == 3 && c == 4 && p == at(1) && q == at(2) && s == at(3));
  OK(cusparseSpMatSetValues(a, at(7)));
  OK(cusparseSpMatGetValues(a, &p));
  CHECK(p == at(7));
  OK(cusparseDestroySpMat(a));
  OK(cusparseCreateCoo(&a, 3, 4, 5, at(1), at(2), at(3), I64, one, CUDA_R_64F));
  OK(cusparseCooGet(a, &r, &c, &k, &p, &q, &s, &i, &b, &t));
  CHECK(r == 3 && c == 4 && k == 5 && p == at(1) && q == at(2) && s == at(3) && i == I64);
  OK(cusparseDestroySpMat(a));
  OK(cusparseCreateBlockedEll(&a, 8, 8, 2, 4, at(1), at(2), I32, one, CUDA_R_32F));
  OK(cusparseBlockedEllGet(a, &r, &c, &k, &l, &p, &q, &i, &b, &t));
  CHECK(r == 8 && c == 8 && k == 2 && l == 4 && p == at(1) && q == at(2));
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_UPPER;
  OK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill)));
  fill = CUSPARSE_FILL_MODE_LOWER;
  OK(cusparseSpMatGetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill)));
  CHECK(fill == CUSPARSE_FILL_MODE_UPPER);
  OK(cusparseDestroySpMat(a));
}

int main() {
  cusparseHandle_t handle;
  OK(cusparseCreate(&handle));
  int version = 0, major = 0, minor = 0, patch = 0;
  OK(cusparseGetVersion(handle, &version));
  OK(cusparseGetProperty(MAJOR_VERSION, &major));
  OK(cusparseGetProperty(MINOR_VERSION, &minor));
  OK(cusparseGetProperty(PATCH_LEVEL, &patch));
  CHECK(version == CUSPARSE_VERSION && version == major * 1000 + minor * 100 + patch);
  CHECK(std::string(cusparseGetErrorName(CUSPARSE_STATUS_ZERO_PIVOT)) ==
        "CUSPARSE_STATUS_ZERO_PIVOT");
  cusparsePointerMode_t mode = CUSPARSE_POINTER_MODE_DEVICE;
  OK(cusparseGetPointerMode(handle, &mode));
  CHECK(mode == CUSPARSE_POINTER_MODE_HOST);
#ifdef HEDDLE_ALL
  // What is not there says so.
  EXPECT_STATUS(cusparseSpMMOp(nullptr, nullptr), CUSPARSE_STATUS_NOT_SUPPORTED);
  EXPECT_STATUS(cusparseSpMMOp_destroyPlan(nullptr), CUSPARSE_STATUS_NOT_SUPPORTED);
#endif
  OK(cusparseDestroy(handle));
  descriptors();
  logs();
  std::printf("passed\n");
}
