// SPDX-License-Identifier: Apache-2.0
// CSR, COO and CSC into each other, and sorted.
#include "cusparse/convert_csr.h"

#include <cstring>
#include <numeric>
#include <vector>

namespace heddle::cusparse {
namespace {

bool is_size(i64 m, i64 n, i64 nnz) {
  return m >= 0 && n >= 0 && nnz >= 0;
}

// Where numbers of each line begin, of indices with a base.
std::vector<int> offsets_of(const int* indices, i64 count, i64 lines, int base) {
  std::vector<int> offsets(lines + 1);
  for (i64 k = 0; k < count; ++k) ++offsets[indices[k] - base + 1];
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  return offsets;
}

template <class A>
void permute(A* values, const std::vector<int>& order, i64 from) {
  const std::vector<A> before(values + from, values + from + order.size());
  for (std::size_t k = 0; k < order.size(); ++k) values[from + k] = before[order[k]];
}

// What belongs to the numbers [from, from + count) goes in the order of less(k, l).
template <class Less>
std::vector<int> sorted_order(i64 count, Less less) {
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  // What is equal stays in order.
  std::sort(order.begin(), order.end(),
            [&](int k, int l) { return less(k, l) || (!less(l, k) && k < l); });
  return order;
}

Status sort_coordinates(Call& call, i64 m, i64 n, i64 count, int* first, int* second, int* p) {
  if (!is_size(m, n, count)) return call.invalid();
  if (count == 0) return kOk;
  call.writes(first, count, 1).writes(second, count, 1).writes(p, count, 1);
  return call.once(cost_of(static_cast<double>(count) * 20), [=] {
    const auto order = sorted_order(count, [=](int k, int l) {
      return first[k] != first[l] ? first[k] < first[l] : second[k] < second[l];
    });
    permute(first, order, 0);
    permute(second, order, 0);
    if (p) permute(p, order, 0);
  });
}

Status sort_lines(Call& call, i64 m, i64 n, i64 lines, i64 count, cusparseMatDescr_t descr,
                  const int* offsets, int* indices, int* p) {
  if (!is_size(m, n, count) || !descr) return call.invalid();
  if (!is_general(descr)) return CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
  if (count == 0) return kOk;
  call.writes(indices, count, 1).writes(p, count, 1);
  const int base = descr->base;
  return call.ranges(lines, cost_of(static_cast<double>(count) * 10), 1, [=](i64 begin, i64 end) {
    for (i64 line = begin; line < end; ++line) {
      const i64 from = offsets[line] - base;
      const int* const at = indices + from;
      const auto order = sorted_order(offsets[line + 1] - base - from,
                                      [=](int k, int l) { return at[k] < at[l]; });
      permute(indices, order, from);
      if (p) permute(p, order, from);
    }
  });
}

}  // namespace

HEDDLE_CUSPARSE cusparseXcoo2csr(cusparseHandle_t handle, const int* rows, int count, int m,
                                 int* offsets, cusparseIndexBase_t base) {
  return in_call(handle, "cusparseXcoo2csr", [&](Call& call) {
    if (!is_size(m, 0, count) || !is_base(base)) return call.invalid();
    call.writes(offsets, i64{m} + 1, 1);
    return call.once(cost_of(m + count), [=] {
      const std::vector<int> found = offsets_of(rows, count, m, base);
      for (i64 i = 0; i <= m; ++i) offsets[i] = found[i] + base;
    });
  });
}

HEDDLE_CUSPARSE cusparseXcsr2coo(cusparseHandle_t handle, const int* offsets, int count, int m,
                                 int* rows, cusparseIndexBase_t base) {
  return in_call(handle, "cusparseXcsr2coo", [&](Call& call) {
    if (!is_size(m, 0, count) || !is_base(base)) return call.invalid();
    call.writes(rows, count, 1);
    return call.ranges(m, cost_of(m + count), 1, [=](i64 begin, i64 end) {
      for (i64 i = begin; i < end; ++i)
        std::fill(rows + offsets[i] - base, rows + offsets[i + 1] - base,
                  static_cast<int>(i) + base);
    });
  });
}

HEDDLE_CUSPARSE cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int* p) {
  return in_call(handle, "cusparseCreateIdentityPermutation", [&](Call& call) {
    if (n < 0 || (n > 0 && !p)) return call.invalid();
    call.writes(p, n, 1);
    return call.once(cost_of(n), [=] { std::iota(p, p + n, 0); });
  });
}

HEDDLE_CUSPARSE cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int count,
                                               const int* rows, const int* columns, size_t* size) {
  return in_call(handle, "cusparseXcoosort_bufferSizeExt", [&](Call& call) {
    return is_size(m, n, count) ? tell_buffer(call, size) : call.invalid();
  });
}
HEDDLE_CUSPARSE cusparseXcoosortByRow(cusparseHandle_t handle, int m, int n, int count, int* rows,
                                      int* columns, int* p, void* buffer) {
  return in_call(handle, "cusparseXcoosortByRow",
                 [&](Call& call) { return sort_coordinates(call, m, n, count, rows, columns, p); });
}
HEDDLE_CUSPARSE cusparseXcoosortByColumn(cusparseHandle_t handle, int m, int n, int count,
                                         int* rows, int* columns, int* p, void* buffer) {
  return in_call(handle, "cusparseXcoosortByColumn",
                 [&](Call& call) { return sort_coordinates(call, m, n, count, columns, rows, p); });
}

HEDDLE_CUSPARSE cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int count,
                                               const int* offsets, const int* columns,
                                               size_t* size) {
  return in_call(handle, "cusparseXcsrsort_bufferSizeExt", [&](Call& call) {
    return is_size(m, n, count) ? tell_buffer(call, size) : call.invalid();
  });
}
HEDDLE_CUSPARSE cusparseXcsrsort(cusparseHandle_t handle, int m, int n, int count,
                                 const cusparseMatDescr_t a, const int* offsets, int* columns,
                                 int* p, void* buffer) {
  return in_call(handle, "cusparseXcsrsort", [&](Call& call) {
    return sort_lines(call, m, n, m, count, a, offsets, columns, p);
  });
}
HEDDLE_CUSPARSE cusparseXcscsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int count,
                                               const int* offsets, const int* rows, size_t* size) {
  return in_call(handle, "cusparseXcscsort_bufferSizeExt", [&](Call& call) {
    return is_size(m, n, count) ? tell_buffer(call, size) : call.invalid();
  });
}
HEDDLE_CUSPARSE cusparseXcscsort(cusparseHandle_t handle, int m, int n, int count,
                                 const cusparseMatDescr_t a, const int* offsets, int* rows, int* p,
                                 void* buffer) {
  return in_call(handle, "cusparseXcscsort",
                 [&](Call& call) { return sort_lines(call, m, n, n, count, a, offsets, rows, p); });
}

HEDDLE_CUSPARSE cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int m, int n, int count,
                                              const void* values, const int* offsets,
                                              const int* columns, void* to_values, int* to_offsets,
                                              int* to_rows, cudaDataType type,
                                              cusparseAction_t action, cusparseIndexBase_t base,
                                              cusparseCsr2CscAlg_t alg, size_t* size) {
  return in_call(handle, "cusparseCsr2cscEx2_bufferSize", [&](Call& call) {
    if (!is_size(m, n, count) || !is_base(base) || alg != CUSPARSE_CSR2CSC_ALG1)
      return call.invalid();
    if (size_of(type) == 0) return call.not_supported("with this type");
    return tell_buffer(call, size);
  });
}

// In the order of the rows within each column.
HEDDLE_CUSPARSE cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int count,
                                   const void* values, const int* offsets, const int* columns,
                                   void* to_values, int* to_offsets, int* to_rows,
                                   cudaDataType type, cusparseAction_t action,
                                   cusparseIndexBase_t base, cusparseCsr2CscAlg_t alg,
                                   void* buffer) {
  return in_call(handle, "cusparseCsr2cscEx2", [&](Call& call) {
    const bool numeric = action == CUSPARSE_ACTION_NUMERIC;
    if (!is_size(m, n, count) || !is_base(base) || alg != CUSPARSE_CSR2CSC_ALG1 ||
        (!numeric && action != CUSPARSE_ACTION_SYMBOLIC) || !to_offsets ||
        (count > 0 && (!offsets || !columns || !to_rows || (numeric && (!values || !to_values)))))
      return call.invalid();
    const i64 size = size_of(type);
    if (size == 0) return call.not_supported("with this type");
    call.writes(to_offsets, i64{n} + 1, 1).writes(to_rows, count, 1);
    if (numeric) call.writes_bytes(to_values, count * size);
    return call.once(cost_of(n + 5.0 * count), [=] {
      const auto* const from = static_cast<const std::byte*>(values);
      auto* const to = static_cast<std::byte*>(to_values);
      std::vector<int> next = offsets_of(columns, count, n, base);
      for (i64 j = 0; j <= n; ++j) to_offsets[j] = next[j] + base;
      for (i64 i = 0; i < (count > 0 ? m : 0); ++i) {
        for (i64 k = offsets[i] - base; k < offsets[i + 1] - base; ++k) {
          const i64 at = next[columns[k] - base]++;
          to_rows[at] = static_cast<int>(i) + base;
          if (numeric) std::memcpy(to + at * size, from + k * size, size);
        }
      }
    });
  });
}

}  // namespace heddle::cusparse
