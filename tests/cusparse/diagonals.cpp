// SPDX-License-Identifier: Apache-2.0
// Systems with few diagonals, one or many at a time.
#include "older.h"

BY_TYPE(gtsv2_bufferSizeExt)
BY_TYPE(gtsv2)
BY_TYPE(gtsv2_nopivot_bufferSizeExt)
BY_TYPE(gtsv2_nopivot)
BY_TYPE(gtsv2StridedBatch_bufferSizeExt)
BY_TYPE(gtsv2StridedBatch)
BY_TYPE(gtsvInterleavedBatch_bufferSizeExt)
BY_TYPE(gtsvInterleavedBatch)
BY_TYPE(gpsvInterleavedBatch_bufferSizeExt)
BY_TYPE(gpsvInterleavedBatch)

// Systems with K diagonals on each side; what is solved is multiplied again.
template <class T>
void diagonals(cusparseHandle_t handle, int m) {
  const int count = 5, stride = m + 3, sides = 3;
  const auto diagonal = [&](double more) {
    std::vector<T> out;
    for (int i = 0; i < stride * count; ++i) out.push_back(small<T>(big(number<T>()) + more));
    return out;
  };
  // Not dominated by the diagonal where rows may be exchanged.
  const std::vector<T> ds = diagonal(0), dl = diagonal(0), d = diagonal(20), du = diagonal(0),
                       dw = diagonal(0), x = diagonal(0);
  std::vector<T> weak = diagonal(0);
  for (int i = 0; i < m; i += 5) weak[i] = small<T>(Big(0));
  // Element i of system k is number from(k) + i * step.
  const auto check = [&](const char* what, bool five, const std::vector<T>& middle,
                         const std::vector<T>& right, const std::vector<T>& solved, int systems,
                         auto coefficient, auto side) {
    for (int k = 0; k < systems; ++k) {
      for (int i = 0; i < m; ++i) {
        const auto term = [&](const std::vector<T>& of, int j) {
          return j < 0 || j >= m ? Big(0) : big(of[coefficient(k, i)]) * big(solved[side(k, j)]);
        };
        Big sum = term(dl, i - 1) + term(middle, i) + term(du, i + 1);
        if (five) sum += term(ds, i - 2) + term(dw, i + 2);
        near(what, sum, big(right[side(k, i)]), bound<T>() * 2e4);
      }
    }
  };
  Device<T> gs(ds), gl(dl), gd(d), gweak(weak), gu(du), gw(dw);
  std::size_t size = 0;
  const auto shared = [](int, int i) { return i; };
  const auto columns = [=](int k, int i) { return k * stride + i; };
  {
    Device<T> b(x);
    OK(gtsv2_bufferSizeExt<T>(handle, m, sides, gl.at, gweak.at, gu.at, b.at, stride, &size));
    Buffer buffer(size);
    OK(gtsv2<T>(handle, m, sides, gl.at, gweak.at, gu.at, b.at, stride, buffer.at));
    // A system may be near to a singular one: only for double is there enough room.
    if (bound<T>() < 1e-10) check("gtsv2", false, weak, x, b.down(), sides, shared, columns);
  }
  {
    Device<T> b(x);
    OK(gtsv2_nopivot_bufferSizeExt<T>(handle, m, sides, gl.at, gd.at, gu.at, b.at, stride, &size));
    Buffer buffer(size);
    OK(gtsv2_nopivot<T>(handle, m, sides, gl.at, gd.at, gu.at, b.at, stride, buffer.at));
    check("gtsv2_nopivot", false, d, x, b.down(), sides, shared, columns);
  }
  {
    Device<T> b(x);
    OK(gtsv2StridedBatch_bufferSizeExt<T>(handle, m, gl.at, gd.at, gu.at, b.at, count, stride,
                                          &size));
    Buffer buffer(size);
    OK(gtsv2StridedBatch<T>(handle, m, gl.at, gd.at, gu.at, b.at, count, stride, buffer.at));
    check("gtsv2StridedBatch", false, d, x, b.down(), count, columns, columns);
  }
  const auto interleaved = [=](int k, int i) { return i * count + k; };
  for (int algorithm = 0; algorithm < 3; ++algorithm) {
    Device<T> b(x), l(dl), middle(d), u(du);
    OK(gtsvInterleavedBatch_bufferSizeExt<T>(handle, algorithm, m, l.at, middle.at, u.at, b.at,
                                             count, &size));
    Buffer buffer(size);
    OK(gtsvInterleavedBatch<T>(handle, algorithm, m, l.at, middle.at, u.at, b.at, count,
                               buffer.at));
    check("gtsvInterleavedBatch", false, d, x, b.down(), count, interleaved, interleaved);
  }
  Device<T> b(x), s(ds), l(dl), middle(d), u(du), w(dw);
  OK(gpsvInterleavedBatch_bufferSizeExt<T>(handle, 0, m, s.at, l.at, middle.at, u.at, w.at, b.at,
                                           count, &size));
  Buffer buffer(size);
  OK(gpsvInterleavedBatch<T>(handle, 0, m, s.at, l.at, middle.at, u.at, w.at, b.at, count,
                             buffer.at));
  check("gpsvInterleavedBatch", true, d, x, b.down(), count, interleaved, interleaved);
}

int main() {
  in_both_modes([](cusparseHandle_t handle) {
    FOR_TYPES(diagonals, handle, 3);
    FOR_TYPES(diagonals, handle, 70);
  });
  std::printf("passed\n");
}
