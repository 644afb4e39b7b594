// SPDX-License-Identifier: Apache-2.0
// Batches: lists of addresses, and matrices at a distance, few large ones and many small ones.
#include "cublas_test.h"

SDCZ(gemmBatched)
SDCZ(gemmStridedBatched)
SDCZ(gemvBatched)
SDCZ(gemvStridedBatched)
SDCZ(trsmBatched)
REAL_ONLY(gemmGroupedBatched)

// The addresses of matrices that lie `stride` numbers apart, in device memory.
template <class T>
struct List {
  T** device = nullptr;
  List(T* first, std::size_t stride, int count) {
    std::vector<T*> all(std::max(1, count));
    for (int i = 0; i < count; ++i) all[i] = first + i * stride;
    CHECK(cudaMalloc(reinterpret_cast<void**>(&device), all.size() * sizeof(T*)) == cudaSuccess);
    CHECK(cudaMemcpy(device, all.data(), all.size() * sizeof(T*), cudaMemcpyDefault) ==
          cudaSuccess);
  }
  ~List() { cudaFree(device); }
  List(const List&) = delete;
};

template <class T>
void products(cublasHandle_t handle, int m, int n, int k, int count) {
  const cublasOperation_t transa = any_op(), transb = any_op();
  const int rows_a = transa == CUBLAS_OP_N ? m : k, columns_a = m + k - rows_a;
  const int rows_b = transb == CUBLAS_OP_N ? k : n, columns_b = k + n - rows_b;
  const int lda = rows_a + pick(0, 2), ldb = rows_b + pick(0, 2), ldc = m + pick(0, 2);
  const long long stride_a = (long long)lda * columns_a + pick(0, 5),
                  stride_c = (long long)ldc * n + pick(0, 5);
  const long long stride_b = pick(0, 2) ? (long long)ldb * columns_b : 0;  // 0: one for all
  Buffer<T> a(stride_a * count),
      b(std::max<long long>(stride_b * count, (long long)ldb * columns_b)), c(stride_c * count);
  Scalar<T> alpha(handle, number<T>()), beta(handle, number<T>());
  if (pick(0, 1)) {
    OK(gemmStridedBatched<T>(handle, transa, transb, m, n, k, alpha.at(), a.device, lda, stride_a,
                             b.device, ldb, stride_b, beta.at(), c.device, ldc, stride_c, count));
  } else {
    List<T> as(a.device, stride_a, count), bs(b.device, stride_b, count),
        cs(c.device, stride_c, count);
    OK(gemmBatched<T>(handle, transa, transb, m, n, k, alpha.at(), as.device, lda, bs.device, ldb,
                      beta.at(), cs.device, ldc, count));
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
  }
  for (int s = 0; s < count; ++s) {
    const Dense result = op(full(a.host, rows_a, columns_a, lda, s * stride_a), transa) *
                         op(full(b.host, rows_b, columns_b, ldb, s * stride_b), transb);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) {
        T& at = c.host[s * stride_c + (long long)j * ldc + i];
        at = small<T>(big(alpha.value) * result(i, j) + big(beta.value) * big(at));
      }
  }
  c.compare("gemm, batched", k);
}

template <class T>
void vectors(cublasHandle_t handle, int m, int n, int count) {
  const cublasOperation_t trans = any_op();
  const int lda = m + pick(0, 2), incx = any_inc(), incy = any_inc();
  const int length_x = trans == CUBLAS_OP_N ? n : m, length_y = m + n - length_x;
  const long long stride_a = (long long)lda * n, stride_x = span_of(length_x, incx) + 1,
                  stride_y = span_of(length_y, incy) + 2;
  Buffer<T> a(stride_a * count), x(stride_x * count), y(stride_y * count);
  Scalar<T> alpha(handle, number<T>()), beta(handle, number<T>());
  if (pick(0, 1)) {
    OK(gemvStridedBatched<T>(handle, trans, m, n, alpha.at(), a.device, lda, stride_a, x.device,
                             incx, stride_x, beta.at(), y.device, incy, stride_y, count));
  } else {
    List<T> as(a.device, stride_a, count), xs(x.device, stride_x, count),
        ys(y.device, stride_y, count);
    OK(gemvBatched<T>(handle, trans, m, n, alpha.at(), as.device, lda, xs.device, incx, beta.at(),
                      ys.device, incy, count));
    CHECK(cudaDeviceSynchronize() == cudaSuccess);
  }
  for (int s = 0; s < count; ++s) {
    const Dense matrix = op(full(a.host, m, n, lda, s * stride_a), trans);
    std::vector<T> part(x.host.begin() + s * stride_x, x.host.begin() + (s + 1) * stride_x);
    std::vector<T> out(y.host.begin() + s * stride_y, y.host.begin() + (s + 1) * stride_y);
    for (int i = 0; i < length_y; ++i) {
      Big sum = 0;
      for (int j = 0; j < length_x; ++j)
        sum += matrix(i, j) * big(element(part, j, length_x, incx));
      T& at = element(out, i, length_y, incy);
      at = small<T>(big(alpha.value) * sum + big(beta.value) * big(at));
    }
    std::copy(out.begin(), out.end(), y.host.begin() + s * stride_y);
  }
  y.compare("gemv, batched", length_x);
}

template <class T>
void solutions(cublasHandle_t handle, int m, int n, int count) {
  const cublasSideMode_t side = any_side();
  const cublasFillMode_t uplo = any_fill();
  const cublasOperation_t trans = any_op();
  const cublasDiagType_t diag = any_diag();
  const int order = side == CUBLAS_SIDE_LEFT ? m : n, lda = order + pick(0, 2),
            ldb = m + pick(0, 2);
  const std::size_t stride_a = std::size_t(lda) * order, stride_b = std::size_t(ldb) * n;
  Buffer<T> a(stride_a * count), b(stride_b * count);
  for (T& x : a.host) x = small<T>(big(x) / double(order + 1));
  for (int s = 0; s < count; ++s)
    for (int j = 0; j < order; ++j)
      a.host[s * stride_a + std::size_t(j) * lda + j] = small<T>(big(number<T>()) * 0.25 + 1.5);
  a.up();
  // b = op(a) x, so that x comes back.
  const std::vector<T> x = b.host;
  const Big factor(0.5, is_complex<T> ? 0.25 : 0);
  for (int s = 0; s < count; ++s) {
    const Dense matrix = op(triangle(order, uplo, diag,
                                     [&](int i, int j) {
                                       return big(a.host[s * stride_a + std::size_t(j) * lda + i]);
                                     }),
                            trans);
    const Dense known = full(b.host, m, n, ldb, s * stride_b);
    const Dense product = side == CUBLAS_SIDE_LEFT ? matrix * known : known * matrix;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i)
        b.host[s * stride_b + std::size_t(j) * ldb + i] = small<T>(product(i, j) / factor);
  }
  b.up();
  List<T> as(a.device, stride_a, count), bs(b.device, stride_b, count);
  Scalar<T> alpha(handle, small<T>(factor));
  OK(trsmBatched<T>(handle, side, uplo, trans, diag, m, n, alpha.at(), as.device, lda, bs.device,
                    ldb, count));
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  b.host = x;
  b.compare("trsm, batched", 100 * (order + 1));
}

template <class T>
void groups(cublasHandle_t handle) {
  const int sizes[2] = {3, 2}, m[2] = {7, 20}, n[2] = {9, 4}, k[2] = {5, 31}, ld[2] = {33, 40};
  const cublasOperation_t transa[2] = {CUBLAS_OP_N, CUBLAS_OP_T},
                          transb[2] = {CUBLAS_OP_T, CUBLAS_OP_N};
  const std::size_t stride = 40 * 40;
  Buffer<T> a(stride * 5), b(stride * 5), c(stride * 5), alpha(1), beta(1);
  List<T> as(a.device, stride, 5), bs(b.device, stride, 5), cs(c.device, stride, 5);
  cublasPointerMode_t mode;
  OK(cublasGetPointerMode(handle, &mode));
  if (mode == CUBLAS_POINTER_MODE_DEVICE) return;  // the scalars of groups are the host's
  OK(gemmGroupedBatched<T>(handle, transa, transb, m, n, k, alpha.host.data(), as.device, ld,
                           bs.device, ld, beta.host.data(), cs.device, ld, 2, sizes));
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (int s = 0; s < 5; ++s) {
    const int g = s < 3 ? 0 : 1;
    const auto stored = [&](Buffer<T>& of, cublasOperation_t trans, int rows, int columns) {
      return op(full(of.host, trans == CUBLAS_OP_N ? rows : columns,
                     trans == CUBLAS_OP_N ? columns : rows, ld[g], s * stride),
                trans);
    };
    const Dense result = stored(a, transa[g], m[g], k[g]) * stored(b, transb[g], k[g], n[g]);
    for (int j = 0; j < n[g]; ++j)
      for (int i = 0; i < m[g]; ++i) {
        T& at = c.host[s * stride + std::size_t(j) * ld[g] + i];
        at = small<T>(big(alpha.host[g]) * result(i, j) + big(beta.host[g]) * big(at));
      }
  }
  c.compare("gemm, grouped", 31);
}

template <class T>
void all(cublasHandle_t handle) {
  products<T>(handle, pick(1, 12), pick(1, 12), pick(1, 12), pick(1, 200));
  products<T>(handle, pick(60, 90), pick(60, 90), pick(60, 90), 2);
  vectors<T>(handle, pick(1, 20), pick(1, 20), pick(1, 50));
  solutions<T>(handle, pick(1, 20), pick(1, 20), pick(1, 30));
}

// Enough for several threads.
template <class T>
void all_large(cublasHandle_t handle) {
  vectors<T>(handle, 40, 37, 500);
  solutions<T>(handle, 20, 19, 200);
}

int main() {
  in_both_modes(1, [](cublasHandle_t handle) { FOR_TYPES(all_large, handle); });
  in_both_modes(3, [](cublasHandle_t handle) {
    FOR_TYPES(all, handle);
    groups<float>(handle);
    groups<double>(handle);
  });
  std::puts("batches: as they should be");
}
