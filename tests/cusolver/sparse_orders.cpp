// SPDX-License-Identifier: Apache-2.0
// Orders of sparse matrices: permutations that make factors smaller, matrices permuted, rows
// matched to columns.
#include "sparse_test.h"

OF_SPARSE(csrzfdHost)

using Order = std::vector<int>;

// A grid of 5 points in an order by chance.
Dense grid(int side) {
  const int n = side * side;
  Order name(n);
  for (int i = 0; i < n; ++i) name[i] = i;
  for (int i = n - 1; i > 0; --i) std::swap(name[i], name[pick(0, i)]);
  Dense out(n, n);
  const auto join = [&](int a, int b) { out(name[a], name[b]) = out(name[b], name[a]) = -1; };
  for (int i = 0; i < n; ++i) {
    out(name[i], name[i]) = 4.5;
    if (i % side > 0) join(i, i - 1);
    if (i >= side) join(i, i - side);
  }
  return out;
}

// Numbers of the Cholesky factor, and how far from the diagonal they are at most.
struct Shape {
  int numbers = 0, width = 0;
};
Shape factor_of(const Dense& a, const Order& p) {
  const int n = a.rows;
  std::vector<char> is(std::size_t(n) * n);
  const auto at = [&](int i, int j) -> char& { return is[std::size_t(j) * n + i]; };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) at(i, j) = a(p[i], p[j]) != Big(0);
  Shape out;
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < n; ++i) {
      if (!at(i, j)) continue;
      ++out.numbers;
      out.width = std::max(out.width, i - j);
      for (int k = j + 1; k <= i; ++k)
        if (at(k, j)) at(i, k) = 1;
    }
  }
  return out;
}
void check_permutation(Order p) {
  std::sort(p.begin(), p.end());
  for (std::size_t i = 0; i < p.size(); ++i) CHECK(p[i] == int(i));
}

template <class Function>
Order order(cusolverSpHandle_t handle, const Sparse<double>& s, Function function) {
  Order p(s.a.rows, -1);
  OK(function(handle, s.a.rows, s.count(), s.descr.at, s.offsets.data(), s.columns.data(),
              p.data()));
  check_permutation(p);
  return p;
}
cusolverStatus_t dissect(cusolverSpHandle_t handle, int n, int nnz, cusparseMatDescr_t descr,
                         const int* offsets, const int* columns, int* p) {
  return cusolverSpXcsrmetisndHost(handle, n, nnz, descr, offsets, columns, nullptr, p);
}

void fill(cusolverSpHandle_t handle) {
  const Dense a = grid(19);
  Order as_it_is(a.rows);
  for (int i = 0; i < a.rows; ++i) as_it_is[i] = i;
  const Shape before = factor_of(a, as_it_is);
  for (const int base : {0, 1}) {
    const Sparse<double> s(a, base);
    const Shape rcm = factor_of(a, order(handle, s, cusolverSpXcsrsymrcmHost));
    const Shape mdq = factor_of(a, order(handle, s, cusolverSpXcsrsymmdqHost));
    const Shape amd = factor_of(a, order(handle, s, cusolverSpXcsrsymamdHost));
    const Shape nd = factor_of(a, order(handle, s, dissect));
    // A band of 19 to 26 (corner to corner), and 3 to 5 n log n numbers where a band has 6800.
    CHECK(before.numbers > 12000);
    CHECK(rcm.width <= 26 && rcm.numbers < 7000);
    CHECK(mdq.numbers < 3600);
    CHECK(amd.numbers < 3600);
    CHECK(nd.numbers < 4600);
  }
  const Sparse<double> s(a, 0);
  Order p(a.rows);
  const int64_t options[40] = {};
  EXPECT_STATUS(cusolverSpXcsrmetisndHost(handle, a.rows, s.count(), s.descr.at, s.offsets.data(),
                                          s.columns.data(), options, p.data()),
                CUSOLVER_STATUS_NOT_SUPPORTED);
  EXPECT_STATUS(cusolverSpXcsrsymrcmHost(handle, a.rows, s.count(), s.descr.at, s.offsets.data(),
                                         s.columns.data(), nullptr),
                kBad);
}

// Parts that do not hang together, and rows alone.
void parts(cusolverSpHandle_t handle) {
  Dense a(150, 150);
  for (int i = 0; i < 150; ++i) {
    a(i, i) = 1;
    if (i % 50 > 20) a(i, i - 1) = 1;
  }
  const Sparse<double> s(a, 1);
  for (const auto function :
       {cusolverSpXcsrsymrcmHost, cusolverSpXcsrsymmdqHost, cusolverSpXcsrsymamdHost})
    CHECK(factor_of(a * plain_transpose(a), order(handle, s, function)).numbers < 700);
  order(handle, s, dissect);
  // A row that touches all comes last, or next to last.
  Dense star(60, 60);
  for (int i = 0; i < 60; ++i) star(i, 7) = star(7, i) = star(i, i) = 1;
  const Sparse<double> hub(star, 0);
  for (const auto function : {cusolverSpXcsrsymmdqHost, cusolverSpXcsrsymamdHost})
    CHECK(factor_of(star, order(handle, hub, function)).numbers == 60 + 59);
}

void symmetry(cusolverSpHandle_t handle) {
  Dense a = grid(6);
  const auto is = [&](const Sparse<double>& s) {
    int told = -7;
    OK(cusolverSpXcsrissymHost(handle, s.a.rows, s.count(), s.descr.at, s.offsets.data(),
                               s.offsets.data() + 1, s.columns.data(), &told));
    return told;
  };
  CHECK(is(Sparse<double>(a, 0)) == 1);
  CHECK(is(Sparse<double>(a, 1)) == 1);
  // Its pattern: numbers may differ.
  for (int i = 0; i < 36; ++i)
    for (int j = 0; j < i; ++j)
      if (a(i, j) != Big(0)) a(i, j) = 3;
  CHECK(is(Sparse<double>(a, 0)) == 1);
  for (int i = 1; i < 36; ++i) {
    if (a(i, 0) == Big(0)) continue;
    a(i, 0) = 0;
    break;
  }
  CHECK(is(Sparse<double>(a, 1)) == 0);
}

void permuted(cusolverSpHandle_t handle, int m, int n) {
  const Dense a = scattered<double>(m, n, 4, 1);
  const Sparse<double> s(a, pick(0, 1));
  Order p(m), q(n), map(s.count()), offsets = s.offsets, columns = s.columns;
  for (int i = 0; i < m; ++i) p[i] = i;
  for (int j = 0; j < n; ++j) q[j] = j;
  for (int i = m - 1; i > 0; --i) std::swap(p[i], p[pick(0, i)]);
  for (int j = n - 1; j > 0; --j) std::swap(q[j], q[pick(0, j)]);
  for (int k = 0; k < s.count(); ++k) map[k] = 1000 + k;
  std::size_t bytes = 0;
  OK(cusolverSpXcsrperm_bufferSizeHost(handle, m, n, s.count(), s.descr.at, offsets.data(),
                                       columns.data(), p.data(), q.data(), &bytes));
  std::vector<char> buffer(bytes);
  CHECK(bytes > 0);
  OK(cusolverSpXcsrpermHost(handle, m, n, s.count(), s.descr.at, offsets.data(), columns.data(),
                            p.data(), q.data(), map.data(), buffer.data()));
  CHECK(offsets[0] == s.base && offsets[m] == s.count() + s.base);
  Dense b(m, n);
  for (int i = 0; i < m; ++i) {
    for (int at = offsets[i] - s.base; at < offsets[i + 1] - s.base; ++at) {
      CHECK(at == offsets[i] - s.base || columns[at - 1] < columns[at]);
      b(i, columns[at] - s.base) = s.values[map[at] - 1000];
    }
  }
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) CHECK(b(i, j) == a(p[i], q[j]));
  p[0] = p[m - 1];
  EXPECT_STATUS(
      cusolverSpXcsrpermHost(handle, m, n, s.count(), s.descr.at, offsets.data(), columns.data(),
                             p.data(), q.data(), map.data(), buffer.data()),
      kBad);
}

// A diagonal without zeros, hidden by a permutation of rows and by numbers that are kept but 0.
template <class T>
void diagonals(cusolverSpHandle_t handle, int n) {
  Dense a(n, n);
  Order hidden(n);
  for (int i = 0; i < n; ++i) hidden[i] = i;
  for (int i = n - 1; i > 0; --i) std::swap(hidden[i], hidden[pick(0, i)]);
  for (int i = 0; i < n; ++i) {
    a(i, hidden[i]) = 2;
    a(i, pick(0, n - 1)) = 1;
    a(i, pick(0, n - 1)) = 3;
  }
  for (int found = n; found > n - 3 && found > 0; --found) {
    const Sparse<T> s(a, pick(0, 1));
    Order p(n);
    int matched = -7;
    OK(csrzfdHost<T>(handle, n, s.count(), s.descr.at, s.values.data(), s.offsets.data(),
                     s.columns.data(), p.data(), &matched));
    check_permutation(p);
    int there = 0;
    for (int i = 0; i < n; ++i) there += a(p[i], i) != Big(0);
    CHECK(there == matched);
    CHECK(found == n ? matched == n : matched <= found);
    for (int j = 0; j < n; ++j) a(n - found, j) = 0;  // a row less that can have one
  }
}

int main() {
  cusolverSpHandle_t handle;
  OK(cusolverSpCreate(&handle));
  fill(handle);
  parts(handle);
  symmetry(handle);
  permuted(handle, 40, 40);
  permuted(handle, 17, 33);
  permuted(handle, 33, 17);
  for (const int n : {1, 2, 30, 200}) {
    FOR_TYPES(diagonals, handle, n);
  }
  OK(cusolverSpDestroy(handle));
  std::puts("orders found");
  return 0;
}
