// SPDX-License-Identifier: Apache-2.0
// Matrices without their small numbers, by a threshold and by a percentage, from dense ones and
// from CSR, in half, float and double.
#include "cusparse_test.h"

#define BY_REAL_TYPE(name)                        \
  template <class T, class... A>                  \
  cusparseStatus_t name(A... a) {                 \
    if constexpr (std::is_same_v<T, float>)       \
      return cusparseS##name(a...);               \
    else if constexpr (std::is_same_v<T, double>) \
      return cusparseD##name(a...);               \
    else                                          \
      return cusparseH##name(a...);               \
  }
BY_REAL_TYPE(pruneDense2csr_bufferSizeExt)
BY_REAL_TYPE(pruneDense2csrNnz)
BY_REAL_TYPE(pruneDense2csr)
BY_REAL_TYPE(pruneDense2csrByPercentage_bufferSizeExt)
BY_REAL_TYPE(pruneDense2csrNnzByPercentage)
BY_REAL_TYPE(pruneDense2csrByPercentage)
BY_REAL_TYPE(pruneCsr2csr_bufferSizeExt)
BY_REAL_TYPE(pruneCsr2csrNnz)
BY_REAL_TYPE(pruneCsr2csr)
BY_REAL_TYPE(pruneCsr2csrByPercentage_bufferSizeExt)
BY_REAL_TYPE(pruneCsr2csrNnzByPercentage)
BY_REAL_TYPE(pruneCsr2csrByPercentage)

struct Base {
  cusparseMatDescr_t at = nullptr;
  int base;
  explicit Base(int of) : base(of) {
    OK(cusparseCreateMatDescr(&at));
    OK(cusparseSetMatIndexBase(at, static_cast<cusparseIndexBase_t>(of)));
  }
  ~Base() { cusparseDestroyMatDescr(at); }
};

// What is to be left of `entries`, which are in the order of rows.
template <class T>
void check(const std::vector<Entry>& entries, int m, double limit, int base, int total,
           const std::vector<int>& offsets, const std::vector<int>& indices,
           const std::vector<T>& values) {
  std::vector<int> wanted(m + 1, base);
  int k = 0;
  for (const Entry& e : entries) {
    if (!(std::abs(e.value) > limit)) continue;
    CHECK(k < total && indices[k] == e.j + base && big(values[k]) == e.value);
    ++k;
    for (int i = e.i; i < m; ++i) wanted[i + 1] = k + base;
  }
  CHECK(k == total && offsets == wanted);
}
double limit_of(const std::vector<Entry>& entries, float percentage) {
  std::vector<double> sizes;
  for (const Entry& e : entries) sizes.push_back(std::abs(e.value));
  if (sizes.empty()) return 0;
  std::sort(sizes.begin(), sizes.end());
  const double at = std::ceil(sizes.size() * (double(percentage) / 100)) - 1;
  return sizes[static_cast<std::size_t>(std::max(0.0, std::min(at, sizes.size() - 1.0)))];
}

template <class T>
void dense(cusparseHandle_t handle, bool by_percentage) {
  const int m = pick(1, 20), n = pick(1, 20), lda = m + pick(0, 3);
  std::vector<T> a(std::size_t(lda) * n);
  for (T& x : a) x = number<T>();
  std::vector<Entry> entries;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) entries.push_back({i, j, big(a[std::size_t(j) * lda + i])});
  const float percentage = static_cast<float>(pick({0, 20, 50, 99, 100}));
  const T limit = small<T>(Big(pick(0, 15) / 4.0));
  Base c(pick(0, 1));
  Device<T> da(a);
  Scalar<T> threshold(handle, limit);
  Scalar<int> total(handle, -1);
  Device<int> offsets(m + 1);
  std::size_t size = 0;
  pruneInfo_t info;
  OK(cusparseCreatePruneInfo(&info));
  T* const none = nullptr;
  int* const no_index = nullptr;
  if (by_percentage)
    OK(pruneDense2csrByPercentage_bufferSizeExt<T>(handle, m, n, da.at, lda, percentage, c.at, none,
                                                   offsets.at, no_index, info, &size));
  else
    OK(pruneDense2csr_bufferSizeExt<T>(handle, m, n, da.at, lda, threshold.at(), c.at, none,
                                       offsets.at, no_index, &size));
  Buffer buffer(size);
  if (by_percentage)
    OK(pruneDense2csrNnzByPercentage<T>(handle, m, n, da.at, lda, percentage, c.at, offsets.at,
                                        total.at(), info, buffer.at));
  else
    OK(pruneDense2csrNnz<T>(handle, m, n, da.at, lda, threshold.at(), c.at, offsets.at, total.at(),
                            buffer.at));
  const int count = total.get();
  Device<T> values(count);
  Device<int> indices(count);
  if (by_percentage)
    OK(pruneDense2csrByPercentage<T>(handle, m, n, da.at, lda, percentage, c.at, values.at,
                                     offsets.at, indices.at, info, buffer.at));
  else
    OK(pruneDense2csr<T>(handle, m, n, da.at, lda, threshold.at(), c.at, values.at, offsets.at,
                         indices.at, buffer.at));
  check(entries, m, by_percentage ? limit_of(entries, percentage) : big(limit).real(), c.base,
        count, offsets.down(), indices.down(), values.down());
  OK(cusparseDestroyPruneInfo(info));
}

template <class T>
void sparse(cusparseHandle_t handle, bool by_percentage) {
  const int m = pick(1, 20), n = pick(1, 30);
  Base a(pick(0, 1)), c(pick(0, 1));
  const auto entries = random_entries<T>(m, n);
  const Compressed<T, int, int> csr(m, entries, a.base);
  const int nnz = static_cast<int>(entries.size());
  Device<int> from_offsets(csr.offsets), from_indices(csr.indices), offsets(m + 1);
  Device<T> from(csr.values);
  const float percentage = static_cast<float>(pick({0, 20, 50, 99, 100}));
  const T limit = small<T>(Big(pick(0, 15) / 4.0));
  Scalar<T> threshold(handle, limit);
  Scalar<int> total(handle, -1);
  std::size_t size = 0;
  pruneInfo_t info;
  OK(cusparseCreatePruneInfo(&info));
  T* const none = nullptr;
  int* const no_index = nullptr;
  if (by_percentage)
    OK(pruneCsr2csrByPercentage_bufferSizeExt<T>(handle, m, n, nnz, a.at, from.at, from_offsets.at,
                                                 from_indices.at, percentage, c.at, none,
                                                 offsets.at, no_index, info, &size));
  else
    OK(pruneCsr2csr_bufferSizeExt<T>(handle, m, n, nnz, a.at, from.at, from_offsets.at,
                                     from_indices.at, threshold.at(), c.at, none, offsets.at,
                                     no_index, &size));
  Buffer buffer(size);
  if (by_percentage)
    OK(pruneCsr2csrNnzByPercentage<T>(handle, m, n, nnz, a.at, from.at, from_offsets.at,
                                      from_indices.at, percentage, c.at, offsets.at, total.at(),
                                      info, buffer.at));
  else
    OK(pruneCsr2csrNnz<T>(handle, m, n, nnz, a.at, from.at, from_offsets.at, from_indices.at,
                          threshold.at(), c.at, offsets.at, total.at(), buffer.at));
  const int count = total.get();
  Device<T> values(count);
  Device<int> indices(count);
  if (by_percentage)
    OK(pruneCsr2csrByPercentage<T>(handle, m, n, nnz, a.at, from.at, from_offsets.at,
                                   from_indices.at, percentage, c.at, values.at, offsets.at,
                                   indices.at, info, buffer.at));
  else
    OK(pruneCsr2csr<T>(handle, m, n, nnz, a.at, from.at, from_offsets.at, from_indices.at,
                       threshold.at(), c.at, values.at, offsets.at, indices.at, buffer.at));
  check(entries, m, by_percentage ? limit_of(entries, percentage) : big(limit).real(), c.base,
        count, offsets.down(), indices.down(), values.down());
  OK(cusparseDestroyPruneInfo(info));
}

void statuses(cusparseHandle_t handle) {
  Base c(0);
  std::size_t size = 0;
  float limit = 1, numbers[4] = {};
  pruneInfo_t info;
  OK(cusparseCreatePruneInfo(&info));
  EXPECT_STATUS(cusparseSpruneDense2csr_bufferSizeExt(handle, 2, 2, numbers, 1, &limit, c.at,
                                                      nullptr, nullptr, nullptr, &size),
                CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_STATUS(cusparseSpruneDense2csr_bufferSizeExt(handle, -1, 2, numbers, 2, &limit, c.at,
                                                      nullptr, nullptr, nullptr, &size),
                CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_STATUS(cusparseSpruneDense2csrByPercentage_bufferSizeExt(
                    handle, 2, 2, numbers, 2, 101, c.at, nullptr, nullptr, nullptr, info, &size),
                CUSPARSE_STATUS_INVALID_VALUE);
  OK(cusparseDestroyPruneInfo(info));
}

int main() {
  in_both_modes([](cusparseHandle_t handle) {
    for (int round = 0; round < 12; ++round)
      for (const bool by_percentage : {false, true}) {
        dense<__half>(handle, by_percentage);
        dense<float>(handle, by_percentage);
        dense<double>(handle, by_percentage);
        sparse<__half>(handle, by_percentage);
        sparse<float>(handle, by_percentage);
        sparse<double>(handle, by_percentage);
      }
    statuses(handle);
  });
  std::printf("passed\n");
}
