// SPDX-License-Identifier: Apache-2.0
// Batches of sparse systems, least squares without full rank, eigenvalues next to a number and in a
// box.
#include "sparse_test.h"

OF_SPARSE(csrqrBufferInfoBatched)
OF_SPARSE(csrqrsvBatched)
OF_SPARSE(csrlsqvqrHost)
OF_SPARSE(csreigvsiHost)
OF_SPARSE(csreigvsi)
OF_SPARSE(csreigsHost)

template <class T>
void batches(cusolverSpHandle_t handle, int m, int n, int batch) {
  const Dense pattern = scattered<T>(m, n, 3, 4);
  const Sparse<T> s(pattern, pick(0, 1));
  const int nnz = s.count(), bad = batch > 2 ? 2 : -1;
  std::vector<Dense> as, bs;
  std::vector<T> values, right;
  for (int i = 0; i < batch; ++i) {
    Dense a = pattern;
    for (Big& number : a.at) number *= i == bad ? 0.0 : 1 + 0.3 * any_real();
    as.push_back(a);
    bs.push_back(any<T>(m, 1));
    const int base = s.base;
    for (int row = 0; row < m; ++row)
      for (int at = s.offsets[row] - base; at < s.offsets[row + 1] - base; ++at)
        values.push_back(small<T>(a(row, s.columns[at] - base)));
    for (const T& number : column<T>(bs[i])) right.push_back(number);
  }
  const OnDevice<T> dv(values), db(right);
  const OnDevice<T> dx(std::vector<T>(std::size_t(n) * batch, small<T>(77)));
  const OnDevice<int> offsets(s.offsets), columns(s.columns);
  csrqrInfo_t info;
  OK(cusolverSpCreateCsrqrInfo(&info));
  OK(cusolverSpXcsrqrAnalysisBatched(handle, m, n, nnz, s.descr.at, offsets.device, columns.device,
                                     info));
  std::size_t internal = 0, work = 0;
  EXPECT_STATUS(csrqrBufferInfoBatched<T>(handle, m, n, nnz, s.descr.at, dv.device, offsets.device,
                                          columns.device, 0, info, &internal, &work),
                kBad);
  OK(csrqrBufferInfoBatched<T>(handle, m, n, nnz, s.descr.at, dv.device, offsets.device,
                               columns.device, batch, info, &internal, &work));
  Array<char> buffer(work);
  OK(csrqrsvBatched<T>(handle, m, n, nnz, s.descr.at, dv.device, offsets.device, columns.device,
                       db.device, dx.device, batch, info, buffer.device));
  const std::vector<T> x = dx.get();
  for (int i = 0; i < batch; ++i) {
    const std::vector<T> own(x.begin() + i * n, x.begin() + (i + 1) * n);
    if (i == bad) {
      for (const T& number : own) CHECK(big(number) == Big(77));
      continue;
    }
    Dense rest = as[i] * dense(own, n);
    for (int row = 0; row < m; ++row) rest(row, 0) -= bs[i](row, 0);
    compare<T>("csrqrsvBatched", m == n ? rest : adjoint(as[i]) * rest, Dense(m == n ? m : n, 1));
  }
  EXPECT_STATUS(csrqrsvBatched<T>(handle, m, n, nnz - 1, s.descr.at, dv.device, offsets.device,
                                  columns.device, db.device, dx.device, batch, info, buffer.device),
                kBad);
  OK(cusolverSpDestroyCsrqrInfo(info));
}

// `lost` columns are sums of others.
template <class T>
void ranks(cusolverSpHandle_t handle, int m, int n, int lost) {
  Dense a = scattered<T>(m, n, 3, 3);
  for (int k = 0; k < lost; ++k)
    for (int i = 0; i < m; ++i) a(i, n - 1 - k) = a(i, k) + (k > 0 ? a(i, 0) : Big(0));
  const Dense b = any<T>(m, 1);
  const Sparse<T> s(a, pick(0, 1));
  int rank = -1;
  RealOf<T> norm = -1;
  std::vector<T> x(n);
  std::vector<int> p(n, -1);
  OK(csrlsqvqrHost<T>(handle, m, n, s.count(), s.descr.at, s.values.data(), s.offsets.data(),
                      s.columns.data(), column<T>(b).data(), RealOf<T>(1e-4), &rank, x.data(),
                      p.data(), &norm));
  CHECK(rank == n - lost);
  Dense rest = a * dense(x, n);
  double square = 0;
  for (int i = 0; i < m; ++i) square += std::norm(rest(i, 0) -= b(i, 0));
  compare<T>("csrlsqvqr", adjoint(a) * rest, Dense(n, 1));
  CHECK(std::abs(double(norm) - std::sqrt(square)) < 1e-4);
  // x is 0 where p has the columns that were not needed.
  for (int k = rank; k < n; ++k) CHECK(big(x[p[k]]) == Big(0));
  std::sort(p.begin(), p.end());
  for (int k = 0; k < n; ++k) CHECK(p[k] == k);
}

template <class T>
void eigenvalues(cusolverSpHandle_t handle, int n) {
  Dense a(n, n);
  std::vector<int> name(n);
  for (int i = 0; i < n; ++i) name[i] = i;
  for (int i = n - 1; i > 0; --i) std::swap(name[i], name[pick(0, i)]);
  // Of a triangle with 1, 2, ... on its diagonal, rows and columns in another order.
  for (int i = 0; i < n; ++i) {
    a(name[i], name[i]) = i + 1;
    if (i + 2 < n) a(name[i], name[i + 2]) = big(small<T>(0.5 * number<T>()));
  }
  const Sparse<T> s(a, pick(0, 1));
  const int nnz = s.count(), wanted = n / 2 + 1;
  const RealOf<T> tolerance = sizeof(RealOf<T>) == 4 ? RealOf<T>(1e-4) : RealOf<T>(1e-11);
  std::vector<T> x0(n, small<T>(1)), x(n);
  for (const double from : {wanted + 0.2, double(wanted)}) {
    T mu = small<T>(0);
    const auto check = [&](const char* what) {
      CHECK(std::abs(big(mu) - Big(wanted)) < 1e-3);
      Dense moved = a;
      for (int i = 0; i < n; ++i) moved(i, i) -= wanted;
      const Dense rest = moved * dense(x, n);
      double square = 0, length = 0;
      for (int i = 0; i < n; ++i) {
        square += std::norm(rest(i, 0));
        length += std::norm(big(x[i]));
      }
      if (!(square < 1e-6) || std::abs(length - 1) > 1e-3) {
        std::printf("%s: no eigenvector of %d (%g, %g)\n", what, n, square, length);
        std::exit(1);
      }
    };
    OK(csreigvsiHost<T>(handle, n, nnz, s.descr.at, s.values.data(), s.offsets.data(),
                        s.columns.data(), small<T>(from), x0.data(), 60, tolerance, &mu, x.data()));
    check("csreigvsiHost");
    const OnDevice<T> values(s.values), d0(x0);
    const OnDevice<int> offsets(s.offsets), columns(s.columns);
    Array<T> dx(n), found(1);
    OK(csreigvsi<T>(handle, n, nnz, s.descr.at, values.device, offsets.device, columns.device,
                    small<T>(from), d0.device, 60, tolerance, found.device, dx.device));
    mu = found.first();
    x = dx.get();
    x.resize(n);
    check("csreigvsi");
  }
  EXPECT_STATUS(
      csreigvsiHost<T>(handle, n, nnz, s.descr.at, s.values.data(), s.offsets.data(),
                       s.columns.data(), small<T>(1), x0.data(), 0, tolerance, x.data(), x.data()),
      kBad);
  using Corner = std::conditional_t<sizeof(RealOf<T>) == 4, cuComplex, cuDoubleComplex>;
  int count = -1;
  const auto in_box = [&](Big low, Big high) {
    OK(csreigsHost<T>(handle, n, nnz, s.descr.at, s.values.data(), s.offsets.data(),
                      s.columns.data(), small<Corner>(low), small<Corner>(high), &count));
    return count;
  };
  CHECK(in_box({0.5, -0.5}, {n + 0.5, 0.5}) == n);
  CHECK(in_box({1.5, -0.5}, {3.5, 0.5}) == std::max(0, std::min(n, 3) - 1));
  CHECK(in_box({1.5, 0.5}, {3.5, 1.5}) == 0);
  EXPECT_STATUS(csreigsHost<T>(handle, n, nnz, s.descr.at, s.values.data(), s.offsets.data(),
                               s.columns.data(), small<Corner>(1), small<Corner>(0), &count),
                kBad);
}

// Rotations: no number on the diagonal, eigenvalues i and -i times 1, 2, 3.
void without_diagonal(cusolverSpHandle_t handle) {
  const Descr descr(0);
  const std::vector<int> offsets = {0, 1, 2, 3, 4, 5, 6}, columns = {1, 0, 3, 2, 5, 4};
  const std::vector<double> values = {1, -1, 2, -2, 3, -3};
  int count = -1;
  OK(cusolverSpDcsreigsHost(handle, 6, 6, descr.at, values.data(), offsets.data(), columns.data(),
                            {-0.5, 0.5}, {0.5, 2.5}, &count));
  CHECK(count == 2);
  const std::vector<cuDoubleComplex> complex = {{1, 0}, {-1, 0}, {2, 0}, {-2, 0}, {3, 0}, {-3, 0}};
  const std::vector<cuDoubleComplex> x0(6, {1, 0});
  std::vector<cuDoubleComplex> x(6);
  cuDoubleComplex mu;
  OK(cusolverSpZcsreigvsiHost(handle, 6, 6, descr.at, complex.data(), offsets.data(),
                              columns.data(), {0.1, -2.2}, x0.data(), 50, 1e-12, &mu, x.data()));
  CHECK(std::abs(big(mu) - Big(0, -2)) < 1e-9);
}

int main() {
  cusolverSpHandle_t handle;
  OK(cusolverSpCreate(&handle));
  FOR_TYPES(batches, handle, 1, 1, 1);
  FOR_TYPES(batches, handle, 40, 40, 17);
  FOR_TYPES(batches, handle, 30, 11, 5);
  FOR_TYPES(ranks, handle, 1, 1, 0);
  FOR_TYPES(ranks, handle, 40, 17, 0);
  FOR_TYPES(ranks, handle, 40, 17, 3);
  FOR_TYPES(ranks, handle, 21, 21, 2);
  for (const int n : {1, 2, 9, 30}) {
    FOR_TYPES(eigenvalues, handle, n);
  }
  without_diagonal(handle);
  OK(cusolverSpDestroy(handle));
  std::puts("batches, ranks and eigenvalues found");
  return 0;
}
