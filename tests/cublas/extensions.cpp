// SPDX-License-Identifier: Apache-2.0
// What cuBLAS has beside BLAS: sums of matrices, diagonals, factors of batches, packed triangles.
#include "cublas_test.h"

SDCZ(geam)
SDCZ(dgmm)
SDCZ(getrfBatched)
SDCZ(getrsBatched)
SDCZ(getriBatched)
SDCZ(matinvBatched)
SDCZ(geqrfBatched)
SDCZ(gelsBatched)
SDCZ(tpttr)
SDCZ(trttp)

template <class T>
void sums(cublasHandle_t handle, int m, int n) {
  const cublasOperation_t transa = any_op(), transb = any_op();
  const int lda = (transa == CUBLAS_OP_N ? m : n) + pick(0, 2),
            ldb = (transb == CUBLAS_OP_N ? m : n) + pick(0, 2), ldc = m + pick(0, 2);
  Buffer<T> a(std::size_t(lda) * (m + n)), b(std::size_t(ldb) * (m + n)), c(std::size_t(ldc) * n);
  Scalar<T> alpha(handle, number<T>()), beta(handle, number<T>());
  OK(geam<T>(handle, transa, transb, m, n, alpha.at(), a.device, lda, beta.at(), b.device, ldb,
             c.device, ldc));
  const auto stored = [&](Buffer<T>& of, cublasOperation_t trans, int ld) {
    return op(full(of.host, trans == CUBLAS_OP_N ? m : n, trans == CUBLAS_OP_N ? n : m, ld), trans);
  };
  const Dense left = stored(a, transa, lda), right = stored(b, transb, ldb);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      c.host[std::size_t(j) * ldc + i] =
          small<T>(big(alpha.value) * left(i, j) + big(beta.value) * right(i, j));
  c.compare("geam", 2);

  const cublasSideMode_t side = any_side();
  const int length = side == CUBLAS_SIDE_LEFT ? m : n, incx = pick({1, 2, -1});
  Buffer<T> d(std::size_t(m) * n), x(span_of(length, incx));
  OK(dgmm<T>(handle, side, m, n, d.device, m, x.device, incx, c.device, ldc));
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      c.host[std::size_t(j) * ldc + i] =
          small<T>(big(d.host[std::size_t(j) * m + i]) *
                   big(element(x.host, side == CUBLAS_SIDE_LEFT ? i : j, length, incx)));
  c.compare("dgmm", 1);

  const cublasFillMode_t uplo = any_fill();
  Buffer<T> pack(std::size_t(n) * (n + 1) / 2), square(std::size_t(n + 1) * n);
  OK(tpttr<T>(handle, uplo, n, pack.device, square.device, n + 1));
  const auto each = [&](auto move) {
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if (uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j)
          move(pack.host[packed(uplo, n, i, j)], square.host[std::size_t(j) * (n + 1) + i]);
  };
  each([](T& from, T& to) { to = from; });
  square.compare("tpttr", 0);
  for (T& value : square.host) value = number<T>();
  square.up();
  OK(trttp<T>(handle, uplo, n, square.device, n + 1, pack.device));
  each([](T& to, T& from) { to = from; });
  pack.compare("trttp", 0);
}

template <class T>
struct List {
  T** device = nullptr;
  List(T* first, std::size_t stride, int count) {
    std::vector<T*> all(count);
    for (int i = 0; i < count; ++i) all[i] = first + i * stride;
    CHECK(cudaMalloc(reinterpret_cast<void**>(&device), count * sizeof(T*)) == cudaSuccess);
    CHECK(cudaMemcpy(device, all.data(), count * sizeof(T*), cudaMemcpyDefault) == cudaSuccess);
  }
  ~List() { cudaFree(device); }
  List(const List&) = delete;
};
struct Numbers {
  int* device = nullptr;
  int count;
  explicit Numbers(int n) : count(n) {
    CHECK(cudaMalloc(reinterpret_cast<void**>(&device), n * sizeof(int)) == cudaSuccess);
    CHECK(cudaMemset(device, 0xff, n * sizeof(int)) == cudaSuccess);
  }
  ~Numbers() { cudaFree(device); }
  Numbers(const Numbers&) = delete;
  std::vector<int> down() const {
    std::vector<int> out(count);
    CHECK(cudaMemcpy(out.data(), device, count * sizeof(int), cudaMemcpyDefault) == cudaSuccess);
    return out;
  }
};

double distance(const Dense& a, const Dense& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.at.size(); ++i) most = std::max(most, std::abs(a.at[i] - b.at[i]));
  return most;
}
Dense identity(int n) {
  Dense out(n, n);
  for (int i = 0; i < n; ++i) out(i, i) = 1;
  return out;
}

template <class T>
void factors(cublasHandle_t handle, int n, int columns, int count, bool pivoted) {
  const double bound = sizeof(RealOf<T>) == 4 ? 2e-3 : 1e-11;
  const int ld = n + pick(0, 2);
  const std::size_t stride = std::size_t(ld) * n, wide = std::size_t(ld) * columns;
  Buffer<T> a(stride * count), b(wide * count), inverse(stride * count);
  for (int s = 0; s < count; ++s)
    for (int i = 0; i < n; ++i)
      a.host[s * stride + std::size_t(i) * ld + i] =
          small<T>(big(a.host[s * stride + std::size_t(i) * ld + i]) + (pivoted ? 0.0 : 4.0 * n));
  a.up();
  List<T> as(a.device, stride, count), bs(b.device, wide, count), is(inverse.device, stride, count);
  Numbers pivots(n * count), info(count);
  int* const rows = pivoted ? pivots.device : nullptr;
  OK(getrfBatched<T>(handle, n, as.device, ld, rows, info.device, count));
  for (const int wrong : info.down()) CHECK(wrong == 0);
  const cublasOperation_t trans = any_op();
  int host_info = 7;
  OK(getrsBatched<T>(handle, trans, n, columns, const_cast<const T* const*>(as.device), ld, rows,
                     bs.device, ld, &host_info, count));
  CHECK(host_info == 0);
  OK(getriBatched<T>(handle, n, const_cast<const T* const*>(as.device), ld, rows, is.device, ld,
                     info.device, count));
  for (const int wrong : info.down()) CHECK(wrong == 0);
  const auto x = b.down(), inverses = inverse.down();
  for (int s = 0; s < count; ++s) {
    const Dense matrix = full(a.host, n, n, ld, s * stride);
    CHECK(distance(op(matrix, trans) * full(x, n, columns, ld, s * wide),
                   full(b.host, n, columns, ld, s * wide)) < bound * 50);
    CHECK(distance(matrix * full(inverses, n, n, ld, s * stride), identity(n)) < bound * 50);
  }
  if (n <= 32 && pivoted) {
    a.up();
    OK(matinvBatched<T>(handle, n, const_cast<const T* const*>(as.device), ld, is.device, ld,
                        info.device, count));
    for (const int wrong : info.down()) CHECK(wrong == 0);
    const auto again = inverse.down();
    for (int s = 0; s < count; ++s)
      CHECK(distance(full(a.host, n, n, ld, s * stride) * full(again, n, n, ld, s * stride),
                     identity(n)) < bound * 50);
  }
}

// A matrix with a row of zeros has no inverse, and says where.
template <class T>
void singular(cublasHandle_t handle) {
  Buffer<T> a(9), out(9);
  for (int i = 0; i < 9; ++i)
    a.host[i] = small<T>(i % 4 == 0 && i != 4 ? 1.0 : 0.0);  // diag(1, 0, 1)
  a.up();
  List<T> as(a.device, 9, 1), os(out.device, 9, 1);
  Numbers pivots(3), info(1);
  OK(getrfBatched<T>(handle, 3, as.device, 3, pivots.device, info.device, 1));
  CHECK(info.down()[0] == 2);
  OK(getriBatched<T>(handle, 3, const_cast<const T* const*>(as.device), 3, pivots.device, os.device,
                     3, info.device, 1));
  CHECK(info.down()[0] == 2);
}

template <class T>
void least_squares(cublasHandle_t handle, int m, int n, int count) {
  const double bound = sizeof(RealOf<T>) == 4 ? 2e-3 : 1e-11;
  const std::size_t stride = std::size_t(m) * n;
  Buffer<T> a(stride * count), b(std::size_t(m) * 3 * count), tau(std::size_t(n) * count);
  for (int s = 0; s < count; ++s)
    for (int i = 0; i < n; ++i)
      a.host[s * stride + std::size_t(i) * m + i] = small<T>(big(number<T>()) + 3.0);
  a.up();
  List<T> as(a.device, stride, count), bs(b.device, std::size_t(m) * 3, count),
      ts(tau.device, n, count);
  int info = 7;
  OK(geqrfBatched<T>(handle, m, n, as.device, m, ts.device, &info, count));
  CHECK(info == 0);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  const auto qr = a.down();
  for (int s = 0; s < count; ++s) {  // R'R = A'A
    const Dense r = triangle(n, CUBLAS_FILL_MODE_UPPER, CUBLAS_DIAG_NON_UNIT, [&](int i, int j) {
      return big(qr[s * stride + std::size_t(j) * m + i]);
    });
    const Dense matrix = full(a.host, m, n, m, s * stride);
    CHECK(distance(op(r, CUBLAS_OP_C) * r, op(matrix, CUBLAS_OP_C) * matrix) < bound * 50);
  }
  a.up();
  OK(gelsBatched<T>(handle, CUBLAS_OP_N, m, n, 3, as.device, m, bs.device, m, &info, nullptr,
                    count));
  CHECK(info == 0);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  const auto x = b.down();
  for (int s = 0; s < count; ++s) {  // A'(A x - b) = 0
    const Dense matrix = full(a.host, m, n, m, s * stride), turned = op(matrix, CUBLAS_OP_C);
    const Dense known = full(b.host, m, 3, m, s * std::size_t(m) * 3);
    CHECK(distance(turned * (matrix * full(x, n, 3, m, s * std::size_t(m) * 3)), turned * known) <
          bound * 50);
  }
}

template <class T>
void all(cublasHandle_t handle) {
  sums<T>(handle, pick(1, 80), pick(1, 80));
  factors<T>(handle, pick(1, 20), pick(1, 5), pick(1, 10), true);
  factors<T>(handle, pick(1, 40), pick(1, 5), pick(1, 10), false);
  singular<T>(handle);
  const int n = pick(1, 12);
  least_squares<T>(handle, n + pick(0, 12), n, pick(1, 6));
}

// Enough for several threads.
template <class T>
void all_large(cublasHandle_t handle) {
  sums<T>(handle, 310, 250);
  factors<T>(handle, 24, 3, 100, false);
  least_squares<T>(handle, 24, 16, 200);
}

int main() {
  in_both_modes(2, [](cublasHandle_t handle) { FOR_TYPES(all, handle); });
  in_both_modes(1, [](cublasHandle_t handle) { FOR_TYPES(all_large, handle); });
  std::puts("extensions: as they should be");
}
