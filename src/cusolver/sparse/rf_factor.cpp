// SPDX-License-Identifier: Apache-2.0
// cusolverRf: setup, new numbers, factors, solutions; of one matrix and of batches.
#include "cusolver/sparse/rf_handle.h"

namespace heddle::cusolver {
namespace {

using Known = std::shared_ptr<RfHandle>;

// A matrix of a program, base 0; lines of the handle's format.
struct Given {
  int n = 0, numbers = 0;
  const int *offsets = nullptr, *indices = nullptr;
  const double* values = nullptr;

  bool is_there() const { return n > 0 && numbers > 0 && offsets && indices; }
  sparse::Csr csr() const { return {n, n, 0, numbers, offsets, nullptr, indices}; }
};

// Numbers of A go to their places in M.
void assemble(RfHandle& known, int which, const double* values) {
  auto& m = known.assembled[which];
  m.assign(known.refactor.numbers(), 0);
  for (std::size_t k = 0; k < known.places.size(); ++k) m[known.places[k]] += values[k];
}

void tell_uses(SparseCall& call, const Given& given) {
  call.reads_matrix(given.csr());
  if (given.values) call.reads_vector(given.values, given.numbers);
}

// values_of(i): A's numbers of matrix i of the batch.
template <class ValuesOf>
Status set_up(const Known& known, SparseCall& call, int batch, const Given& a, const Given& l,
              const Given& u, const int* p, const int* q, ValuesOf values_of) {
  // A factor whose ones are not stored may have no numbers.
  const auto is_factor = [&](const Given& f) {
    return f.numbers == 0 ? f.offsets != nullptr : f.is_there() && f.values;
  };
  if (batch <= 0 || !a.is_there() || !is_factor(l) || !is_factor(u) || !p || !q)
    return call.invalid();
  for (const Given* const each : {&a, &l, &u}) tell_uses(call, *each);
  call.reads_vector(p, a.n);
  call.reads_vector(q, a.n);
  return call.now({.bytes = 32.0 * (l.numbers + u.numbers)}, [=] {
    const sparse::Permutation rows(p, p + a.n), columns(q, q + a.n);
    if (!sparse::is_permutation(rows) || !sparse::is_permutation(columns))
      return SparseCall::invalid();
    sparse::Pattern pattern;
    sparse::Lines lower, upper;
    if (!sparse::read(a.csr(), &pattern) || !sparse::read(l.csr(), &lower.pattern) ||
        !sparse::read(u.csr(), &upper.pattern))
      return SparseCall::invalid();
    lower.values = {l.values, static_cast<std::size_t>(l.numbers)};
    upper.values = {u.values, static_cast<std::size_t>(u.numbers)};
    std::vector<double> first;
    sparse::Refactor refactor(known->by_columns(), known->ones_in_u(), lower, upper, &first);
    std::vector<i64> places;
    if (!refactor.places(pattern, rows, columns, &places)) return SparseCall::invalid();
    known->refactor = std::move(refactor);
    known->places = std::move(places);
    known->numbers = a.numbers;
    known->batch = batch;
    known->factors.assign(batch, first);
    known->assembled.assign(batch, {});
    known->zero_pivot.assign(batch, -1);
    for (int i = 0; i < batch; ++i) assemble(*known, i, values_of(i));
    known->view.release();
    known->set_up = true;
    known->analysed = false;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

template <class ValuesOf>
Status reset(const Known& known, SparseCall& call, int batch, const Given& a, const int* p,
             const int* q, ValuesOf values_of) {
  if (!known->set_up) return CUSOLVER_STATUS_NOT_INITIALIZED;
  if (!a.is_there() || !p || !q || batch != known->batch || a.n != known->refactor.order() ||
      a.numbers != known->numbers)
    return call.invalid();
  tell_uses(call, a);
  return call.now({.bytes = 32.0 * a.numbers}, [=] {
    if (known->fast == CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF) {
      const sparse::Permutation rows(p, p + a.n), columns(q, q + a.n);
      sparse::Pattern pattern;
      std::vector<i64> places;
      if (!sparse::is_permutation(rows) || !sparse::is_permutation(columns) ||
          !sparse::read(a.csr(), &pattern) ||
          !known->refactor.places(pattern, rows, columns, &places))
        return SparseCall::invalid();
      known->places = std::move(places);
    }
    for (int i = 0; i < batch; ++i) assemble(*known, i, values_of(i));
    return CUSOLVER_STATUS_SUCCESS;
  });
}

Status analyse(cusolverRfHandle_t handle) {
  return with_rf(handle, [](const Known& known) {
    if (!known->set_up) return CUSOLVER_STATUS_NOT_INITIALIZED;
    known->analysed = true;
    return CUSOLVER_STATUS_SUCCESS;
  });
}

Status factor(const Known& known, const char* name) {
  if (!known->analysed) return CUSOLVER_STATUS_NOT_INITIALIZED;
  SparseCall call = rf_call(name, false);
  return call.now({.operations = 50.0 * known->refactor.numbers() * known->batch}, [=] {
    known->boosted = false;
    for (int i = 0; i < known->batch; ++i) {
      known->factors[i] = known->assembled[i];
      known->zero_pivot[i] =
          known->refactor.factor(known->factors[i], known->numeric, &known->boosted);
    }
    known->show();
    return CUSOLVER_STATUS_SUCCESS;
  });
}

template <class At>
Status solve(const Known& known, const char* name, const int* p, const int* q, int columns,
             const double* temporary, int ldt, int ldx, At at) {
  if (!known->analysed) return CUSOLVER_STATUS_NOT_INITIALIZED;
  const int n = known->refactor.order();
  SparseCall call = rf_call(name, false);
  if (!p || !q || columns <= 0 || !temporary || ldt < n || ldx < n) return call.invalid();
  call.reads_vector(p, n);
  call.reads_vector(q, n);
  call.writes_matrices(known->batch, at, n, columns, ldx);
  const double numbers = static_cast<double>(known->refactor.numbers());
  return call.now({.operations = 2.0 * numbers * columns * known->batch}, [=] {
    if (!sparse::is_permutation({p, static_cast<std::size_t>(n)}) ||
        !sparse::is_permutation({q, static_cast<std::size_t>(n)}))
      return SparseCall::invalid();
    for (int i = 0; i < known->batch; ++i) {
      if (known->zero_pivot[i] >= 0) continue;
      for (int k = 0; k < columns; ++k)
        known->refactor.solve(known->factors[i], p, q, at(i) + static_cast<i64>(k) * ldx);
    }
    return CUSOLVER_STATUS_SUCCESS;
  });
}

}  // namespace

HEDDLE_CUSOLVER cusolverRfSetupHost(int n, int nnz_a, int* a_offsets, int* a_indices,
                                    double* a_values, int nnz_l, int* l_offsets, int* l_indices,
                                    double* l_values, int nnz_u, int* u_offsets, int* u_indices,
                                    double* u_values, int* p, int* q, cusolverRfHandle_t handle) {
  return with_rf(handle, [&](const Known& known) {
    SparseCall call = rf_call("cusolverRfSetupHost", true);
    if (!a_values) return call.invalid();
    return set_up(known, call, 1, {n, nnz_a, a_offsets, a_indices, a_values},
                  {n, nnz_l, l_offsets, l_indices, l_values},
                  {n, nnz_u, u_offsets, u_indices, u_values}, p, q,
                  [a_values](i64) { return a_values; });
  });
}
HEDDLE_CUSOLVER cusolverRfSetupDevice(int n, int nnz_a, int* a_offsets, int* a_indices,
                                      double* a_values, int nnz_l, int* l_offsets, int* l_indices,
                                      double* l_values, int nnz_u, int* u_offsets, int* u_indices,
                                      double* u_values, int* p, int* q, cusolverRfHandle_t handle) {
  return with_rf(handle, [&](const Known& known) {
    SparseCall call = rf_call("cusolverRfSetupDevice", false);
    if (!a_values) return call.invalid();
    return set_up(known, call, 1, {n, nnz_a, a_offsets, a_indices, a_values},
                  {n, nnz_l, l_offsets, l_indices, l_values},
                  {n, nnz_u, u_offsets, u_indices, u_values}, p, q,
                  [a_values](i64) { return a_values; });
  });
}
HEDDLE_CUSOLVER cusolverRfBatchSetupHost(int batch, int n, int nnz_a, int* a_offsets,
                                         int* a_indices, double* a_values[], int nnz_l,
                                         int* l_offsets, int* l_indices, double* l_values,
                                         int nnz_u, int* u_offsets, int* u_indices,
                                         double* u_values, int* p, int* q,
                                         cusolverRfHandle_t handle) {
  return with_rf(handle, [&](const Known& known) {
    SparseCall call = rf_call("cusolverRfBatchSetupHost", true);
    if (!a_values) return call.invalid();
    return set_up(known, call, batch, {n, nnz_a, a_offsets, a_indices},
                  {n, nnz_l, l_offsets, l_indices, l_values},
                  {n, nnz_u, u_offsets, u_indices, u_values}, p, q,
                  [a_values](i64 i) { return a_values[i]; });
  });
}

HEDDLE_CUSOLVER cusolverRfResetValues(int n, int nnz, int* offsets, int* indices, double* values,
                                      int* p, int* q, cusolverRfHandle_t handle) {
  return with_rf(handle, [&](const Known& known) {
    SparseCall call = rf_call("cusolverRfResetValues", false);
    if (!values) return call.invalid();
    return reset(known, call, 1, {n, nnz, offsets, indices, values}, p, q,
                 [values](i64) { return values; });
  });
}
HEDDLE_CUSOLVER cusolverRfBatchResetValues(int batch, int n, int nnz, int* offsets, int* indices,
                                           double* values[], int* p, int* q,
                                           cusolverRfHandle_t handle) {
  return with_rf(handle, [&](const Known& known) {
    SparseCall call = rf_call("cusolverRfBatchResetValues", false);
    if (!values) return call.invalid();
    return reset(known, call, batch, {n, nnz, offsets, indices}, p, q,
                 [values](i64 i) { return values[i]; });
  });
}

// Levels are for a GPU: rows are taken one after the other here.
HEDDLE_CUSOLVER cusolverRfAnalyze(cusolverRfHandle_t handle) {
  return analyse(handle);
}
HEDDLE_CUSOLVER cusolverRfBatchAnalyze(cusolverRfHandle_t handle) {
  return analyse(handle);
}

HEDDLE_CUSOLVER cusolverRfRefactor(cusolverRfHandle_t handle) {
  return with_rf(handle, [](const Known& known) {
    const Status status = factor(known, "cusolverRfRefactor");
    if (status) return status;
    return known->zero_pivot[0] >= 0 ? CUSOLVER_STATUS_ZERO_PIVOT : CUSOLVER_STATUS_SUCCESS;
  });
}
HEDDLE_CUSOLVER cusolverRfBatchRefactor(cusolverRfHandle_t handle) {
  return with_rf(handle,
                 [](const Known& known) { return factor(known, "cusolverRfBatchRefactor"); });
}
// CUSOLVER_STATUS_ZERO_PIVOT where there is one, as documented.
HEDDLE_CUSOLVER cusolverRfBatchZeroPivot(cusolverRfHandle_t handle, int* position) {
  return with_rf(handle, [&](const Known& known) {
    if (!known->set_up) return CUSOLVER_STATUS_NOT_INITIALIZED;
    if (!position) return CUSOLVER_STATUS_INVALID_VALUE;
    bool any = false;
    for (int i = 0; i < known->batch; ++i) any |= (position[i] = known->zero_pivot[i]) >= 0;
    return any ? CUSOLVER_STATUS_ZERO_PIVOT : CUSOLVER_STATUS_SUCCESS;
  });
}

HEDDLE_CUSOLVER cusolverRfSolve(cusolverRfHandle_t handle, int* p, int* q, int columns,
                                double* temporary, int ldt, double* x, int ldx) {
  return with_rf(handle, [&](const Known& known) {
    if (!x || known->batch > 1) return CUSOLVER_STATUS_INVALID_VALUE;
    if (known->analysed && known->zero_pivot[0] >= 0) return CUSOLVER_STATUS_ZERO_PIVOT;
    return solve(known, "cusolverRfSolve", p, q, columns, temporary, ldt, ldx,
                 [x](i64) { return x; });
  });
}
HEDDLE_CUSOLVER cusolverRfBatchSolve(cusolverRfHandle_t handle, int* p, int* q, int columns,
                                     double* temporary, int ldt, double* x[], int ldx) {
  return with_rf(handle, [&](const Known& known) {
    if (!x) return CUSOLVER_STATUS_INVALID_VALUE;
    return solve(known, "cusolverRfBatchSolve", p, q, columns, temporary, ldt, ldx,
                 [x](i64 i) { return x[i]; });
  });
}

}  // namespace heddle::cusolver
