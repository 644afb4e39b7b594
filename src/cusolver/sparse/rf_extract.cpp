// SPDX-License-Identifier: Apache-2.0
// The factors of cusolverRf as a program sees them.
#include <cstdlib>
#include <cstring>

#include "cusolver/sparse/rf_handle.h"

namespace heddle::cusolver {
namespace {

// A copy that the program gives back by free().
template <class T>
T* copy_out(const T* from, std::size_t count) {
  auto* const out = static_cast<T*>(std::malloc(std::max<std::size_t>(1, count) * sizeof(T)));
  if (!out) throw std::bad_alloc();
  std::memcpy(out, from, count * sizeof(T));
  return out;
}
struct Out {
  int* numbers;
  int **offsets, **indices;
  double** values;
  bool is_there() const { return numbers && offsets && indices && values; }
};
void give(const RfMatrix& m, const Out& out) {
  const std::vector<int> offsets(m.pattern.start.begin(), m.pattern.start.end());
  *out.numbers = offsets.back();
  *out.offsets = copy_out(offsets.data(), offsets.size());
  *out.indices = copy_out(m.pattern.index.data(), m.pattern.index.size());
  *out.values = copy_out(m.values.data(), m.values.size());
}

template <class T>
bool allocate(T** out, std::size_t count) {
  void* memory = nullptr;
  if (cudaMalloc(&memory, std::max<std::size_t>(1, count) * sizeof(T)) != cudaSuccess) return false;
  *out = static_cast<T*>(memory);
  return true;
}

}  // namespace

void RfView::release() {
  for (void* const memory :
       {static_cast<void*>(offsets), static_cast<void*>(indices), static_cast<void*>(values)})
    if (memory) cudaFree(memory);
  offsets = indices = nullptr;
  values = nullptr;
}

void RfHandle::show() {
  if (!view.values) return;
  const RfMatrix m = part_of(*this, RfPart::kBoth);
  std::copy(m.pattern.start.begin(), m.pattern.start.end(), view.offsets);
  std::copy(m.pattern.index.begin(), m.pattern.index.end(), view.indices);
  std::copy(m.values.begin(), m.values.end(), view.values);
}

RfMatrix part_of(const RfHandle& handle, RfPart part) {
  const sparse::Refactor& refactor = handle.refactor;
  const sparse::Pattern& m = refactor.pattern();
  const std::vector<double>& values = handle.factors[0];
  const bool has_ones = part == (handle.ones_in_u() ? RfPart::kUpper : RfPart::kLower);
  RfMatrix rows;
  rows.pattern.width = m.width;
  for (int i = 0; i < m.lines(); ++i) {
    const auto put = [&](int column, double value) {
      rows.pattern.index.push_back(column);
      rows.values.push_back(value);
    };
    const bool one = has_ones && handle.ones_are_stored();
    if (one && part == RfPart::kUpper) put(i, 1);
    for (i64 at = m.start[i]; at < m.start[i + 1]; ++at) {
      const bool on_diagonal = at == refactor.diagonal(i);
      const bool below = refactor.is_below(i, at);
      if (part == RfPart::kLower && !below && !on_diagonal) continue;
      if (part == RfPart::kUpper && below) continue;
      if (on_diagonal && has_ones) continue;
      put(m.index[at], values[at]);
    }
    if (one && part == RfPart::kLower) put(i, 1);
    rows.pattern.end_line();
  }
  if (!handle.by_columns()) return rows;
  std::vector<i64> from;
  RfMatrix columns{sparse::transpose(rows.pattern, &from), {}};
  for (const i64 at : from) columns.values.push_back(rows.values[at]);
  return columns;
}

HEDDLE_CUSOLVER cusolverRfAccessBundledFactorsDevice(cusolverRfHandle_t handle, int* numbers,
                                                     int** offsets, int** indices,
                                                     double** values) {
  return with_rf(handle, [&](const std::shared_ptr<RfHandle>& known) {
    if (!known->set_up) return CUSOLVER_STATUS_NOT_INITIALIZED;
    if (!Out{numbers, offsets, indices, values}.is_there()) return CUSOLVER_STATUS_INVALID_VALUE;
    RfView& view = known->view;
    const std::size_t count = known->refactor.numbers();
    if (!view.values && (!allocate(&view.offsets, known->refactor.order() + 1) ||
                         !allocate(&view.indices, count) || !allocate(&view.values, count))) {
      view.release();
      return CUSOLVER_STATUS_ALLOC_FAILED;
    }
    SparseCall call = rf_call("cusolverRfAccessBundledFactorsDevice", false);
    *numbers = static_cast<int>(count);
    *offsets = view.offsets;
    *indices = view.indices;
    *values = view.values;
    return call.now({.bytes = 16.0 * count}, [known] {
      known->show();
      return CUSOLVER_STATUS_SUCCESS;
    });
  });
}
HEDDLE_CUSOLVER cusolverRfExtractBundledFactorsHost(cusolverRfHandle_t handle, int* numbers,
                                                    int** offsets, int** indices, double** values) {
  return with_rf(handle, [&](const std::shared_ptr<RfHandle>& known) {
    if (!known->set_up) return CUSOLVER_STATUS_NOT_INITIALIZED;
    const Out out{numbers, offsets, indices, values};
    if (!out.is_there()) return CUSOLVER_STATUS_INVALID_VALUE;
    return rf_call("cusolverRfExtractBundledFactorsHost", true).now({}, [&] {
      give(part_of(*known, RfPart::kBoth), out);
      return CUSOLVER_STATUS_SUCCESS;
    });
  });
}
HEDDLE_CUSOLVER cusolverRfExtractSplitFactorsHost(cusolverRfHandle_t handle, int* l_numbers,
                                                  int** l_offsets, int** l_indices,
                                                  double** l_values, int* u_numbers,
                                                  int** u_offsets, int** u_indices,
                                                  double** u_values) {
  return with_rf(handle, [&](const std::shared_ptr<RfHandle>& known) {
    if (!known->set_up) return CUSOLVER_STATUS_NOT_INITIALIZED;
    const Out l{l_numbers, l_offsets, l_indices, l_values};
    const Out u{u_numbers, u_offsets, u_indices, u_values};
    if (!l.is_there() || !u.is_there()) return CUSOLVER_STATUS_INVALID_VALUE;
    return rf_call("cusolverRfExtractSplitFactorsHost", true).now({}, [&] {
      give(part_of(*known, RfPart::kLower), l);
      give(part_of(*known, RfPart::kUpper), u);
      return CUSOLVER_STATUS_SUCCESS;
    });
  });
}

}  // namespace heddle::cusolver
