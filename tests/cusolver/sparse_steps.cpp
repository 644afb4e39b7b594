// SPDX-License-Identifier: Apache-2.0
// Sparse factorisations in steps: analysis, sizes, factors, pivots, solutions, of host and device;
// L and U multiplied out are the matrix.
#include "sparse_test.h"

OF_SPARSE(csrcholBufferInfo)
OF_SPARSE(csrcholFactor)
OF_SPARSE(csrcholZeroPivot)
OF_SPARSE(csrcholSolve)
OF_SPARSE(csrcholDiag)
OF_SPARSE(csrcholBufferInfoHost)
OF_SPARSE(csrcholFactorHost)
OF_SPARSE(csrcholZeroPivotHost)
OF_SPARSE(csrcholSolveHost)
OF_SPARSE(csrluBufferInfoHost)
OF_SPARSE(csrluFactorHost)
OF_SPARSE(csrluZeroPivotHost)
OF_SPARSE(csrluSolveHost)
OF_SPARSE(csrluExtractHost)
OF_SPARSE(csrqrBufferInfo)
OF_SPARSE(csrqrSetup)
OF_SPARSE(csrqrFactor)
OF_SPARSE(csrqrZeroPivot)
OF_SPARSE(csrqrSolve)
OF_SPARSE(csrqrBufferInfoHost)
OF_SPARSE(csrqrSetupHost)
OF_SPARSE(csrqrFactorHost)
OF_SPARSE(csrqrZeroPivotHost)
OF_SPARSE(csrqrSolveHost)

template <class T>
void cholesky(cusolverSpHandle_t handle, int n) {
  const Dense a = definite<T>(n, 3), b = any<T>(n, 1);
  const Sparse<T> s(a, pick(0, 1));
  const int nnz = s.count();
  std::vector<T> right = column<T>(b), x(n);
  std::size_t internal = 0, work = 0;
  int position = -7;
  {
    csrcholInfoHost_t info;
    OK(cusolverSpCreateCsrcholInfoHost(&info));
    EXPECT_STATUS(csrcholFactorHost<T>(handle, n, nnz, s.descr.at, s.values.data(),
                                       s.offsets.data(), s.columns.data(), info, nullptr),
                  kBad);
    OK(cusolverSpXcsrcholAnalysisHost(handle, n, nnz, s.descr.at, s.offsets.data(),
                                      s.columns.data(), info));
    OK(csrcholBufferInfoHost<T>(handle, n, nnz, s.descr.at, s.values.data(), s.offsets.data(),
                                s.columns.data(), info, &internal, &work));
    CHECK(internal >= n * sizeof(T) && work > 0);
    std::vector<char> buffer(work);
    EXPECT_STATUS(csrcholZeroPivotHost<T>(handle, info, 0, &position), kBad);
    OK(csrcholFactorHost<T>(handle, n, nnz, s.descr.at, s.values.data(), s.offsets.data(),
                            s.columns.data(), info, buffer.data()));
    OK(csrcholZeroPivotHost<T>(handle, info, RealOf<T>(1e-12), &position));
    CHECK(position == -1);
    OK(csrcholSolveHost<T>(handle, n, right.data(), x.data(), info, buffer.data()));
    compare<T>("csrcholHost", a * dense(x, n), b);
    OK(csrcholZeroPivotHost<T>(handle, info, 1e6, &position));
    CHECK(position == 0);
    OK(cusolverSpDestroyCsrcholInfoHost(info));
    EXPECT_STATUS(cusolverSpDestroyCsrcholInfoHost(info), kBad);
  }
  csrcholInfo_t info;
  OK(cusolverSpCreateCsrcholInfo(&info));
  const OnDevice<T> db(right);
  OnDevice<T> values(s.values);
  const OnDevice<int> offsets(s.offsets), columns(s.columns);
  Array<T> dx(n);
  OK(cusolverSpXcsrcholAnalysis(handle, n, nnz, s.descr.at, offsets.device, columns.device, info));
  OK(csrcholBufferInfo<T>(handle, n, nnz, s.descr.at, values.device, offsets.device, columns.device,
                          info, &internal, &work));
  Array<char> buffer(work);
  // Once analysed, other numbers may follow.
  for (const double scale : {1.0, 4.0}) {
    Dense scaled = a;
    for (Big& number : scaled.at) number *= scale;
    values.put(Sparse<T>(scaled, s.base).values);
    OK(csrcholFactor<T>(handle, n, nnz, s.descr.at, values.device, offsets.device, columns.device,
                        info, buffer.device));
    OK(csrcholZeroPivot<T>(handle, info, RealOf<T>(1e-12), &position));
    CHECK(position == -1);
    OK(csrcholSolve<T>(handle, n, db.device, dx.device, info, buffer.device));
    compare<T>("csrchol", scaled * dense(dx.get(), n), b);
    Array<RealOf<T>> diagonal(n);
    OK(csrcholDiag<T>(handle, info, diagonal.device));
    // The determinant of the first two rows is the product of their squares.
    const auto d = diagonal.get();
    CHECK(std::abs(double(d[0]) * d[0] - scaled(0, 0).real()) < 1e-5 * scaled(0, 0).real());
    if (n > 1) {
      const double wanted = (scaled(0, 0) * scaled(1, 1) - scaled(0, 1) * scaled(1, 0)).real();
      const double found = double(d[0]) * d[0] * d[1] * d[1];
      CHECK(std::abs(found - wanted) < 1e-5 * wanted);
    }
  }
  if (n > 2) {
    Dense bad = a;
    bad(2, 2) = -1;
    values.put(Sparse<T>(bad, s.base).values);
    OK(csrcholFactor<T>(handle, n, nnz, s.descr.at, values.device, offsets.device, columns.device,
                        info, buffer.device));
    OK(csrcholZeroPivot<T>(handle, info, 0, &position));
    CHECK(position == 2);
    EXPECT_STATUS(csrcholSolve<T>(handle, n, db.device, dx.device, info, buffer.device), kBad);
  }
  OK(cusolverSpDestroyCsrcholInfo(info));
}

// A matrix of the host's numbers written out.
template <class T>
Dense written_out(int n, const std::vector<T>& values, const std::vector<int>& offsets,
                  const std::vector<int>& columns, int base) {
  Dense out(n, n);
  for (int i = 0; i < n; ++i)
    for (int at = offsets[i] - base; at < offsets[i + 1] - base; ++at)
      out(i, columns[at] - base) += big(values[at]);
  return out;
}

template <class T>
void lu(cusolverSpHandle_t handle, int n) {
  for (const double threshold : {1.0, 0.1}) {
    const Dense a = scattered<T>(n, n, 3, 0.3), b = any<T>(n, 1);
    const Sparse<T> s(a, pick(0, 1));
    const int nnz = s.count();
    csrluInfoHost_t info;
    OK(cusolverSpCreateCsrluInfoHost(&info));
    OK(cusolverSpXcsrluAnalysisHost(handle, n, nnz, s.descr.at, s.offsets.data(), s.columns.data(),
                                    info));
    std::size_t internal = 0, work = 0;
    OK(csrluBufferInfoHost<T>(handle, n, nnz, s.descr.at, s.values.data(), s.offsets.data(),
                              s.columns.data(), info, &internal, &work));
    std::vector<char> buffer(work);
    EXPECT_STATUS(csrluFactorHost<T>(handle, n, nnz, s.descr.at, s.values.data(), s.offsets.data(),
                                     s.columns.data(), info, RealOf<T>(1.5), buffer.data()),
                  kBad);
    OK(csrluFactorHost<T>(handle, n, nnz, s.descr.at, s.values.data(), s.offsets.data(),
                          s.columns.data(), info, RealOf<T>(threshold), buffer.data()));
    int in_l = 0, in_u = 0, position = 0;
    OK(cusolverSpXcsrluNnzHost(handle, &in_l, &in_u, info));
    CHECK(in_u >= n);
    std::vector<T> l(in_l + 1), u(in_u);
    std::vector<int> p(n), q(n), l_offsets(n + 1), u_offsets(n + 1), l_columns(in_l + 1),
        u_columns(in_u);
    const int base_l = pick(0, 1), base_u = pick(0, 1);
    const Descr descr_l(base_l), descr_u(base_u);
    OK(csrluExtractHost<T>(handle, p.data(), q.data(), descr_l.at, l.data(), l_offsets.data(),
                           l_columns.data(), descr_u.at, u.data(), u_offsets.data(),
                           u_columns.data(), info, buffer.data()));
    CHECK(l_offsets[n] == in_l + base_l && u_offsets[n] == in_u + base_u);
    Dense lower = written_out(n, l, l_offsets, l_columns, base_l), permuted(n, n);
    const Dense upper = written_out(n, u, u_offsets, u_columns, base_u);
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i <= j; ++i) CHECK(lower(i, j) == Big(0));
      for (int i = j + 1; i < n; ++i) {
        CHECK(upper(i, j) == Big(0));
        CHECK(std::abs(lower(i, j)) <= 1.0001 / threshold);
      }
      lower(j, j) = 1;
      for (int i = 0; i < n; ++i) permuted(i, j) = a(p[i], q[j]);
    }
    compare<T>("P A Q' = L U", lower * upper, permuted);
    OK(csrluZeroPivotHost<T>(handle, info, RealOf<T>(0), &position));
    if (position < 0) {
      std::vector<T> x(n);
      OK(csrluSolveHost<T>(handle, n, column<T>(b).data(), x.data(), info, buffer.data()));
      const Dense found = a * dense(x, n);
      // The bound grows with the solution.
      double scale = 1;
      for (const T& number : x) scale = std::max(scale, std::abs(big(number)));
      for (int i = 0; i < n; ++i)
        CHECK(std::abs(found(i, 0) - b(i, 0)) <
              (sizeof(RealOf<T>) == 4 ? 1e-3 : 1e-11) * scale / threshold);
    }
    // The last column is 0.
    if (n > 1) {
      Dense bad = a;
      for (int i = 0; i < n; ++i) bad(i, n - 1) = 0;
      const Sparse<T> sb(bad, 0);
      OK(cusolverSpXcsrluAnalysisHost(handle, n, sb.count(), sb.descr.at, sb.offsets.data(),
                                      sb.columns.data(), info));
      OK(csrluFactorHost<T>(handle, n, sb.count(), sb.descr.at, sb.values.data(), sb.offsets.data(),
                            sb.columns.data(), info, RealOf<T>(1), buffer.data()));
      OK(csrluZeroPivotHost<T>(handle, info, 0, &position));
      CHECK(position >= 0);
    }
    OK(cusolverSpDestroyCsrluInfoHost(info));
  }
}

// A x = b, or the x next to it: what is left is orthogonal to A.
template <class T>
void qr(cusolverSpHandle_t handle, int m, int n) {
  for (const bool shifted : {false, true}) {
    const Dense a = scattered<T>(m, n, 3, 3), b = any<T>(m, 1);
    const Big mu = shifted ? big(small<T>(number<T>())) : 0;
    Dense moved = a;
    for (int i = 0; i < n; ++i) moved(i, i) -= mu;
    const Sparse<T> s(a, pick(0, 1));
    const int nnz = s.count();
    std::vector<T> right = column<T>(b), x(n);
    std::size_t internal = 0, work = 0;
    int position = -7;
    const auto check = [&](const char* what) {
      Dense rest = moved * dense(x, n);
      for (int i = 0; i < m; ++i) rest(i, 0) -= b(i, 0);
      compare<T>(what, m == n ? rest : adjoint(moved) * rest, Dense(m == n ? m : n, 1));
    };
    csrqrInfoHost_t info;
    OK(cusolverSpCreateCsrqrInfoHost(&info));
    EXPECT_STATUS(cusolverSpXcsrqrAnalysisHost(handle, n, m + 1, nnz, s.descr.at, s.offsets.data(),
                                               s.columns.data(), info),
                  kBad);
    OK(cusolverSpXcsrqrAnalysisHost(handle, m, n, nnz, s.descr.at, s.offsets.data(),
                                    s.columns.data(), info));
    OK(csrqrBufferInfoHost<T>(handle, m, n, nnz, s.descr.at, s.values.data(), s.offsets.data(),
                              s.columns.data(), info, &internal, &work));
    std::vector<char> buffer(work);
    EXPECT_STATUS(csrqrFactorHost<T>(handle, m, n, nnz, nullptr, nullptr, info, buffer.data()),
                  kBad);
    OK(csrqrSetupHost<T>(handle, m, n, nnz, s.descr.at, s.values.data(), s.offsets.data(),
                         s.columns.data(), small<T>(mu), info));
    OK(csrqrFactorHost<T>(handle, m, n, nnz, right.data(), x.data(), info, buffer.data()));
    check("csrqrFactorHost");
    OK(csrqrZeroPivotHost<T>(handle, info, RealOf<T>(1e-6), &position));
    CHECK(position == -1);
    std::fill(x.begin(), x.end(), small<T>(0));
    OK(csrqrSolveHost<T>(handle, m, n, right.data(), x.data(), info, buffer.data()));
    check("csrqrSolveHost");
    OK(cusolverSpDestroyCsrqrInfoHost(info));

    csrqrInfo_t on_device;
    OK(cusolverSpCreateCsrqrInfo(&on_device));
    const OnDevice<T> values(s.values), db(right);
    const OnDevice<int> offsets(s.offsets), columns(s.columns);
    Array<T> dx(n);
    OK(cusolverSpXcsrqrAnalysis(handle, m, n, nnz, s.descr.at, offsets.device, columns.device,
                                on_device));
    OK(csrqrBufferInfo<T>(handle, m, n, nnz, s.descr.at, values.device, offsets.device,
                          columns.device, on_device, &internal, &work));
    Array<char> space(work);
    OK(csrqrSetup<T>(handle, m, n, nnz, s.descr.at, values.device, offsets.device, columns.device,
                     small<T>(mu), on_device));
    OK(csrqrFactor<T>(handle, m, n, nnz, static_cast<T*>(nullptr), static_cast<T*>(nullptr),
                      on_device, space.device));
    OK(csrqrZeroPivot<T>(handle, on_device, RealOf<T>(1e-6), &position));
    CHECK(position == -1);
    OK(csrqrSolve<T>(handle, m, n, db.device, dx.device, on_device, space.device));
    x = dx.get();
    x.resize(n);
    check("csrqrSolve");
    OK(cusolverSpDestroyCsrqrInfo(on_device));
  }
}

int main() {
  cusolverSpHandle_t handle;
  OK(cusolverSpCreate(&handle));
  for (const int n : {1, 2, 9, 60, 131}) {
    FOR_TYPES(cholesky, handle, n);
    FOR_TYPES(lu, handle, n);
    FOR_TYPES(qr, handle, n, n);
  }
  FOR_TYPES(qr, handle, 70, 31);
  OK(cusolverSpDestroy(handle));
  std::puts("sparse factors right");
  return 0;
}
