// SPDX-License-Identifier: Apache-2.0
// Cholesky, LU with and without pivots, symmetric systems, batches: factors multiplied out are the
// matrix, solutions solve the system, and what is singular is told.
#include "cusolver_test.h"

BOTH(potrf, potrf, potrf)
BOTH(potri, potri, potri)
BY_TYPE(potrs, potrs, potrs)
BOTH(getrf, getrf, getrf)
BY_TYPE(getrs, getrs, getrs)
BOTH(sytrf, sytrf, sytrf)
BY_TYPE(laswp, laswp, laswp)
BY_TYPE(potrf_batched, potrfBatched, potrfBatched)
BY_TYPE(potrs_batched, potrsBatched, potrsBatched)

template <class T>
void cholesky(cusolverDnHandle_t handle, int n) {
  const cublasFillMode_t uplo = pick(0, 1) ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER;
  const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
  const Dense a = hermitian<T>(n, 2 * n), x = any<T>(n, 3);
  Matrix<T> ma(a), mb(a * x);
  Array<int> info(1);
  int size = 0;
  OK(potrf_size<T>(handle, uplo, n, ma.device, ma.ld, &size));
  Array<T> work(size);
  OK(potrf<T>(handle, uplo, n, ma.device, ma.ld, work.device, size, info.device));
  CHECK(info.first() == 0);
  const Dense left = ma.get();
  const Dense half = part(left, n, n, [&](int i, int j) { return lower ? i >= j : i <= j; });
  compare<T>("potrf", lower ? half * adjoint(half) : adjoint(half) * half, a);
  // The other triangle stays.
  const auto other = [&](int i, int j) { return lower ? i < j : i > j; };
  compare<T>("the rest of potrf", part(left, n, n, other), part(a, n, n, other));
  OK(potrs<T>(handle, uplo, n, 3, ma.device, ma.ld, mb.device, mb.ld, info.device));
  CHECK(info.first() == 0);
  compare<T>("potrs", mb.get(), x);
  OK(potri_size<T>(handle, uplo, n, ma.device, ma.ld, &size));
  Array<T> more(size);
  OK(potri<T>(handle, uplo, n, ma.device, ma.ld, more.device, size, info.device));
  Dense inverse = ma.get();
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < j; ++i) {
      if (lower)
        inverse(i, j) = std::conj(inverse(j, i));
      else
        inverse(j, i) = std::conj(inverse(i, j));
    }
  compare<T>("potri", a * inverse, unit(n));
  if (n < 3) return;
  // Not positive definite from the third row on.
  Dense bad = a;
  bad(2, 2) = -1;
  ma.put(bad);
  OK(potrf<T>(handle, uplo, n, ma.device, ma.ld, work.device, size, info.device));
  CHECK(info.first() == 3);
}

template <class T>
void lu(cusolverDnHandle_t handle, int m, int n) {
  Dense a = any<T>(m, n);
  for (const bool pivoted : {true, false}) {
    if (!pivoted)
      for (int i = 0; i < std::min(m, n); ++i) a(i, i) += 2 * n;
    Matrix<T> ma(a);
    const int steps = std::min(m, n);
    Array<int> info(1), pivots(steps);
    int size = 0;
    OK(getrf_size<T>(handle, m, n, ma.device, ma.ld, &size));
    Array<T> work(size);
    int* const where = pivoted ? pivots.device : nullptr;
    OK(getrf<T>(handle, m, n, ma.device, ma.ld, work.device, where, info.device));
    CHECK(info.first() == 0);
    const Dense f = ma.get();
    Dense l = part(f, m, steps, [](int i, int j) { return i > j; });
    for (int i = 0; i < steps; ++i) l(i, i) = 1;
    Dense swapped = a;
    if (pivoted) {
      const std::vector<int> order = pivots.get();
      for (int i = 0; i < steps; ++i)
        for (int j = 0; j < n; ++j) std::swap(swapped(i, j), swapped(order[i] - 1, j));
      Matrix<T> again(a);
      OK(laswp<T>(handle, n, again.device, again.ld, 1, steps, pivots.device, 1));
      compare<T>("laswp", again.get(), swapped);
    }
    compare<T>(pivoted ? "getrf" : "getrf without pivots",
               l * part(f, steps, n, [](int i, int j) { return i <= j; }), swapped);
    if (m != n) continue;
    for (const cublasOperation_t trans : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
      const Dense x = any<T>(n, 2);
      const Dense op = trans == CUBLAS_OP_N   ? a
                       : trans == CUBLAS_OP_T ? plain_transpose(a)
                                              : adjoint(a);
      Matrix<T> mb(op * x);
      OK(getrs<T>(handle, trans, n, 2, ma.device, ma.ld, where, mb.device, mb.ld, info.device));
      CHECK(info.first() == 0);
      // An error of the solution grows with the condition; that of the right side does not.
      compare<T>("getrs", op * mb.get(), op * x);
    }
  }
  if (std::min(m, n) < 4) return;
  for (int i = 0; i < m; ++i) a(i, 3) = 0;
  Matrix<T> ma(a);
  Array<int> info(1), pivots(n);
  int size = 0;
  OK(getrf_size<T>(handle, m, n, ma.device, ma.ld, &size));
  Array<T> work(size);
  OK(getrf<T>(handle, m, n, ma.device, ma.ld, work.device, pivots.device, info.device));
  CHECK(info.first() == 4);
}

// A = U D U' of a symmetric (not Hermitian) matrix, where no pivots of two rows came up.
template <class T>
void symmetric(cusolverDnHandle_t handle, int n) {
  Dense a = any<T>(n, n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < j; ++i) a(j, i) = a(i, j);
    a(j, j) += 2 * n;
  }
  Matrix<T> ma(a);
  Array<int> info(1), pivots(n);
  int size = 0;
  OK(sytrf_size<T>(handle, n, ma.device, ma.ld, &size));
  Array<T> work(size);
  OK(sytrf<T>(handle, CUBLAS_FILL_MODE_LOWER, n, ma.device, ma.ld, pivots.device, work.device, size,
              info.device));
  CHECK(info.first() == 0);
  const std::vector<int> order = pivots.get();
  for (int i = 0; i < n; ++i) CHECK(order[i] == i + 1);
  const Dense f = ma.get();
  Dense l = part(f, n, n, [](int i, int j) { return i > j; }), d(n, n);
  for (int i = 0; i < n; ++i) {
    l(i, i) = 1;
    d(i, i) = f(i, i);
  }
  compare<T>("sytrf", l * d * plain_transpose(l), a);
}

template <class T>
void batches(cusolverDnHandle_t handle, int n, int batch) {
  std::vector<Dense> as, xs;
  std::vector<Matrix<T>*> ma, mb;
  std::vector<T*> pa, pb;
  for (int i = 0; i < batch; ++i) {
    as.push_back(hermitian<T>(n, 2 * n));
    if (i == 1) as[1](0, 0) = -1;
    xs.push_back(any<T>(n, 1));
    ma.push_back(new Matrix<T>(as[i]));
    mb.push_back(new Matrix<T>(as[i] * xs[i]));
    pa.push_back(ma[i]->device);
    pb.push_back(mb[i]->device);
  }
  Array<T*> da(batch), db(batch);
  da.put(pa);
  db.put(pb);
  Array<int> info(batch);
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  OK(potrf_batched<T>(handle, lower, n, da.device, ma[0]->ld, info.device, batch));
  const std::vector<int> got = info.get();
  for (int i = 0; i < batch; ++i) CHECK(got[i] == (i == 1 ? 1 : 0));
  OK(potrs_batched<T>(handle, lower, n, 1, da.device, ma[0]->ld, db.device, mb[0]->ld, info.device,
                      batch));
  CHECK(info.first() == 0);
  for (int i = 0; i < batch; ++i) {
    if (i != 1) compare<T>("batched", mb[i]->get(), xs[i]);
    delete ma[i];
    delete mb[i];
  }
}

// Functions of 64 bits.
template <class T>
void wide(cusolverDnHandle_t handle, int n) {
  const cudaDataType type = std::is_same_v<T, float>       ? CUDA_R_32F
                            : std::is_same_v<T, double>    ? CUDA_R_64F
                            : std::is_same_v<T, cuComplex> ? CUDA_C_32F
                                                           : CUDA_C_64F;
  cusolverDnParams_t params;
  OK(cusolverDnCreateParams(&params));
  const Dense a = hermitian<T>(n, 2 * n), x = any<T>(n, 2);
  Array<int> info(1);
  std::size_t on_device = 0, on_host = 0;
  {
    Matrix<T> ma(a), mb(a * x);
    OK(cusolverDnXpotrf_bufferSize(handle, params, CUBLAS_FILL_MODE_UPPER, n, type, ma.device,
                                   ma.ld, type, &on_device, &on_host));
    Array<char> work(on_device);
    std::vector<char> host(on_host + 1);
    OK(cusolverDnXpotrf(handle, params, CUBLAS_FILL_MODE_UPPER, n, type, ma.device, ma.ld, type,
                        work.device, on_device, host.data(), on_host, info.device));
    OK(cusolverDnXpotrs(handle, params, CUBLAS_FILL_MODE_UPPER, n, 2, type, ma.device, ma.ld, type,
                        mb.device, mb.ld, info.device));
    CHECK(info.first() == 0);
    compare<T>("Xpotrs", mb.get(), x);
  }
  Matrix<T> ma(a), mb(a * x);
  OK(cusolverDnXgetrf_bufferSize(handle, params, n, n, type, ma.device, ma.ld, type, &on_device,
                                 &on_host));
  Array<char> work(on_device);
  std::vector<char> host(on_host + 1);
  Array<int64_t> pivots(n);
  OK(cusolverDnXgetrf(handle, params, n, n, type, ma.device, ma.ld, pivots.device, type,
                      work.device, on_device, host.data(), on_host, info.device));
  OK(cusolverDnXgetrs(handle, params, CUBLAS_OP_N, n, 2, type, ma.device, ma.ld, pivots.device,
                      type, mb.device, mb.ld, info.device));
  CHECK(info.first() == 0);
  compare<T>("Xgetrs", mb.get(), x);
  OK(cusolverDnDestroyParams(params));
}

void wrong_arguments(cusolverDnHandle_t handle) {
  Matrix<float> a(any<float>(4, 4));
  Array<int> info(1);
  Array<float> work(1000);
  int size = 0;
  const auto bad = CUSOLVER_STATUS_INVALID_VALUE;
  const auto lower = CUBLAS_FILL_MODE_LOWER;
  EXPECT_STATUS(cusolverDnSpotrf_bufferSize(handle, lower, -1, a.device, 4, &size), bad);
  EXPECT_STATUS(cusolverDnSpotrf_bufferSize(handle, lower, 4, a.device, 3, &size), bad);
  EXPECT_STATUS(cusolverDnSgetrf_bufferSize(handle, 4, -4, a.device, 4, &size), bad);
  EXPECT_STATUS(cusolverDnSgetrf_bufferSize(handle, 4, 4, a.device, 3, &size), bad);
  EXPECT_STATUS(cusolverDnSpotrf(nullptr, lower, 4, a.device, 4, work.device, 1000, info.device),
                CUSOLVER_STATUS_NOT_INITIALIZED);
  EXPECT_STATUS(cusolverDnCreate(nullptr), bad);
  cudaStream_t stream, got;
  CUDA(cudaStreamCreate(&stream));
  OK(cusolverDnSetStream(handle, stream));
  OK(cusolverDnGetStream(handle, &got));
  CHECK(got == stream);
  // A node of a graph.
  const Dense b = hermitian<float>(4, 8);
  a.put(b);
  CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  OK(cusolverDnSpotrf(handle, lower, 4, a.device, a.ld, work.device, 1000, info.device));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CUDA(cudaStreamEndCapture(stream, &graph));
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  for (int round = 0; round < 2; ++round) {
    a.put(b);
    CUDA(cudaGraphLaunch(exec, stream));
    CUDA(cudaStreamSynchronize(stream));
    const Dense half = part(a.get(), 4, 4, [](int i, int j) { return i >= j; });
    compare<float>("of a graph", half * adjoint(half), b);
  }
  OK(cusolverDnSetStream(handle, nullptr));
}

int main() {
  cusolverDnHandle_t handle;
  OK(cusolverDnCreate(&handle));
  for (const int n : {1, 2, 5, 33, 130}) {
    FOR_TYPES(cholesky, handle, n);
    FOR_TYPES(lu, handle, n, n);
    FOR_TYPES(symmetric, handle, n);
    FOR_TYPES(wide, handle, n);
  }
  FOR_TYPES(lu, handle, 20, 7);
  FOR_TYPES(lu, handle, 7, 20);
  FOR_TYPES(batches, handle, 6, 1);
  FOR_TYPES(batches, handle, 17, 40);
  wrong_arguments(handle);
  OK(cusolverDnDestroy(handle));
  EXPECT_STATUS(cusolverDnDestroy(handle), CUSOLVER_STATUS_NOT_INITIALIZED);
  std::puts("systems solved");
  return 0;
}
