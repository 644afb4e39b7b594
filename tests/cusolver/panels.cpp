// SPDX-License-Identifier: Apache-2.0
// Factorisations that are large enough for several threads: multiplied out they are the matrix, of
// all shapes; what cannot be factored is told; a graph that runs twice has the results of one run.
#include "cusolver_test.h"

BOTH(getrf, getrf, getrf)
BY_TYPE(getrs, getrs, getrs)
BOTH(potrf, potrf, potrf)
BY_TYPE(potrs, potrs, potrs)
BOTH(geqrf, geqrf, geqrf)
BOTH(ormqr, ormqr, unmqr)

// a x for some vectors, which is n times as fast as a product of matrices.
Dense some_vectors(int n) {
  Dense out(n, 2);
  for (Big& x : out.at) x = {any_real(), any_real()};
  return out;
}
template <class T>
void same(const char* what, const Dense& got, const Dense& wanted, int n) {
  double largest = 1;
  for (const Big& x : wanted.at) largest = std::max(largest, std::abs(x));
  const double room = (sizeof(RealOf<T>) == 4 ? 2e-5 : 4e-14) * n * largest;
  for (std::size_t i = 0; i < got.at.size(); ++i)
    if (!(std::abs(got.at[i] - wanted.at[i]) <= room)) {
      std::printf("%s (%d bytes, %d): number %zu is off by %g\n", what, int(sizeof(T)), n, i,
                  std::abs(got.at[i] - wanted.at[i]));
      std::exit(1);
    }
}

template <class T>
void lu(cusolverDnHandle_t handle, int m, int n) {
  const int least = std::min(m, n);
  const Dense a = any<T>(m, n);
  Matrix<T> ma(a);
  Array<int> pivots(least), info(1);
  int size = 0;
  OK(getrf_size<T>(handle, m, n, ma.device, ma.ld, &size));
  Array<T> work(size);
  OK(getrf<T>(handle, m, n, ma.device, ma.ld, work.device, pivots.device, info.device));
  CHECK(info.first() == 0);
  const Dense f = ma.get();
  Dense l = part(f, m, least, [](int i, int j) { return i > j; });
  for (int i = 0; i < least; ++i) l(i, i) = 1;
  const Dense u = part(f, least, n, [](int i, int j) { return i <= j; });
  const Dense x = some_vectors(n);
  Dense wanted = a * x;
  const std::vector<int> rows = pivots.get();
  for (int i = 0; i < least; ++i) {
    CHECK(rows[i] > i && rows[i] <= m);
    for (int j = 0; j < 2; ++j) std::swap(wanted(i, j), wanted(rows[i] - 1, j));
  }
  same<T>("LU", l * (u * x), wanted, m + n);
  for (const Big& each : l.at) CHECK(std::abs(each) < 1.5);  // pivots are the largest
  if (m != n) return;
  const Dense b = any<T>(n, 40);
  for (const auto op : {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C}) {
    Matrix<T> mb(b);
    OK(getrs<T>(handle, op, n, 40, ma.device, ma.ld, pivots.device, mb.device, mb.ld, info.device));
    const Dense solved = mb.get();
    const Dense turned = op == CUBLAS_OP_N   ? a
                         : op == CUBLAS_OP_T ? plain_transpose(a)
                                             : adjoint(a);
    double largest = 1;
    for (const Big& each : solved.at) largest = std::max(largest, std::abs(each));
    const Dense back = turned * solved;
    for (std::size_t i = 0; i < b.at.size(); ++i)
      CHECK(std::abs(back.at[i] - b.at[i]) < (sizeof(RealOf<T>) == 4 ? 1e-4 : 1e-12) * n * largest);
  }
}

template <class T>
void cholesky(cusolverDnHandle_t handle, int n, cublasFillMode_t uplo) {
  const bool lower = uplo == CUBLAS_FILL_MODE_LOWER;
  Dense a = hermitian<T>(n, n);
  Matrix<T> ma(a);
  Array<int> info(1);
  int size = 0;
  OK(potrf_size<T>(handle, uplo, n, ma.device, ma.ld, &size));
  Array<T> work(size);
  OK(potrf<T>(handle, uplo, n, ma.device, ma.ld, work.device, size, info.device));
  CHECK(info.first() == 0);
  const Dense f = ma.get();
  for (int j = 0; j < n; ++j)  // the other triangle is left alone
    for (int i = 0; i < n; ++i) CHECK(i == j || (lower ? i > j : i < j) || f(i, j) == a(i, j));
  const Dense l = lower ? part(f, n, n, [](int i, int j) { return i >= j; })
                        : adjoint(part(f, n, n, [](int i, int j) { return i <= j; }));
  const Dense x = some_vectors(n);
  same<T>("Cholesky", l * (adjoint(l) * x), a * x, n);
  const Dense b = any<T>(n, 33);
  Matrix<T> mb(b);
  OK(potrs<T>(handle, uplo, n, 33, ma.device, ma.ld, mb.device, mb.ld, info.device));
  same<T>("potrs", a * mb.get(), b, n);
  // The first minor that is not positive definite, in each of two panels.
  for (const int bad : {n / 3, n - 3}) {
    Dense broken = a;
    broken(bad, bad) = -1;
    broken(n - 1, n - 1) = -1;
    ma.put(broken);
    OK(potrf<T>(handle, uplo, n, ma.device, ma.ld, work.device, size, info.device));
    CHECK(info.first() == bad + 1);
  }
}

template <class T>
void qr(cusolverDnHandle_t handle, int m, int n) {
  const int least = std::min(m, n);
  const Dense a = any<T>(m, n);
  Matrix<T> ma(a);
  Array<T> tau(least);
  Array<int> info(1);
  int size = 0;
  OK(geqrf_size<T>(handle, m, n, ma.device, ma.ld, &size));
  Array<T> work(size);
  OK(geqrf<T>(handle, m, n, ma.device, ma.ld, tau.device, work.device, size, info.device));
  CHECK(info.first() == 0);
  const Dense x = some_vectors(n);
  const Dense r = part(ma.get(), m, n, [](int i, int j) { return i <= j; });
  const Dense image = r * x;
  // Q (R x) by the reflectors themselves; of real types part by part.
  Dense turned(m, 4);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < 2; ++j) {
      turned(i, 2 * j) = is_complex<T> ? image(i, j) : image(i, j).real();
      turned(i, 2 * j + 1) = is_complex<T> ? 0 : image(i, j).imag();
    }
  Matrix<T> mc(turned);
  OK(ormqr_size<T>(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_N, m, 4, least, ma.device, ma.ld, tau.device,
                   mc.device, mc.ld, &size));
  Array<T> more(size);
  OK(ormqr<T>(handle, CUBLAS_SIDE_LEFT, CUBLAS_OP_N, m, 4, least, ma.device, ma.ld, tau.device,
              mc.device, mc.ld, more.device, size, info.device));
  const Dense q = mc.get();
  Dense product(m, 2);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < 2; ++j)
      product(i, j) = q(i, 2 * j) + (is_complex<T> ? Big(0) : Big(0, 1) * q(i, 2 * j + 1));
  same<T>("QR", product, a * x, m + n);
}

// A node of a graph, which runs twice on matrices that are put there anew.
void in_a_graph(cusolverDnHandle_t handle) {
  const int n = 700;
  const Dense a = any<double>(n, n);
  Matrix<double> ma(a);
  Array<int> pivots(n), info(1);
  Array<double> work(1);
  OK(cusolverDnDgetrf(handle, n, n, ma.device, ma.ld, work.device, pivots.device, info.device));
  const Dense once = ma.get();
  const std::vector<int> rows = pivots.get();
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  OK(cusolverDnSetStream(handle, stream));
  CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  OK(cusolverDnDgetrf(handle, n, n, ma.device, ma.ld, work.device, pivots.device, info.device));
  cudaGraph_t graph;
  CUDA(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t exec;
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  for (int run = 0; run < 2; ++run) {
    ma.put(a);
    CUDA(cudaGraphLaunch(exec, stream));
    CUDA(cudaStreamSynchronize(stream));
    CHECK(ma.get().at == once.at && pivots.get() == rows && info.first() == 0);
  }
  // A matrix whose columns depend on each other: the first pivot that is 0, behind some panels.
  Dense flat = a;
  for (int i = 0; i < n; ++i) flat(i, 300) = 0;
  ma.put(flat);
  CUDA(cudaGraphLaunch(exec, stream));
  CUDA(cudaStreamSynchronize(stream));
  CHECK(info.first() == 301);
  OK(cusolverDnSetStream(handle, nullptr));
  CUDA(cudaGraphExecDestroy(exec));
  CUDA(cudaGraphDestroy(graph));
  CUDA(cudaStreamDestroy(stream));
}

int main() {
  cusolverDnHandle_t handle;
  OK(cusolverDnCreate(&handle));
  const int n = pick(650, 700);
  FOR_TYPES(lu, handle, n, n);
  FOR_TYPES(cholesky, handle, n, CUBLAS_FILL_MODE_LOWER);
  FOR_TYPES(qr, handle, n + 50, n);
  lu<float>(handle, n, n + 203);
  lu<cuDoubleComplex>(handle, n + 77, n - 3);
  cholesky<cuComplex>(handle, n, CUBLAS_FILL_MODE_UPPER);
  cholesky<double>(handle, n + 30, CUBLAS_FILL_MODE_UPPER);
  qr<double>(handle, n, n + 101);
  in_a_graph(handle);
  OK(cusolverDnDestroy(handle));
  std::printf("passed\n");
}
