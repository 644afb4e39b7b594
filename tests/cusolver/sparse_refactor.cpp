// SPDX-License-Identifier: Apache-2.0
// Refactorisation: with the pattern of one L and U, in all formats, the factors of other numbers
// multiplied out are the matrix, and systems are solved; pivots of 0 are told or boosted.
#include <cusolverRf.h>

#include "sparse_test.h"

using Format = cusolverRfMatrixFormat_t;
using Diagonal = cusolverRfUnitDiagonal_t;
constexpr auto kZero = CUSOLVER_STATUS_ZERO_PIVOT;

// As CSR, or as CSC: the CSR matrix of its transpose.
struct Lines {
  std::vector<int> offsets, indices;
  std::vector<double> values;
  int count() const { return static_cast<int>(values.size()); }
  template <class Keep>
  Lines(const Dense& a, Format format, Keep keep) {
    const bool rows = format == CUSOLVERRF_MATRIX_FORMAT_CSR;
    for (int line = 0; line < a.rows; ++line) {
      offsets.push_back(count());
      for (int k = 0; k < a.rows; ++k) {
        const int i = rows ? line : k, j = rows ? k : line;
        if (!keep(i, j)) continue;
        indices.push_back(k);
        values.push_back(a(i, j).real());
      }
    }
    offsets.push_back(count());
  }
};
Dense written_out(int n, const int* offsets, const int* indices, const double* values,
                  Format format) {
  Dense out(n, n);
  for (int line = 0; line < n; ++line)
    for (int at = offsets[line]; at < offsets[line + 1]; ++at)
      if (format == CUSOLVERRF_MATRIX_FORMAT_CSR)
        out(line, indices[at]) = values[at];
      else
        out(indices[at], line) = values[at];
  return out;
}

// P A Q' = L U without pivots; the pattern with all that fills in.
struct Problem {
  int n;
  Format format;
  Diagonal diagonal;
  std::vector<int> p, q;
  Dense a, l, u;
  std::vector<char> in_a, in_m;
  bool ones_in_u, stored;

  Problem(int order, Format f, Diagonal d)
      : n(order),
        format(f),
        diagonal(d),
        p(n),
        q(n),
        a(n, n),
        l(n, n),
        u(n, n),
        in_a(std::size_t(n) * n),
        in_m(in_a.size()),
        ones_in_u(d == CUSOLVERRF_UNIT_DIAGONAL_STORED_U ||
                  d == CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U),
        stored(d == CUSOLVERRF_UNIT_DIAGONAL_STORED_L || d == CUSOLVERRF_UNIT_DIAGONAL_STORED_U) {
    for (int i = 0; i < n; ++i) p[i] = q[i] = i;
    for (int i = n - 1; i > 0; --i) {
      std::swap(p[i], p[pick(0, i)]);
      std::swap(q[i], q[pick(0, i)]);
    }
    const Dense b = scattered<double>(n, n, 3, 8);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        a(p[i], q[j]) = b(i, j);
        in_a[at(p[i], q[j])] = in_m[at(i, j)] = b(i, j) != Big(0);
      }
    for (int k = 0; k < n; ++k)
      for (int i = k + 1; i < n; ++i)
        for (int j = k + 1; j < n; ++j)
          if (in_m[at(i, k)] && in_m[at(k, j)]) in_m[at(i, j)] = 1;
    factor();
  }
  std::size_t at(int i, int j) const { return std::size_t(j) * n + i; }
  Dense permuted() const {
    Dense out(n, n);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) out(i, j) = a(p[i], q[j]);
    return out;
  }
  void factor() {
    Dense m = permuted();
    for (int k = 0; k < n; ++k) {
      for (int i = k + 1; i < n; ++i) {
        m(i, k) /= m(k, k);
        for (int j = k + 1; j < n; ++j) m(i, j) -= m(i, k) * m(k, j);
      }
    }
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        l(i, j) = i > j ? m(i, j) : i == j ? 1.0 : 0.0;
        u(i, j) = i <= j ? m(i, j) : 0.0;
      }
    for (int k = 0; ones_in_u && k < n; ++k) {
      const Big pivot = m(k, k);
      for (int i = k; i < n; ++i) l(i, k) *= pivot;
      for (int j = k; j < n; ++j) u(k, j) /= pivot;
    }
  }
  // Other numbers at the same places.
  void change() {
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if (a(i, j) != Big(0)) a(i, j) *= 1.0 + 0.2 * any_real();
  }
  Lines lines_of_a() const {
    return Lines(a, format, [&](int i, int j) { return in_a[at(i, j)] != 0; });
  }
  Lines lower() const {
    return Lines(l, format, [&](int i, int j) {
      return i == j ? stored || ones_in_u : i > j && in_m[at(i, j)];
    });
  }
  Lines upper() const {
    return Lines(u, format, [&](int i, int j) {
      return i == j ? stored || !ones_in_u : i < j && in_m[at(i, j)];
    });
  }
};

cusolverRfHandle_t begin(const Problem& s, bool on_device) {
  cusolverRfHandle_t handle;
  OK(cusolverRfCreate(&handle));
  OK(cusolverRfSetMatrixFormat(handle, s.format, s.diagonal));
  Lines a = s.lines_of_a(), l = s.lower(), u = s.upper();
  std::vector<int> p = s.p, q = s.q;
  if (!on_device) {
    OK(cusolverRfSetupHost(s.n, a.count(), a.offsets.data(), a.indices.data(), a.values.data(),
                           l.count(), l.offsets.data(), l.indices.data(), l.values.data(),
                           u.count(), u.offsets.data(), u.indices.data(), u.values.data(), p.data(),
                           q.data(), handle));
  } else {
    OnDevice<int> ao(a.offsets), ai(a.indices), lo(l.offsets), li(l.indices), uo(u.offsets),
        ui(u.indices), dp(p), dq(q);
    OnDevice<double> av(a.values), lv(l.values), uv(u.values);
    OK(cusolverRfSetupDevice(s.n, a.count(), ao.device, ai.device, av.device, l.count(), lo.device,
                             li.device, lv.device, u.count(), uo.device, ui.device, uv.device,
                             dp.device, dq.device, handle));
  }
  return handle;
}

void check_solution(cusolverRfHandle_t handle, const Problem& s) {
  const Dense b = any<double>(s.n, 3);
  Matrix<double> x(b);
  const OnDevice<int> p(s.p), q(s.q);
  Array<double> temporary(s.n * 3);
  OK(cusolverRfSolve(handle, p.device, q.device, 3, temporary.device, s.n, x.device, x.ld));
  compare<double>("cusolverRfSolve", s.a * x.get(), b);
}

void refactored(int n, Format format, Diagonal diagonal, bool on_device) {
  Problem s(n, format, diagonal);
  const cusolverRfHandle_t handle = begin(s, on_device);
  EXPECT_STATUS(cusolverRfRefactor(handle), CUSOLVER_STATUS_NOT_INITIALIZED);
  OK(cusolverRfAnalyze(handle));
  check_solution(handle, s);  // by the factors that it was given
  int numbers = 0, *offsets = nullptr, *indices = nullptr;
  double* values = nullptr;
  OK(cusolverRfAccessBundledFactorsDevice(handle, &numbers, &offsets, &indices, &values));
  for (const auto fast :
       {CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF, CUSOLVERRF_RESET_VALUES_FAST_MODE_ON}) {
    OK(cusolverRfSetResetValuesFastMode(handle, fast));
    s.change();
    s.factor();
    const Lines a = s.lines_of_a();
    OnDevice<int> ao(a.offsets), ai(a.indices), p(s.p), q(s.q);
    OnDevice<double> av(a.values);
    OK(cusolverRfResetValues(n, a.count(), ao.device, ai.device, av.device, p.device, q.device,
                             handle));
    OK(cusolverRfRefactor(handle));
    check_solution(handle, s);
    // What a program may look at: both in one, without the ones.
    std::vector<int> seen_offsets(n + 1), seen_indices(numbers);
    std::vector<double> seen(numbers);
    CUDA(cudaMemcpy(seen_offsets.data(), offsets, (n + 1) * sizeof(int), cudaMemcpyDeviceToHost));
    CUDA(cudaMemcpy(seen_indices.data(), indices, numbers * sizeof(int), cudaMemcpyDeviceToHost));
    CUDA(cudaMemcpy(seen.data(), values, numbers * sizeof(double), cudaMemcpyDeviceToHost));
    Dense both = s.l;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) both(i, j) += s.u(i, j) - (i == j ? 1.0 : 0.0);
    compare<double>("bundled on the device",
                    written_out(n, seen_offsets.data(), seen_indices.data(), seen.data(), format),
                    both);
    int count = 0, *ho = nullptr, *hi = nullptr;
    double* hv = nullptr;
    OK(cusolverRfExtractBundledFactorsHost(handle, &count, &ho, &hi, &hv));
    CHECK(count == numbers);
    compare<double>("bundled on the host", written_out(n, ho, hi, hv, format), both);
    free(ho), free(hi), free(hv);
    int in_l = 0, in_u = 0, *lo = nullptr, *li = nullptr, *uo = nullptr, *ui = nullptr;
    double *lv = nullptr, *uv = nullptr;
    OK(cusolverRfExtractSplitFactorsHost(handle, &in_l, &lo, &li, &lv, &in_u, &uo, &ui, &uv));
    CHECK(in_l == s.lower().count() && in_u == s.upper().count());
    Dense l = written_out(n, lo, li, lv, format), u = written_out(n, uo, ui, uv, format);
    for (int i = 0; i < n && !s.stored; ++i) (s.ones_in_u ? u : l)(i, i) = 1;
    compare<double>("L of two", l, s.l);
    compare<double>("U of two", u, s.u);
    compare<double>("L U", l * u, s.permuted());
    free(lo), free(li), free(lv), free(uo), free(ui), free(uv);
  }
  OK(cusolverRfDestroy(handle));
  EXPECT_STATUS(cusolverRfDestroy(handle), CUSOLVER_STATUS_NOT_INITIALIZED);
}

// The pivot of row `row` becomes 0, as the row and what is above it do.
void zero_pivots(int n, int row) {
  Problem s(n, CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L);
  const cusolverRfHandle_t handle = begin(s, false);
  OK(cusolverRfAnalyze(handle));
  for (int j = 0; j < n; ++j) s.a(s.p[row], j) = 0;
  const Lines a = s.lines_of_a();
  OnDevice<int> ao(a.offsets), ai(a.indices), p(s.p), q(s.q);
  OnDevice<double> av(a.values);
  Array<double> x(n), temporary(n);
  OK(cusolverRfResetValues(n, a.count(), ao.device, ai.device, av.device, p.device, q.device,
                           handle));
  EXPECT_STATUS(cusolverRfRefactor(handle), kZero);
  EXPECT_STATUS(cusolverRfSolve(handle, p.device, q.device, 1, temporary.device, n, x.device, n),
                kZero);
  cusolverRfNumericBoostReport_t report;
  OK(cusolverRfGetNumericBoostReport(handle, &report));
  CHECK(report == CUSOLVERRF_NUMERIC_BOOST_NOT_USED);
  OK(cusolverRfSetNumericProperties(handle, 1e-10, 0.25));
  double zero = 0, boost = 0;
  OK(cusolverRfGetNumericProperties(handle, &zero, &boost));
  CHECK(zero == 1e-10 && boost == 0.25);
  OK(cusolverRfRefactor(handle));
  OK(cusolverRfGetNumericBoostReport(handle, &report));
  CHECK(report == CUSOLVERRF_NUMERIC_BOOST_USED);
  // That is the matrix with 0.25 there.
  s.a(s.p[row], s.q[row]) = 0.25;
  check_solution(handle, s);
  OK(cusolverRfDestroy(handle));
}

void batch(int n, int count) {
  Problem s(n, CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L);
  const Problem first = s;
  std::vector<Dense> matrices;
  std::vector<std::vector<double>> values;
  std::vector<double*> pointers;
  for (int i = 0; i < count; ++i) {
    s.change();
    if (i == 2)
      for (int j = 0; j < n; ++j) s.a(s.p[1], j) = 0;
    matrices.push_back(s.a);
    values.push_back(s.lines_of_a().values);
    if (i == 2) s.a = first.a;
  }
  for (auto& each : values) pointers.push_back(each.data());
  Lines a = first.lines_of_a(), l = first.lower(), u = first.upper();
  std::vector<int> hp = s.p, hq = s.q;
  cusolverRfHandle_t handle;
  OK(cusolverRfCreate(&handle));
  OK(cusolverRfSetMatrixFormat(handle, s.format, s.diagonal));
  OK(cusolverRfBatchSetupHost(count, n, a.count(), a.offsets.data(), a.indices.data(),
                              pointers.data(), l.count(), l.offsets.data(), l.indices.data(),
                              l.values.data(), u.count(), u.offsets.data(), u.indices.data(),
                              u.values.data(), hp.data(), hq.data(), handle));
  OK(cusolverRfBatchAnalyze(handle));
  OnDevice<int> ao(a.offsets), ai(a.indices), p(s.p), q(s.q);
  for (const bool again : {false, true}) {
    if (again) {  // the same numbers in the other order
      std::reverse(matrices.begin(), matrices.end());
      std::reverse(values.begin(), values.end());
      std::vector<OnDevice<double>*> kept;
      std::vector<double*> at;
      for (const auto& each : values) {
        kept.push_back(new OnDevice<double>(each));
        at.push_back(kept.back()->device);
      }
      OnDevice<double*> table(at);
      OK(cusolverRfBatchResetValues(count, n, a.count(), ao.device, ai.device, table.device,
                                    p.device, q.device, handle));
      for (auto* const each : kept) delete each;
    }
    OK(cusolverRfBatchRefactor(handle));
    const int bad = again ? count - 3 : 2;
    std::vector<int> position(count, -7);
    EXPECT_STATUS(cusolverRfBatchZeroPivot(handle, position.data()), kZero);
    std::vector<Matrix<double>*> x;
    std::vector<double*> at;
    const Dense b = any<double>(n, 2);
    for (int i = 0; i < count; ++i) {
      CHECK(position[i] == (i == bad ? 1 : -1));
      x.push_back(new Matrix<double>(b));
      at.push_back(x[i]->device);
    }
    OnDevice<double*> table(at);
    Array<double> temporary(n * 2 * count);
    OK(cusolverRfBatchSolve(handle, p.device, q.device, 2, temporary.device, n, table.device,
                            x[0]->ld));
    for (int i = 0; i < count; ++i) {
      if (i != bad) compare<double>("cusolverRfBatchSolve", matrices[i] * x[i]->get(), b);
      delete x[i];
    }
  }
  OK(cusolverRfDestroy(handle));
}

void wrong_arguments() {
  const Problem s(5, CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L);
  EXPECT_STATUS(cusolverRfCreate(nullptr), kBad);
  EXPECT_STATUS(cusolverRfAnalyze(nullptr), CUSOLVER_STATUS_NOT_INITIALIZED);
  cusolverRfHandle_t handle;
  OK(cusolverRfCreate(&handle));
  EXPECT_STATUS(cusolverRfAnalyze(handle), CUSOLVER_STATUS_NOT_INITIALIZED);
  EXPECT_STATUS(cusolverRfSetMatrixFormat(handle, Format(2), s.diagonal), kBad);
  EXPECT_STATUS(cusolverRfSetMatrixFormat(handle, s.format, Diagonal(4)), kBad);
  EXPECT_STATUS(
      cusolverRfSetAlgs(handle, CUSOLVERRF_FACTORIZATION_ALG0, cusolverRfTriangularSolve_t(0)),
      kBad);
  OK(cusolverRfSetAlgs(handle, CUSOLVERRF_FACTORIZATION_ALG2, CUSOLVERRF_TRIANGULAR_SOLVE_ALG3));
  cusolverRfFactorization_t factorization;
  cusolverRfTriangularSolve_t solve;
  OK(cusolverRfGetAlgs(handle, &factorization, &solve));
  CHECK(factorization == CUSOLVERRF_FACTORIZATION_ALG2);
  CHECK(solve == CUSOLVERRF_TRIANGULAR_SOLVE_ALG3);
  OK(cusolverRfSetMatrixFormat(handle, s.format, s.diagonal));
  Lines a = s.lines_of_a(), l = s.lower(), u = s.upper();
  std::vector<int> p = s.p, q = s.q;
  const auto set_up = [&](int n, double* values) {
    return cusolverRfSetupHost(n, a.count(), a.offsets.data(), a.indices.data(), values, l.count(),
                               l.offsets.data(), l.indices.data(), l.values.data(), u.count(),
                               u.offsets.data(), u.indices.data(), u.values.data(), p.data(),
                               q.data(), handle);
  };
  EXPECT_STATUS(set_up(0, a.values.data()), kBad);
  EXPECT_STATUS(set_up(5, nullptr), kBad);
  std::swap(p[0], q[0]);
  p[0] = 9;
  EXPECT_STATUS(set_up(5, a.values.data()), kBad);
  OK(cusolverRfDestroy(handle));
}

int main() {
  for (const int n : {1, 2, 23, 90})
    for (const Format format : {CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_MATRIX_FORMAT_CSC})
      for (int diagonal = 0; diagonal < 4; ++diagonal)
        refactored(n, format, Diagonal(diagonal), pick(0, 1));
  zero_pivots(1, 0);
  zero_pivots(17, 0);
  zero_pivots(17, 9);
  batch(14, 6);
  wrong_arguments();
  std::puts("refactored");
  return 0;
}
