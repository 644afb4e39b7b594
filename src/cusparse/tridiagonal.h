// SPDX-License-Identifier: Apache-2.0
// Systems with K diagonals on each side: Gaussian elimination with row exchanges, also where a
// function need not have them.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "cusparse/csr.h"

namespace heddle::cusparse {

template <class T, int K>
class Band {
 public:
  explicit Band(i64 m) : rows_(m) {}
  T& at(i64 i, i64 j) { return rows_[i][j - i + K]; }

  // b(i, c) is element i of right side c, which the solution replaces.
  template <class B>
  void solve(i64 sides, B b) {
    const i64 m = static_cast<i64>(rows_.size());
    for (i64 k = 0; k < m; ++k) {
      const i64 last = std::min(m - 1, k + K), right = std::min(m - 1, k + 2 * K);
      i64 pivot = k;
      for (i64 i = k + 1; i <= last; ++i)
        if (size(at(i, k)) > size(at(pivot, k))) pivot = i;
      if (pivot != k) {
        for (i64 j = k; j <= right; ++j) std::swap(at(k, j), at(pivot, j));
        for (i64 c = 0; c < sides; ++c) std::swap(b(k, c), b(pivot, c));
      }
      for (i64 i = k + 1; i <= last; ++i) {
        if (at(i, k) == T(0)) continue;
        const T factor = divided(at(i, k), at(k, k));
        for (i64 j = k + 1; j <= right; ++j) at(i, j) -= times(factor, at(k, j));
        for (i64 c = 0; c < sides; ++c) b(i, c) -= times(factor, b(k, c));
      }
    }
    for (i64 c = 0; c < sides; ++c) {
      for (i64 i = m - 1; i >= 0; --i) {
        T sum = b(i, c);
        for (i64 j = i + 1; j <= std::min(m - 1, i + 2 * K); ++j) sum -= times(at(i, j), b(j, c));
        b(i, c) = divided(sum, at(i, i));
      }
    }
  }

 private:
  static auto size(T value) { return std::abs(std::real(value)) + std::abs(std::imag(value)); }
  std::vector<std::array<T, 3 * K + 1>> rows_;
};

// Diagonals whose elements are `step` apart.
template <class T>
Band<T, 1> tridiagonal(i64 m, const T* dl, const T* d, const T* du, i64 step) {
  Band<T, 1> a(m);
  for (i64 i = 0; i < m; ++i) {
    if (i > 0) a.at(i, i - 1) = dl[i * step];
    a.at(i, i) = d[i * step];
    if (i + 1 < m) a.at(i, i + 1) = du[i * step];
  }
  return a;
}

inline bool is_system(i64 m, i64 n, i64 ldb) {
  return m >= 3 && n >= 0 && ldb >= m;
}
template <class T>
Status gtsv2_bufferSizeExt(Call& call, i64 m, i64 n, const T*, const T*, const T*, const T*,
                           i64 ldb, size_t* size) {
  return is_system(m, n, ldb) ? tell_buffer(call, size) : call.invalid();
}
template <class T>
Status gtsv2_nopivot_bufferSizeExt(Call& call, i64 m, i64 n, const T* dl, const T* d, const T* du,
                                   const T* b, i64 ldb, size_t* size) {
  return gtsv2_bufferSizeExt(call, m, n, dl, d, du, b, ldb, size);
}
template <class T>
Status gtsv2(Call& call, i64 m, i64 n, const T* dl, const T* d, const T* du, T* b, i64 ldb,
             void* buffer) {
  if (!is_system(m, n, ldb)) return call.invalid();
  call.writes_matrix(b, m, n, ldb);
  return call.once(cost_of(static_cast<double>(m) * (10 + 5 * n)), [=] {
    tridiagonal(m, dl, d, du, 1).solve(n, [=](i64 i, i64 c) -> T& { return b[c * ldb + i]; });
  });
}
template <class T>
Status gtsv2_nopivot(Call& call, i64 m, i64 n, const T* dl, const T* d, const T* du, T* b, i64 ldb,
                     void* buffer) {
  return gtsv2(call, m, n, dl, d, du, b, ldb, buffer);
}

template <class T>
Status gtsv2StridedBatch_bufferSizeExt(Call& call, i64 m, const T*, const T*, const T*, const T*,
                                       i64 count, i64 stride, size_t* size) {
  return m >= 3 && count >= 0 && stride >= m ? tell_buffer(call, size) : call.invalid();
}
template <class T>
Status gtsv2StridedBatch(Call& call, i64 m, const T* dl, const T* d, const T* du, T* x, i64 count,
                         i64 stride, void* buffer) {
  if (m < 3 || count < 0 || stride < m) return call.invalid();
  call.writes_matrix(x, m, count, stride);
  return call.ranges(
      count, cost_of(static_cast<double>(m) * count * 15), 1, [=](i64 begin, i64 end) {
        for (i64 k = begin; k < end; ++k) {
          const i64 from = k * stride;
          tridiagonal(m, dl + from, d + from, du + from, 1).solve(1, [=](i64 i, i64) -> T& {
            return x[from + i];
          });
        }
      });
}

// Interleaved: element i of system k is number i * count + k.
inline bool is_interleaved(int algorithm, int algorithms, i64 m, i64 count) {
  return algorithm >= 0 && algorithm < algorithms && m >= 3 && count >= 0;
}
template <class T>
Status gtsvInterleavedBatch_bufferSizeExt(Call& call, int algorithm, i64 m, const T*, const T*,
                                          const T*, const T*, i64 count, size_t* size) {
  return is_interleaved(algorithm, 3, m, count) ? tell_buffer(call, size) : call.invalid();
}
template <class T>
Status gtsvInterleavedBatch(Call& call, int algorithm, i64 m, T* dl, T* d, T* du, T* x, i64 count,
                            void* buffer) {
  if (!is_interleaved(algorithm, 3, m, count)) return call.invalid();
  call.writes(x, m * count, 1);
  return call.ranges(
      count, cost_of(static_cast<double>(m) * count * 15), 1, [=](i64 begin, i64 end) {
        for (i64 k = begin; k < end; ++k)
          tridiagonal(m, dl + k, d + k, du + k, count).solve(1, [=](i64 i, i64) -> T& {
            return x[i * count + k];
          });
      });
}

template <class T>
Status gpsvInterleavedBatch_bufferSizeExt(Call& call, int algorithm, i64 m, const T*, const T*,
                                          const T*, const T*, const T*, const T*, i64 count,
                                          size_t* size) {
  return is_interleaved(algorithm, 1, m, count) ? tell_buffer(call, size) : call.invalid();
}
template <class T>
Status gpsvInterleavedBatch(Call& call, int algorithm, i64 m, T* ds, T* dl, T* d, T* du, T* dw,
                            T* x, i64 count, void* buffer) {
  if (!is_interleaved(algorithm, 1, m, count)) return call.invalid();
  call.writes(x, m * count, 1);
  return call.ranges(count, cost_of(static_cast<double>(m) * count * 30), 1,
                     [=](i64 begin, i64 end) {
                       for (i64 k = begin; k < end; ++k) {
                         Band<T, 2> a(m);
                         const T* const diagonals[] = {ds, dl, d, du, dw};
                         for (i64 i = 0; i < m; ++i)
                           for (int of = 0; of < 5; ++of)
                             if (i + of - 2 >= 0 && i + of - 2 < m)
                               a.at(i, i + of - 2) = diagonals[of][i * count + k];
                         a.solve(1, [=](i64 i, i64) -> T& { return x[i * count + k]; });
                       }
                     });
}

}  // namespace heddle::cusparse
