// SPDX-License-Identifier: Apache-2.0
// Sparse systems by one call: what comes out solves them, in all orders, of host and device; a
// matrix that is singular is told with its column.
#include "sparse_test.h"

OF_SPARSE(csrlsvluHost)
OF_SPARSE(csrlsvqrHost)
OF_SPARSE(csrlsvqr)
OF_SPARSE(csrlsvcholHost)
OF_SPARSE(csrlsvchol)

enum Solver { kLu, kQr, kCholesky };

// Singularity; x where it was written.
template <class T>
int solve(cusolverSpHandle_t handle, const Sparse<T>& s, Solver solver, bool on_device,
          const std::vector<T>& b, double tolerance, int reorder, std::vector<T>* x) {
  const int n = s.a.rows, nnz = s.count();
  const auto tol = static_cast<RealOf<T>>(tolerance);
  int singular = -7;
  if (!on_device) {
    const auto run = [&](auto function) {
      OK(function(handle, n, nnz, s.descr.at, s.values.data(), s.offsets.data(), s.columns.data(),
                  b.data(), tol, reorder, x->data(), &singular));
    };
    if (solver == kLu) run([](auto... a) { return csrlsvluHost<T>(a...); });
    if (solver == kQr) run([](auto... a) { return csrlsvqrHost<T>(a...); });
    if (solver == kCholesky) run([](auto... a) { return csrlsvcholHost<T>(a...); });
    return singular;
  }
  const OnDevice<T> values(s.values), right(b);
  const OnDevice<int> offsets(s.offsets), columns(s.columns);
  OnDevice<T> out(*x);
  const auto run = [&](auto function) {
    OK(function(handle, n, nnz, s.descr.at, values.device, offsets.device, columns.device,
                right.device, tol, reorder, out.device, &singular));
  };
  if (solver == kQr) run([](auto... a) { return csrlsvqr<T>(a...); });
  if (solver == kCholesky) run([](auto... a) { return csrlsvchol<T>(a...); });
  *x = out.get();
  x->resize(n);
  return singular;
}

template <class T>
void systems(cusolverSpHandle_t handle, int n) {
  for (const Solver solver : {kLu, kQr, kCholesky}) {
    for (const bool on_device : {false, true}) {
      if (on_device && solver == kLu) continue;
      for (int reorder = 0; reorder <= 3; ++reorder) {
        // Rows in any order want pivots: they are shuffled but for Cholesky.
        Dense a = definite<T>(n, 3);
        if (solver != kCholesky) {
          a = scattered<T>(n, n, 3, 4);
          for (int i = n - 1; i > 0; --i)
            for (int j = 0, k = pick(0, i); j < n; ++j) std::swap(a(i, j), a(k, j));
        }
        const Sparse<T> s(a, pick(0, 1));
        const Dense b = any<T>(n, 1);
        std::vector<T> x(n);
        CHECK(solve<T>(handle, s, solver, on_device, column<T>(b), 1e-12, reorder, &x) == -1);
        compare<T>("a solved system", a * dense(x, n), b);
      }
    }
  }
}

// Column `at` is 0, or for Cholesky the matrix stops to be positive definite there.
template <class T>
void singular_ones(cusolverSpHandle_t handle, int n, int at) {
  const std::vector<T> b(n, small<T>(1));
  for (const Solver solver : {kLu, kQr, kCholesky}) {
    for (const bool on_device : {false, true}) {
      if (on_device && solver == kLu) continue;
      Dense a = definite<T>(n, 2);
      if (solver == kCholesky)
        a(at, at) = -1;
      else
        for (int i = 0; i < n; ++i) a(i, at) = 0;
      std::vector<T> x(n, small<T>(77));
      CHECK(solve<T>(handle, Sparse<T>(a, 1), solver, on_device, b, 0, 0, &x) == at);
      for (const T& left : x) CHECK(big(left) == Big(77));
      // A small pivot is one under the tolerance only; the system is solved all the same.
      Dense diagonal(n, n);
      for (int i = 0; i < n; ++i) diagonal(i, i) = i == at ? 1e-4 : 1;
      const Sparse<T> s(diagonal, 0);
      CHECK(solve<T>(handle, s, solver, on_device, b, 1e-6, 0, &x) == -1);
      CHECK(solve<T>(handle, s, solver, on_device, b, 0.1, 0, &x) == at);
      CHECK(std::abs(big(x[at]) * 1e-4 - 1.0) < 1e-5);
      CHECK(solve<T>(handle, s, solver, on_device, b, -1, 0, &x) == -1);
    }
  }
}

// Of a Hermitian matrix the lower triangle is read.
void lower_triangle(cusolverSpHandle_t handle) {
  Dense a = definite<double>(9, 3);
  const Dense b = any<double>(9, 1), whole = a;
  for (int j = 0; j < 9; ++j)
    for (int i = 0; i < j; ++i) a(i, j) = a(i, j) == Big(0) ? 0 : 55;
  for (int reorder = 0; reorder <= 3; ++reorder) {
    std::vector<double> x(9);
    const Sparse<double> s(a, 0);
    CHECK(solve<double>(handle, s, kCholesky, false, column<double>(b), 0, reorder, &x) == -1);
    compare<double>("by the lower triangle", whole * dense(x, 9), b);
  }
}

void wrong_arguments(cusolverSpHandle_t handle) {
  const Sparse<double> s(definite<double>(4, 2), 1);
  std::vector<double> b(4, 1), x(4);
  int singular = 0;
  const auto run = [&](cusolverSpHandle_t by, int n, int nnz, const double* values,
                       const int* offsets, const int* columns, int reorder, int* told) {
    return cusolverSpDcsrlsvluHost(by, n, nnz, s.descr.at, values, offsets, columns, b.data(), 0,
                                   reorder, x.data(), told);
  };
  const int nnz = s.count();
  const int *const offsets = s.offsets.data(), *const columns = s.columns.data();
  const double* const v = s.values.data();
  OK(run(handle, 4, nnz, v, offsets, columns, 0, &singular));
  EXPECT_STATUS(run(nullptr, 4, nnz, v, offsets, columns, 0, &singular),
                CUSOLVER_STATUS_NOT_INITIALIZED);
  EXPECT_STATUS(run(handle, 0, nnz, v, offsets, columns, 0, &singular), kBad);
  EXPECT_STATUS(run(handle, 4, 0, v, offsets, columns, 0, &singular), kBad);
  EXPECT_STATUS(run(handle, 4, nnz - 1, v, offsets, columns, 0, &singular), kBad);
  EXPECT_STATUS(run(handle, 4, nnz, nullptr, offsets, columns, 0, &singular), kBad);
  EXPECT_STATUS(run(handle, 4, nnz, v, nullptr, columns, 0, &singular), kBad);
  EXPECT_STATUS(run(handle, 4, nnz, v, offsets, columns, 4, &singular), kBad);
  EXPECT_STATUS(run(handle, 4, nnz, v, offsets, columns, 0, nullptr), kBad);
  std::vector<int> outside = s.columns;
  outside[1] = 5;
  EXPECT_STATUS(run(handle, 4, nnz, v, offsets, outside.data(), 0, &singular), kBad);
  outside[1] = 0;
  EXPECT_STATUS(run(handle, 4, nnz, v, offsets, outside.data(), 0, &singular), kBad);
  std::vector<int> broken = s.offsets;
  broken[2] = 100;
  EXPECT_STATUS(run(handle, 4, nnz, v, broken.data(), columns, 0, &singular), kBad);
  cusparseSetMatType(s.descr.at, CUSPARSE_MATRIX_TYPE_SYMMETRIC);
  EXPECT_STATUS(run(handle, 4, nnz, v, offsets, columns, 0, &singular),
                CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
  EXPECT_STATUS(cusolverSpCreate(nullptr), kBad);
}

// Work of the stream comes first.
void in_its_turn(cusolverSpHandle_t handle) {
  cudaStream_t stream, got;
  CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  OK(cusolverSpSetStream(handle, stream));
  OK(cusolverSpGetStream(handle, &got));
  CHECK(got == stream);
  constexpr int n = 60;
  const Dense a = definite<double>(n, 3), b = any<double>(n, 1);
  const Sparse<double> s(a, 0);
  Array<double> values(s.values.size()), right(n), x(n);
  const OnDevice<int> offsets(s.offsets), columns(s.columns);
  double *from = nullptr, *from_b = nullptr;
  CUDA(cudaMallocHost(reinterpret_cast<void**>(&from), s.values.size() * sizeof(double)));
  CUDA(cudaMallocHost(reinterpret_cast<void**>(&from_b), n * sizeof(double)));
  std::copy(s.values.begin(), s.values.end(), from);
  for (int i = 0; i < n; ++i) from_b[i] = b(i, 0).real();
  CUDA(cudaLaunchHostFunc(
      stream,
      [](void*) {
        for (volatile int i = 0; i < 20000000; ++i) {
        }
      },
      nullptr));
  CUDA(cudaMemcpyAsync(values.device, from, s.values.size() * sizeof(double), cudaMemcpyDefault,
                       stream));
  CUDA(cudaMemcpyAsync(right.device, from_b, n * sizeof(double), cudaMemcpyDefault, stream));
  int singular = 0;
  OK(cusolverSpDcsrlsvqr(handle, n, s.count(), s.descr.at, values.device, offsets.device,
                         columns.device, right.device, 1e-12, 2, x.device, &singular));
  CHECK(singular == -1);
  compare<double>("in its turn", a * dense(x.get(), n), b);
  OK(cusolverSpSetStream(handle, nullptr));
}

int main() {
  cusolverSpHandle_t handle;
  OK(cusolverSpCreate(&handle));
  for (const int n : {1, 2, 7, 40, 150}) {
    FOR_TYPES(systems, handle, n);
  }
  FOR_TYPES(singular_ones, handle, 1, 0);
  FOR_TYPES(singular_ones, handle, 13, 5);
  FOR_TYPES(singular_ones, handle, 13, 12);
  lower_triangle(handle);
  wrong_arguments(handle);
  in_its_turn(handle);
  OK(cusolverSpDestroy(handle));
  EXPECT_STATUS(cusolverSpDestroy(handle), CUSOLVER_STATUS_NOT_INITIALIZED);
  std::puts("sparse systems solved");
  return 0;
}
