// SPDX-License-Identifier: Apache-2.0
// cuBLASXT on memory of the host and of the device: the bits of the functions of level 3, which
// have tests of their own; packed matrices and parts of the program's routine against plain loops.
#include <cublasXt.h>

#include "cublas_test.h"

#define SDCZ_XT(name) \
  BY_TYPE(Xt##name, cublasXtS##name, cublasXtD##name, cublasXtC##name, cublasXtZ##name)
#define COMPLEX_BOTH(name)                                               \
  BY_TYPE(name##_64, none, none, cublasC##name##_64, cublasZ##name##_64) \
  BY_TYPE(Xt##name, none, none, cublasXtC##name, cublasXtZ##name)
BY_TYPE(gemm_64, cublasSgemm_64, cublasDgemm_64, cublasCgemm_64, cublasZgemm_64)
SDCZ_XT(gemm)
BY_TYPE(symm_64, cublasSsymm_64, cublasDsymm_64, cublasCsymm_64, cublasZsymm_64)
SDCZ_XT(symm)
BY_TYPE(syrk_64, cublasSsyrk_64, cublasDsyrk_64, cublasCsyrk_64, cublasZsyrk_64)
SDCZ_XT(syrk)
BY_TYPE(syr2k_64, cublasSsyr2k_64, cublasDsyr2k_64, cublasCsyr2k_64, cublasZsyr2k_64)
SDCZ_XT(syr2k)
BY_TYPE(syrkx_64, cublasSsyrkx_64, cublasDsyrkx_64, cublasCsyrkx_64, cublasZsyrkx_64)
SDCZ_XT(syrkx)
BY_TYPE(trmm_64, cublasStrmm_64, cublasDtrmm_64, cublasCtrmm_64, cublasZtrmm_64)
SDCZ_XT(trmm)
BY_TYPE(trsm_64, cublasStrsm_64, cublasDtrsm_64, cublasCtrsm_64, cublasZtrsm_64)
SDCZ_XT(trsm)
SDCZ_XT(spmm)
COMPLEX_BOTH(hemm)
COMPLEX_BOTH(herk)
COMPLEX_BOTH(her2k)
COMPLEX_BOTH(herkx)

struct Handles {
  cublasHandle_t blas;
  cublasXtHandle_t xt;
};

// A, B and C are n x n with a gap. write(xt, a, b, c) is called for cuBLAS, for cuBLASXT of the
// host and for cuBLASXT of the device.
template <class T, class Write>
void same(const char* what, int n, int ld, Write write) {
  const std::size_t count = std::size_t(n) * ld;
  Buffer<T> a(count), b(count), c(count), on_device(count);
  for (int j = 0; j < n; ++j)
    a.host[std::size_t(j) * ld + j] = small<T>(big(a.host[std::size_t(j) * ld + j]) + double(n));
  a.up();
  std::vector<T> of_host = c.host;
  on_device.host = c.host;
  on_device.up();
  OK(write(false, a.device, b.device, c.device));
  OK(write(true, a.host.data(), b.host.data(), of_host.data()));
  OK(write(true, a.device, b.device, on_device.device));
  const std::vector<T> wanted = c.down(), device = on_device.down();
  if (std::memcmp(wanted.data(), c.host.data(), c.bytes()) == 0 ||
      std::memcmp(wanted.data(), of_host.data(), c.bytes()) != 0 ||
      std::memcmp(wanted.data(), device.data(), c.bytes()) != 0) {
    std::printf("cublasXt %s of %d differs from cublas\n", what, n);
    std::exit(1);
  }
}

template <class T>
void level3(const Handles& h, int n) {
  const int ld = n + pick(0, 3), k = std::max(1, n - pick(0, 2));
  const auto side = any_side();
  const auto uplo = any_fill();
  const auto diag = any_diag();
  const auto one = any_op(), other = any_op();
  const auto plain = pick({CUBLAS_OP_N, CUBLAS_OP_T});
  const auto adjoined = pick({CUBLAS_OP_N, CUBLAS_OP_C});
  const T alpha = number<T>(), beta = number<T>();
  const RealOf<T> ra = RealOf<T>(0.7), rb = RealOf<T>(-0.3);
  const auto check = [&](const char* what, auto function) { same<T>(what, n, ld, function); };
  const auto either = [&](bool xt, auto by_xt, auto by_blas) {
    return xt ? by_xt(h.xt) : by_blas(h.blas);
  };
#define SAME(name, ...)                                                                \
  check(#name, [&](bool xt, const T* a, [[maybe_unused]] const T* b, T* c) {           \
    return either(                                                                     \
        xt, [&](cublasXtHandle_t handle) { return Xt##name<T>(handle, __VA_ARGS__); }, \
        [&](cublasHandle_t handle) { return name##_64<T>(handle, __VA_ARGS__); });     \
  })
  SAME(gemm, one, other, n, k, k, &alpha, a, ld, b, ld, &beta, c, ld);
  SAME(symm, side, uplo, n, n, &alpha, a, ld, b, ld, &beta, c, ld);
  SAME(syrk, uplo, plain, n, k, &alpha, a, ld, &beta, c, ld);
  SAME(syr2k, uplo, plain, n, k, &alpha, a, ld, b, ld, &beta, c, ld);
  SAME(syrkx, uplo, plain, n, k, &alpha, a, ld, b, ld, &beta, c, ld);
  SAME(trmm, side, uplo, one, diag, n, n, &alpha, a, ld, b, ld, c, ld);
  SAME(trsm, side, uplo, one, CUBLAS_DIAG_NON_UNIT, n, n, &alpha, a, ld, c, ld);
  if constexpr (is_complex<T>) {
    SAME(hemm, side, uplo, n, n, &alpha, a, ld, b, ld, &beta, c, ld);
    SAME(herk, uplo, adjoined, n, k, &ra, a, ld, &rb, c, ld);
    SAME(her2k, uplo, adjoined, n, k, &alpha, a, ld, b, ld, &rb, c, ld);
    SAME(herkx, uplo, adjoined, n, k, &alpha, a, ld, b, ld, &rb, c, ld);
  }
#undef SAME
}

template <class T>
void compare(const char* what, const std::vector<T>& got, const Dense& wanted, int ld) {
  const double bound = sizeof(RealOf<T>) == 4 ? 2e-5 : 4e-14;
  for (int j = 0; j < wanted.columns; ++j)
    for (int i = 0; i < wanted.rows; ++i)
      if (!(std::abs(big(got[std::size_t(j) * ld + i]) - wanted(i, j)) <=
            bound * (8 + wanted.columns))) {
        std::printf("%s: (%d, %d) is wrong\n", what, i, j);
        std::exit(1);
      }
}

template <class T>
void packed_matrices(const Handles& h, int m, int n) {
  const auto side = any_side();
  const auto uplo = any_fill();
  const int order = side == CUBLAS_SIDE_LEFT ? m : n, ld = m + 2;
  std::vector<T> ap(std::size_t(order) * (order + 1) / 2), b(std::size_t(ld) * n), c(b.size());
  for (auto* const all : {&ap, &b, &c})
    for (T& x : *all) x = number<T>();
  const T alpha = number<T>(), beta = number<T>();
  const Dense a = symmetric(order, uplo, Symmetry::kSymmetric,
                            [&](int i, int j) { return big(ap[packed(uplo, order, i, j)]); });
  const Dense bd = full(b, m, n, ld);
  Dense wanted = times(big(alpha), side == CUBLAS_SIDE_LEFT ? a * bd : bd * a);
  const Dense old = times(big(beta), full(c, m, n, ld));
  for (std::size_t i = 0; i < wanted.at.size(); ++i) wanted.at[i] += old.at[i];
  OK(Xtspmm<T>(h.xt, side, uplo, m, n, &alpha, ap.data(), b.data(), ld, &beta, c.data(), ld));
  compare("spmm", c, wanted, ld);
}

// The program's routine: plain loops that count the columns they are asked for.
int asked = 0;
void routine(const char* ta, const char* tb, const int* m, const int* n, const int* k,
             const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
             const double* beta, double* c, const int* ldc) {
  asked += *n;
  for (int j = 0; j < *n; ++j)
    for (int i = 0; i < *m; ++i) {
      double sum = 0;
      for (int l = 0; l < *k; ++l)
        sum += (*ta == 'N' ? a[l * *lda + i] : a[i * *lda + l]) *
               (*tb == 'N' ? b[j * *ldb + l] : b[l * *ldb + j]);
      c[j * *ldc + i] = *alpha * sum + *beta * c[j * *ldc + i];
    }
}
void shared_with_a_routine(const Handles& h) {
  constexpr int m = 21, n = 40, k = 13, ld = 45;
  void* const function = reinterpret_cast<void*>(routine);
  OK(cublasXtSetCpuRoutine(h.xt, CUBLASXT_GEMM, CUBLASXT_DOUBLE, function));
  for (const auto& [ratio, columns] : {std::pair{0.f, 0}, {0.25f, 10}, {1.f, 40}}) {
    OK(cublasXtSetCpuRatio(h.xt, CUBLASXT_GEMM, CUBLASXT_DOUBLE, ratio));
    for (const auto ta : {CUBLAS_OP_N, CUBLAS_OP_T}) {
      for (const auto tb : {CUBLAS_OP_N, CUBLAS_OP_T}) {
        std::vector<double> a(ld * ld), b(ld * ld), c(ld * n);
        for (auto* const all : {&a, &b, &c})
          for (double& x : *all) x = any_real();
        const double alpha = 0.8, beta = -0.4;
        Dense wanted = op(ta == CUBLAS_OP_N ? full(a, m, k, ld) : full(a, k, m, ld), ta) *
                       op(tb == CUBLAS_OP_N ? full(b, k, n, ld) : full(b, n, k, ld), tb);
        const Dense old = times(beta, full(c, m, n, ld));
        for (std::size_t i = 0; i < wanted.at.size(); ++i)
          wanted.at[i] = alpha * wanted.at[i] + old.at[i];
        asked = 0;
        OK(cublasXtDgemm(h.xt, ta, tb, m, n, k, &alpha, a.data(), ld, b.data(), ld, &beta, c.data(),
                         ld));
        CHECK(asked == columns);
        compare("gemm with a routine", c, wanted, ld);
      }
    }
  }
  OK(cublasXtSetCpuRatio(h.xt, CUBLASXT_GEMM, CUBLASXT_DOUBLE, 0));
  EXPECT_STATUS(cublasXtSetCpuRoutine(h.xt, CUBLASXT_TRSM, CUBLASXT_DOUBLE, function),
                CUBLAS_STATUS_NOT_SUPPORTED);
  EXPECT_STATUS(cublasXtSetCpuRatio(h.xt, CUBLASXT_SYRK, CUBLASXT_DOUBLE, 0.5),
                CUBLAS_STATUS_NOT_SUPPORTED);
}

void settings(const Handles& h) {
  const auto bad = CUBLAS_STATUS_INVALID_VALUE;
  int value = 0, devices[] = {0, 0};
  OK(cublasXtSetBlockDim(h.xt, 64));
  OK(cublasXtGetBlockDim(h.xt, &value));
  CHECK(value == 64);
  EXPECT_STATUS(cublasXtSetBlockDim(h.xt, 0), bad);
  cublasXtPinnedMemMode_t mode;
  OK(cublasXtGetPinningMemMode(h.xt, &mode));
  CHECK(mode == CUBLASXT_PINNING_DISABLED);
  OK(cublasXtSetPinningMemMode(h.xt, CUBLASXT_PINNING_ENABLED));
  OK(cublasXtGetPinningMemMode(h.xt, &mode));
  CHECK(mode == CUBLASXT_PINNING_ENABLED);
  EXPECT_STATUS(cublasXtSetPinningMemMode(h.xt, cublasXtPinnedMemMode_t(2)), bad);
  EXPECT_STATUS(cublasXtDeviceSelect(h.xt, 0, devices), bad);
  EXPECT_STATUS(cublasXtDeviceSelect(h.xt, 2, devices), bad);
  int there = 0;
  CHECK(cudaGetDeviceCount(&there) == cudaSuccess);
  devices[1] = there;
  EXPECT_STATUS(cublasXtDeviceSelect(h.xt, 2, devices), bad);
  OK(cublasXtMaxBoards(&value));
  CHECK(value == there);
  devices[1] = 0;
  OK(cublasXtGetNumBoards(2, devices, &value));
  CHECK(value == 1);
  EXPECT_STATUS(cublasXtSetCpuRatio(h.xt, CUBLASXT_GEMM, CUBLASXT_FLOAT, 1.5), bad);
  EXPECT_STATUS(cublasXtSetCpuRoutine(h.xt, CUBLASXT_GEMM, CUBLASXT_FLOAT, nullptr), bad);
  float x = 1;
  EXPECT_STATUS(
      cublasXtSgemm(nullptr, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &x, &x, 1, &x, 1, &x, &x, 1),
      CUBLAS_STATUS_NOT_INITIALIZED);
  EXPECT_STATUS(cublasXtSgemm(h.xt, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &x, &x, 3, &x, 4, &x, &x, 4),
                bad);
  EXPECT_STATUS(cublasXtSspmm(h.xt, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, 4, 4, &x, nullptr, &x,
                              4, &x, &x, 4),
                bad);
}

int main() {
  Handles h;
  int device = 0;
  EXPECT_STATUS(cublasXtCreate(nullptr), CUBLAS_STATUS_INVALID_VALUE);
  OK(cublasCreate(&h.blas));
  OK(cublasXtCreate(&h.xt));
  OK(cublasXtDeviceSelect(h.xt, 1, &device));
  for (const int n : {1, 2, 17, 130}) {
    FOR_TYPES(level3, h, n);
  }
  FOR_TYPES(packed_matrices, h, 1, 1);
  FOR_TYPES(packed_matrices, h, 12, 31);
  FOR_TYPES(packed_matrices, h, 31, 12);
  shared_with_a_routine(h);
  settings(h);
  OK(cublasXtDestroy(h.xt));
  EXPECT_STATUS(cublasXtDestroy(h.xt), CUBLAS_STATUS_NOT_INITIALIZED);
  OK(cublasDestroy(h.blas));
  std::puts("cuBLASXT: as cuBLAS");
}
