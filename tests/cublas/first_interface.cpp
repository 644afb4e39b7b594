// SPDX-License-Identifier: Apache-2.0
// cublas.h, the first interface: no handle, scalars by value, results returned, errors asked for.
#include <cublas.h>

#include <cmath>

#include "../libraries/library_test.h"

#define ERROR_IS(wanted) CHECK(cublasGetError() == (wanted))

template <class T>
struct Vector {
  T* device = nullptr;
  std::vector<Big> at;
  explicit Vector(int n) : at(n) {
    for (Big& x : at) x = {any_real(), is_complex<T> ? any_real() : 0};
    for (Big& x : at) x = big(small<T>(x));
    CHECK(cublasAlloc(n, sizeof(T), reinterpret_cast<void**>(&device)) == 0);
    std::vector<T> host;
    for (const Big& x : at) host.push_back(small<T>(x));
    CHECK(cublasSetVector(n, sizeof(T), host.data(), 1, device, 1) == 0);
  }
  ~Vector() { CHECK(cublasFree(device) == 0); }
  Vector(const Vector&) = delete;
  std::vector<Big> get() const {
    std::vector<T> host(at.size());
    CHECK(cublasGetVector(int(at.size()), sizeof(T), device, 1, host.data(), 1) == 0);
    std::vector<Big> out;
    for (const T& x : host) out.push_back(big(x));
    return out;
  }
};
bool near(const std::vector<Big>& a, const std::vector<Big>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(std::abs(a[i] - b[i]) < 1e-4)) return false;
  return a.size() == b.size();
}
bool near(Big a, Big b) {
  return std::abs(a - b) < 1e-4;
}

void before_and_after() {
  double* p = nullptr;
  CHECK(cublasAlloc(4, 8, reinterpret_cast<void**>(&p)) == CUBLAS_STATUS_NOT_INITIALIZED);
  CHECK(cublasDnrm2(0, p, 1) == 0);
  ERROR_IS(CUBLAS_STATUS_NOT_INITIALIZED);
  ERROR_IS(CUBLAS_STATUS_SUCCESS);
  CHECK(cublasShutdown() == CUBLAS_STATUS_NOT_INITIALIZED);
}

void vectors() {
  const int n = 40;
  Vector<double> x(2 * n), y(n);
  Vector<cuComplex> z(n), w(n);
  double sum = 0, squares = 0;
  int most = 0;
  Big conjugate = 0, plain = 0;
  for (int i = 0; i < n; ++i) {
    sum += x.at[2 * i].real() * y.at[i].real();
    squares += std::norm(x.at[2 * i]);
    if (std::abs(x.at[2 * i]) > std::abs(x.at[2 * most])) most = i;
    conjugate += std::conj(z.at[i]) * w.at[i];
    plain += z.at[i] * w.at[i];
  }
  CHECK(near(cublasDdot(n, x.device, 2, y.device, 1), sum));
  CHECK(near(cublasDnrm2(n, x.device, 2), std::sqrt(squares)));
  CHECK(cublasIdamax(n, x.device, 2) == most + 1);
  CHECK(near(big(cublasCdotc(n, z.device, 1, w.device, 1)), conjugate));
  CHECK(near(big(cublasCdotu(n, z.device, 1, w.device, 1)), plain));
  std::vector<Big> wanted = w.at, turned = z.at;
  const Big factor(0.5, -2);
  for (int i = 0; i < n; ++i) {
    wanted[i] += factor * z.at[i];
    turned[i] = 0.6 * z.at[i] + 0.8 * wanted[i];
    wanted[i] = 0.6 * wanted[i] - 0.8 * z.at[i];
  }
  cublasCaxpy(n, make_cuComplex(0.5f, -2), z.device, 1, w.device, 1);
  cublasCsrot(n, z.device, 1, w.device, 1, 0.6f, 0.8f);
  CHECK(near(w.get(), wanted) && near(z.get(), turned));
  cublasCsscal(n, 3, w.device, 1);
  for (Big& each : wanted) each *= 3;
  CHECK(near(w.get(), wanted));
  double a = 3, b = 4, c = 0, s = 0;
  cublasDrotg(&a, &b, &c, &s);
  CHECK(near(a, 5) && near(c, 0.6) && near(s, 0.8));
  ERROR_IS(CUBLAS_STATUS_SUCCESS);
}

void matrices(cudaStream_t stream) {
  const int n = 12, ld = 14;
  Vector<cuDoubleComplex> a(ld * n), b(ld * n), c(ld * n), x(n), y(n);
  const auto at = [&](const std::vector<Big>& m, int i, int j) { return m[j * ld + i]; };
  CHECK(cublasSetKernelStream(stream) == 0);
  const cuDoubleComplex alpha = make_cuDoubleComplex(0.5, 1), beta = make_cuDoubleComplex(-1, 0.25);
  std::vector<Big> product = c.at, hermitian = a.at, triangle = b.at, applied = y.at;
  for (int j = 0; j < n; ++j) {
    Big sum = 0;
    for (int k = 0; k < n; ++k) sum += std::conj(at(a.at, k, j)) * x.at[k];
    applied[j] = big(alpha) * sum + big(beta) * y.at[j];
    for (int i = 0; i < n; ++i) {
      Big ab = 0, lower = 0;
      for (int k = 0; k < n; ++k) {
        ab += std::conj(at(a.at, k, i)) * at(b.at, j, k);
        if (k <= i) lower += (k == i ? 1.0 : at(a.at, i, k)) * at(b.at, k, j);
      }
      product[j * ld + i] = big(alpha) * ab + big(beta) * at(c.at, i, j);
      triangle[j * ld + i] = big(alpha) * lower;
    }
  }
  cublasZgemv('c', n, n, alpha, a.device, ld, x.device, 1, beta, y.device, 1);
  cublasZgemm('C', 't', n, n, n, alpha, a.device, ld, b.device, ld, beta, c.device, ld);
  cublasZtrmm('L', 'l', 'N', 'U', n, n, alpha, a.device, ld, b.device, ld);
  CUDA(cudaStreamSynchronize(stream));
  CHECK(near(y.get(), applied) && near(c.get(), product) && near(b.get(), triangle));
  // A real factor of a Hermitian product; only the upper triangle is written.
  std::vector<Big> update = c.get();
  for (int j = 0; j < n; ++j)
    for (int i = 0; i <= j; ++i) {
      Big sum = 0;
      for (int k = 0; k < n; ++k) sum += at(a.at, i, k) * std::conj(at(a.at, j, k));
      update[j * ld + i] = 2.0 * sum + (i == j ? at(update, i, j).real() : at(update, i, j));
    }
  cublasZherk('U', 'N', n, n, 2, a.device, ld, 1, c.device, ld);
  CUDA(cudaStreamSynchronize(stream));
  CHECK(near(c.get(), update));
  CHECK(cublasSetKernelStream(nullptr) == 0);
  ERROR_IS(CUBLAS_STATUS_SUCCESS);
  cublasZherk('X', 'N', n, n, 2, a.device, ld, 1, c.device, ld);
  ERROR_IS(CUBLAS_STATUS_INVALID_VALUE);
  cublasZgemm('N', 'N', n, n, n, alpha, a.device, n - 1, b.device, ld, beta, c.device, ld);
  cublasZgemm('N', 'N', 0, n, n, alpha, a.device, ld, b.device, ld, beta, c.device, ld);
  ERROR_IS(CUBLAS_STATUS_INVALID_VALUE);  // kept beyond a call that was right
  void* none = nullptr;
  CHECK(cublasAlloc(0, 8, &none) == CUBLAS_STATUS_INVALID_VALUE && cublasFree(nullptr) == 0);
  CHECK(near(c.get(), update));
}

int main() {
  before_and_after();
  CHECK(cublasInit() == 0 && cublasInit() == 0);
  int version = 0;
  CHECK(cublasGetVersion(&version) == 0 && version >= 12000);
  vectors();
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  matrices(stream);
  CHECK(cublasShutdown() == 0);
  CUDA(cudaStreamDestroy(stream));
  before_and_after();
  std::printf("passed\n");
}
