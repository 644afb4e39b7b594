// SPDX-License-Identifier: Apache-2.0
// A tutorial of CuTe (TUTORIAL, as it is), whose own main looks at no result: its gemm() on small
// integers, which are exact in ELEMENT, compared with the host's sums.
#define main tutorial_main
#include TUTORIAL
#undef main

namespace {

using Element = ELEMENT;

int wrong(char a_as, char b_as, int m, int n, int k) {
  const auto value = [](int i, int p, int salt) { return (i * 7 + p * 3 + i * p + salt) % 5 - 2; };
  thrust::host_vector<Element> a(m * k), b(n * k), c(m * n);
  const int lda = a_as == 'N' ? m : k, ldb = b_as == 'N' ? k : n;
  for (int p = 0; p < k; ++p) {
    for (int i = 0; i < m; ++i)
      a[a_as == 'N' ? i + p * lda : i * lda + p] = Element(float(value(i, p, 1)));
    for (int j = 0; j < n; ++j)
      b[b_as == 'T' ? j + p * ldb : j * ldb + p] = Element(float(value(j, p, 2)));
  }
  for (int i = 0; i < m * n; ++i) c[i] = Element(float(i % 17));
  thrust::device_vector<Element> da = a, db = b, dc = c;
  gemm(a_as, b_as, m, n, k, Element(2.0f), da.data().get(), lda, db.data().get(), ldb,
       Element(1.0f), dc.data().get(), m);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  c = dc;
  int count = 0;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < m; ++i) {
      int want = (i + j * m) % 17;
      for (int p = 0; p < k; ++p) want += 2 * value(i, p, 1) * value(j, p, 2);
      const float got = c[i + j * m];
      if (got != want && ++count < 4)
        std::fprintf(stderr, "mismatch %c%c C(%d, %d): %g, not %d\n", a_as, b_as, i, j, got, want);
    }
  }
  return count;
}

}  // namespace

int main() {
#ifndef ONLY_TN
  if (wrong('N', 'T', 256, 128, 192)) return 1;
#endif
  return wrong('T', 'N', 128, 256, 192) != 0;
}
