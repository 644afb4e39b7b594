// SPDX-License-Identifier: Apache-2.0
// Singular values. The Jacobi functions have the results of LAPACK's divide and conquer: their
// tolerance and sweeps change nothing.
#pragma once

#include <cmath>

#include "cusolver/lapack.h"

namespace heddle::cusolver {

inline bool is_job(signed char job) {
  return job == 'A' || job == 'S' || job == 'O' || job == 'N';
}

// xGESVD; `over`: what is not zero of a bidiagonal matrix that did not converge, or null.
template <class T>
int svd(char jobu, char jobvt, int m, int n, T* a, int lda, Real<T>* s, T* u, int ldu, T* vt,
        int ldvt, Real<T>* over) {
  int info = 0;
  const int count = std::max(1, std::min(m, n));
  T none{};
  if (!u) u = &none;
  if (!vt) vt = &none;
  if constexpr (is_complex<T>) {
    std::vector<Real<T>> real(5 * static_cast<std::size_t>(count));
    with_work<T>([&](T* work, int size) {
      blas<T>(Routine::gesvd, jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, size,
              real.data(), &info);
    });
    if (over) std::copy_n(real.data(), count - 1, over);
  } else {
    with_work<T>([&](T* work, int size) {
      blas<T>(Routine::gesvd, jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, size, &info);
      if (over && size > 0) std::copy_n(work + 1, std::min(count - 1, size - 1), over);
    });
  }
  return info;
}

template <class T>
Status gesvd_bufferSize(Call&, int m, int n, int* size) {
  return m >= 0 && n >= 0 ? tell_size(size) : Call::invalid();
}
// As documented, for m >= n.
template <class T>
Status gesvd(Call& call, signed char jobu, signed char jobvt, int m, int n, T* a, int lda,
             Real<T>* s, T* u, int ldu, T* vt, int ldvt, T*, int, Real<T>* over, int* info) {
  if (!is_job(jobu) || !is_job(jobvt) || (jobu == 'O' && jobvt == 'O')) return call.invalid();
  if (!is_matrix(m, n, lda) || m < n) return call.invalid();
  const bool has_u = jobu == 'A' || jobu == 'S', has_vt = jobvt == 'A' || jobvt == 'S';
  if (has_u && ldu < std::max(1, m)) return call.invalid();
  if (has_vt && ldvt < std::max(1, n)) return call.invalid();
  call.changes_matrix(a, m, n, lda).writes(s, n, 1).writes(info, info ? 1 : 0, 1);
  if (has_u) call.writes_matrix(u, m, jobu == 'A' ? m : n, ldu);
  if (has_vt) call.writes_matrix(vt, n, n, ldvt);
  if (over) call.writes(over, std::max(0, n - 1), 1);
  return call.once(cubic(m, n, n, 10), [=] {
    tell(info, svd(static_cast<char>(jobu), static_cast<char>(jobvt), m, n, a, lda, s,
                   has_u ? u : nullptr, std::max(1, ldu), has_vt ? vt : nullptr, std::max(1, ldvt),
                   over));
  });
}

// xGESDD, divide and conquer: with vectors it takes a fraction of what xGESVD does. job: A or S.
template <class T>
int svd_divided(char job, int m, int n, T* a, int lda, Real<T>* s, T* u, int ldu, T* vt, int ldvt) {
  int info = 0;
  const auto least = static_cast<std::size_t>(std::max(1, std::min(m, n)));
  const auto most = static_cast<std::size_t>(std::max(m, n));
  std::vector<int> integers(8 * least);
  with_work<T>([&](T* work, int size) {
    if constexpr (is_complex<T>) {
      std::vector<Real<T>> reals(size < 0 ? 1 : least * (5 * least + 2 * most + 7));
      blas<T>(Routine::gesdd, job, m, n, a, lda, s, u, ldu, vt, ldvt, work, size, reals.data(),
              integers.data(), &info);
    } else {
      blas<T>(Routine::gesdd, job, m, n, a, lda, s, u, ldu, vt, ldvt, work, size, integers.data(),
              &info);
    }
  });
  return info;
}

// A = U S V', with V itself in `v`: of `columns` columns each (all: those of a square matrix).
template <class T>
int svd_with_v(bool vectors, bool all, int m, int n, T* a, int lda, Real<T>* s, T* u, int ldu, T* v,
               int ldv) {
  if (!vectors) return svd<T>('N', 'N', m, n, a, lda, s, nullptr, 1, nullptr, 1, nullptr);
  const int rows = all ? n : std::min(m, n);
  std::vector<T> vt(static_cast<std::size_t>(rows) * n);
  const char job = all ? 'A' : 'S';
  const int info = svd_divided(job, m, n, a, lda, s, u, ldu, vt.data(), std::max(1, rows));
  for (i64 i = 0; i < rows; ++i)
    for (i64 j = 0; j < n; ++j) v[i * ldv + j] = library::conjugate(vt[j * rows + i]);
  return info;
}

template <class T>
Status gesvdj_bufferSize(Call&, cusolverEigMode_t jobz, int, int m, int n, const T*, int lda,
                         const Real<T>*, const T*, int ldu, const T*, int ldv, int* size,
                         gesvdjInfo_t) {
  if (!is_mode(jobz) || !is_matrix(m, n, lda)) return Call::invalid();
  const bool vectors = jobz == CUSOLVER_EIG_MODE_VECTOR;
  if (vectors && (ldu < std::max(1, m) || ldv < std::max(1, n))) return Call::invalid();
  return tell_size(size);
}
template <class T>
Status gesvdj(Call& call, cusolverEigMode_t jobz, int econ, int m, int n, T* a, int lda, Real<T>* s,
              T* u, int ldu, T* v, int ldv, T*, int, int* info, gesvdjInfo_t params) {
  int unused = 0;
  if (gesvdj_bufferSize<T>(call, jobz, econ, m, n, a, lda, s, u, ldu, v, ldv, &unused, params))
    return call.invalid();
  const bool vectors = jobz == CUSOLVER_EIG_MODE_VECTOR, all = econ == 0;
  const int least = std::min(m, n);
  call.changes_matrix(a, m, n, lda).writes(s, least, 1).writes(info, info ? 1 : 0, 1);
  if (vectors)
    call.writes_matrix(u, m, all ? m : least, ldu).writes_matrix(v, n, all ? n : least, ldv);
  return call.once(cubic(m, n, least, 12),
                   [=] { tell(info, svd_with_v(vectors, all, m, n, a, lda, s, u, ldu, v, ldv)); });
}

template <class T>
Status gesvdjBatched_bufferSize(Call& call, cusolverEigMode_t jobz, int m, int n, const T* a,
                                int lda, const Real<T>* s, const T* u, int ldu, const T* v, int ldv,
                                int* size, gesvdjInfo_t params, int batch) {
  if (batch < 0) return Call::invalid();
  return gesvdj_bufferSize<T>(call, jobz, 0, m, n, a, lda, s, u, ldu, v, ldv, size, params);
}
// Matrices one behind the other. On a GPU they are of 32 rows and columns at most.
template <class T>
Status gesvdjBatched(Call& call, cusolverEigMode_t jobz, int m, int n, T* a, int lda, Real<T>* s,
                     T* u, int ldu, T* v, int ldv, T*, int size, int* info, gesvdjInfo_t params,
                     int batch) {
  if (size < kWorkSize) return call.invalid();
  int unused = 0;
  if (gesvdjBatched_bufferSize<T>(call, jobz, m, n, a, lda, s, u, ldu, v, ldv, &unused, params,
                                  batch))
    return call.invalid();
  if (batch == 0) return CUSOLVER_STATUS_SUCCESS;
  const bool vectors = jobz == CUSOLVER_EIG_MODE_VECTOR;
  const int least = std::min(m, n);
  call.changes_matrix(a, m, i64{n} * batch, lda).writes(s, i64{least} * batch, 1);
  call.writes(info, info ? batch : 0, 1);
  if (vectors)
    call.writes_matrix(u, m, i64{m} * batch, ldu).writes_matrix(v, n, i64{n} * batch, ldv);
  return call.ranges(batch, cubic(m, n, least, 20.0 * batch), 1, [=](i64 begin, i64 end) {
    for (i64 i = begin; i < end; ++i) {
      const int result = svd_with_v(vectors, true, m, n, a + i * lda * n, lda, s + i * least,
                                    u + i * ldu * m, ldu, v + i * ldv * n, ldv);
      if (info) info[i] = result;
    }
  });
}

template <class T>
Status gesvdaStridedBatched_bufferSize(Call&, cusolverEigMode_t jobz, int rank, int m, int n,
                                       const T*, int lda, long long, const Real<T>*, long long,
                                       const T*, int ldu, long long, const T*, int ldv, long long,
                                       int* size, int batch) {
  if (!is_mode(jobz) || !is_matrix(m, n, lda) || rank < 1 || rank > std::min(m, n) || batch < 0)
    return Call::invalid();
  const bool vectors = jobz == CUSOLVER_EIG_MODE_VECTOR;
  if (vectors && (ldu < std::max(1, m) || ldv < std::max(1, n))) return Call::invalid();
  return tell_size(size);
}
// The greatest `rank` of each; the input stays. What is left of A is told where the host asks for
// it.
template <class T>
Status gesvdaStridedBatched(Call& call, cusolverEigMode_t jobz, int rank, int m, int n, const T* a,
                            int lda, long long stride_a, Real<T>* s, long long stride_s, T* u,
                            int ldu, long long stride_u, T* v, int ldv, long long stride_v, T*,
                            int size, int* info, double* left, int batch) {
  if (size < kWorkSize) return call.invalid();
  int unused = 0;
  if (gesvdaStridedBatched_bufferSize<T>(call, jobz, rank, m, n, a, lda, stride_a, s, stride_s, u,
                                         ldu, stride_u, v, ldv, stride_v, &unused, batch))
    return call.invalid();
  // One behind the other, and apart.
  const bool are_apart = stride_a >= i64{lda} * n && stride_s >= rank &&
                         (jobz != CUSOLVER_EIG_MODE_VECTOR ||
                          (stride_u >= i64{ldu} * rank && stride_v >= i64{ldv} * rank));
  if (batch > 1 && !are_apart) return call.invalid();
  if (batch == 0) return CUSOLVER_STATUS_SUCCESS;
  if (left) {
    if (const Status status = call.may_wait()) return status;
  }
  const bool vectors = jobz == CUSOLVER_EIG_MODE_VECTOR;
  call.writes(info, info ? batch : 0, 1);
  for (i64 i = 0; i < batch; ++i) {
    call.reads_matrix(a + i * stride_a, m, n, lda).writes(s + i * stride_s, rank, 1);
    if (vectors) {
      call.writes_matrix(u + i * stride_u, m, rank, ldu);
      call.writes_matrix(v + i * stride_v, n, rank, ldv);
    }
  }
  const Status status =
      call.ranges(batch, cubic(m, n, rank, 20.0 * batch), 1, [=](i64 begin, i64 end) {
        const int least = std::min(m, n);
        std::vector<T> copy(static_cast<std::size_t>(m) * n);
        std::vector<T> us(static_cast<std::size_t>(m) * least),
            vs(static_cast<std::size_t>(n) * least);
        std::vector<Real<T>> values(least);
        for (i64 i = begin; i < end; ++i) {
          for (i64 j = 0; j < n; ++j)
            std::copy_n(a + i * stride_a + j * lda, m, copy.data() + j * m);
          const int result =
              svd_with_v(vectors, false, m, n, copy.data(), std::max(1, m), values.data(),
                         us.data(), std::max(1, m), vs.data(), std::max(1, n));
          std::copy_n(values.data(), rank, s + i * stride_s);
          for (i64 j = 0; vectors && j < rank; ++j) {
            std::copy_n(us.data() + j * m, m, u + i * stride_u + j * ldu);
            std::copy_n(vs.data() + j * n, n, v + i * stride_v + j * ldv);
          }
          if (info) info[i] = result;
          // The Frobenius norm of what the values that are left out make.
          double rest = 0;
          for (int j = rank; j < least; ++j) rest += static_cast<double>(values[j]) * values[j];
          if (left) left[i] = std::sqrt(rest);
        }
      });
  return status || !left ? status : call.wait();
}

}  // namespace heddle::cusolver
