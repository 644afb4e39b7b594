// SPDX-License-Identifier: Apache-2.0
// cusparseSpGEMM, cusparseSpGEMMreuse: C = alpha * A * B + beta * C, all in CSR. Row i of C is the
// sum of those rows of B that row i of A names. The program asks the descriptor of C how many
// numbers there are, so the host waits for what counts them.
#include <cstring>

#include "cusparse/fields.h"
#include "cusparse/walk.h"

namespace heddle::cusparse {

// What is computed before C has arrays.
struct Sparse {
  std::vector<i64> offsets, columns;
  std::vector<std::byte> values;
};
struct Multiplication {
  i64 products = 0;
  std::shared_ptr<Sparse> found;
};

}  // namespace heddle::cusparse

struct cusparseSpGEMMDescr : heddle::cusparse::Multiplication {};

namespace heddle::cusparse {
namespace {

constexpr size_t kBuffer = 8;
constexpr Status kOk = CUSPARSE_STATUS_SUCCESS;

Status check(Call& call, cusparseOperation_t op_a, cusparseOperation_t op_b,
             const cusparseSpMatDescr* a, const cusparseSpMatDescr* b, const cusparseSpMatDescr* c,
             int alg, const Multiplication* descr) {
  if (!a || !b || !c || !descr || !is_operation(op_a) || !is_operation(op_b) || alg < 0 ||
      alg > CUSPARSE_SPGEMM_ALG3)
    return call.invalid();
  if (op_a != CUSPARSE_OPERATION_NON_TRANSPOSE || op_b != CUSPARSE_OPERATION_NON_TRANSPOSE)
    return call.not_supported("of transposed matrices");
  if (a->columns != b->rows || a->rows != c->rows || b->columns != c->columns)
    return call.invalid();
  for (const auto* matrix : {a, b, c})
    if (matrix->format != CUSPARSE_FORMAT_CSR)
      return call.not_supported("of other formats than CSR");
  if (a->values.type != b->values.type || a->values.type != c->values.type)
    return call.not_supported("with these types");
  return kOk;
}
Status check(Call& call, const void* alpha, const void* beta, const cusparseSpMatDescr* a,
             cudaDataType compute) {
  if (!alpha || !beta) return call.invalid();
  const bool fits = compute == a->values.type && compute != CUDA_R_32I &&
                    with_compute_type(compute, false, [](auto) { return true; });
  return fits ? kOk : call.not_supported("with these types");
}

i64 begin_of(const SparseMatrix& a, i64 row) {
  return a.major[row] - a.base;
}

// Sums of one row of a product.
template <class T>
class Row {
 public:
  explicit Row(i64 columns) : sums_(columns), seen_(columns) {}

  // With values, or the places alone.
  template <bool Values>
  void compute(const SparseMatrix& a, const SparseMatrix& b, i64 row) {
    for (const i64 column : columns_) seen_[column] = 0;
    columns_.clear();
    const T* const values_a = static_cast<const T*>(a.values.at);
    const T* const values_b = static_cast<const T*>(b.values.at);
    for (i64 k = begin_of(a, row); k < begin_of(a, row + 1); ++k) {
      const i64 middle = a.minor[k] - a.base;
      for (i64 l = begin_of(b, middle); l < begin_of(b, middle + 1); ++l) {
        const i64 column = b.minor[l] - b.base;
        if (!seen_[column]) {
          seen_[column] = 1;
          columns_.push_back(column);
          if constexpr (Values) sums_[column] = T(0);
        }
        if constexpr (Values) sums_[column] += times(values_a[k], values_b[l]);
      }
    }
    std::sort(columns_.begin(), columns_.end());
  }
  const std::vector<i64>& columns() const { return columns_; }
  bool has(i64 column) const { return seen_[column]; }
  T sum(i64 column) const { return sums_[column]; }

 private:
  std::vector<T> sums_;
  std::vector<char> seen_;
  std::vector<i64> columns_;
};

i64 count_products(const SparseMatrix& a, const SparseMatrix& b) {
  i64 all = 0;
  for (i64 k = 0; k < (a.rows ? begin_of(a, a.rows) : 0); ++k) {
    const i64 middle = a.minor[k] - a.base;
    all += begin_of(b, middle + 1) - begin_of(b, middle);
  }
  return all;
}

// The host has waited for what came before.
Status count(Call& call, const SparseMatrix& a, const SparseMatrix& b, Multiplication& descr) {
  Status status = call.may_wait();
  if (status != kOk || (status = call.wait()) != kOk) return status;
  i64 all = 0;
  status =
      call.once(cost_of(static_cast<double>(a.nnz)), [&all, a, b] { all = count_products(a, b); });
  if (status == kOk) status = call.wait();
  if (status == kOk) descr.products = all;
  return status;
}

// All of A * B, or its places alone, into `found`.
template <class T, bool Values>
Status compute(Call& call, const SparseMatrix& a, const SparseMatrix& b,
               const std::shared_ptr<Sparse>& found) {
  const Cost cost = cost_of(static_cast<double>(count_products(a, b)) * 3 + 1);
  const i64 parts = library::threads_for(cost, std::max<i64>(1, a.rows));
  struct Piece {
    std::vector<i64> ends, columns;
    std::vector<T> values;
  };
  const auto pieces = std::make_shared<std::vector<Piece>>(parts);
  const Status status = call.parts(parts, cost, [=](i64 part) {
    Piece& piece = (*pieces)[part];
    Row<T> row(b.columns);
    for (i64 i = first_unit(a, part, parts); i < first_unit(a, part + 1, parts); ++i) {
      row.template compute<Values>(a, b, i);
      piece.columns.insert(piece.columns.end(), row.columns().begin(), row.columns().end());
      piece.ends.push_back(static_cast<i64>(piece.columns.size()));
      if constexpr (Values)
        for (const i64 column : row.columns()) piece.values.push_back(row.sum(column));
    }
  });
  const Status waited = status == kOk ? call.wait() : status;
  if (waited != kOk) return waited;
  found->offsets.assign(1, 0);
  for (const Piece& piece : *pieces) {
    const i64 before = found->offsets.back();
    for (const i64 end : piece.ends) found->offsets.push_back(before + end);
    found->columns.insert(found->columns.end(), piece.columns.begin(), piece.columns.end());
    const auto* const bytes = reinterpret_cast<const std::byte*>(piece.values.data());
    found->values.insert(found->values.end(), bytes, bytes + piece.values.size() * sizeof(T));
  }
  return kOk;
}

template <bool Values>
Status compute(Call& call, const cusparseSpMatDescr& a, const cusparseSpMatDescr& b,
               cusparseSpMatDescr& c, Multiplication& descr) {
  Status status = call.may_wait();
  if (status != kOk || (status = call.wait()) != kOk) return status;
  const auto found = std::make_shared<Sparse>();
  if constexpr (Values) {
    status = with_compute_type(a.values.type, CUSPARSE_STATUS_NOT_SUPPORTED, [&](auto number) {
      return compute<decltype(number), true>(call, a, b, found);
    });
  } else {
    status = compute<float, false>(call, a, b, found);
  }
  if (status != kOk) return status;
  descr.found = found;
  c.nnz = static_cast<i64>(found->columns.size());
  return kOk;
}

void writes(Call& call, const SparseMatrix& c, bool pattern, bool values) {
  if (pattern) {
    call.writes_bytes(c.major.at, (c.rows + 1) * c.major.size())
        .writes_bytes(c.minor.at, c.nnz * c.minor.size());
  }
  if (values) call.writes_bytes(c.values.at, c.nnz * size_of(c.values.type));
}

void copy_pattern(const Sparse& found, const SparseMatrix& c) {
  for (i64 i = 0; i <= c.rows; ++i) c.major.set(i, found.offsets[i] + c.base);
  for (std::size_t k = 0; k < found.columns.size(); ++k) c.minor.set(k, found.columns[k] + c.base);
}

// Where the program asks how large a buffer must be.
bool asks(size_t* size, const void* buffer) {
  if (!buffer) *size = kBuffer;
  return !buffer;
}

}  // namespace

HEDDLE_CUSPARSE cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t* out) {
  return make(out, true, Multiplication{});
}
HEDDLE_CUSPARSE cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr) {
  return destroy(descr);
}

HEDDLE_CUSPARSE cusparseSpGEMM_workEstimation(cusparseHandle_t handle, cusparseOperation_t op_a,
                                              cusparseOperation_t op_b, const void* alpha,
                                              cusparseConstSpMatDescr_t a,
                                              cusparseConstSpMatDescr_t b, const void* beta,
                                              cusparseSpMatDescr_t c, cudaDataType type,
                                              cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr,
                                              size_t* size, void* buffer) {
  return in_call(handle, "cusparseSpGEMM_workEstimation", [&](Call& call) {
    Status status = check(call, op_a, op_b, a, b, c, alg, descr);
    if (status != kOk || (status = check(call, alpha, beta, a, type)) != kOk) return status;
    if (!size) return call.invalid();
    return asks(size, buffer) ? kOk : count(call, *a, *b, *descr);
  });
}

HEDDLE_CUSPARSE cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t descr, int64_t* count) {
  return tell(descr, Told{count, descr ? descr->products : 0});
}

HEDDLE_CUSPARSE cusparseSpGEMM_estimateMemory(
    cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b, const void* alpha,
    cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void* beta,
    cusparseSpMatDescr_t c, cudaDataType type, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr,
    float fraction, size_t* size3, void* buffer3, size_t* size2) {
  return in_call(handle, "cusparseSpGEMM_estimateMemory", [&](Call& call) {
    Status status = check(call, op_a, op_b, a, b, c, alg, descr);
    if (status != kOk || (status = check(call, alpha, beta, a, type)) != kOk) return status;
    if (!size3 || !(fraction > 0) || fraction > 1) return call.invalid();
    if (alg != CUSPARSE_SPGEMM_ALG2 && alg != CUSPARSE_SPGEMM_ALG3)
      return call.not_supported("with other algorithms than 2 and 3");
    if (asks(size3, buffer3)) return kOk;
    if (!size2) return call.invalid();
    *size2 = kBuffer;
    return kOk;
  });
}

HEDDLE_CUSPARSE cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t op_a,
                                       cusparseOperation_t op_b, const void* alpha,
                                       cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                       const void* beta, cusparseSpMatDescr_t c, cudaDataType type,
                                       cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr,
                                       size_t* size, void* buffer) {
  return in_call(handle, "cusparseSpGEMM_compute", [&](Call& call) {
    Status status = check(call, op_a, op_b, a, b, c, alg, descr);
    if (status != kOk || (status = check(call, alpha, beta, a, type)) != kOk) return status;
    if (!size) return call.invalid();
    return asks(size, buffer) ? kOk : compute<true>(call, *a, *b, *c, *descr);
  });
}

HEDDLE_CUSPARSE cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t op_a,
                                    cusparseOperation_t op_b, const void* alpha,
                                    cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                    const void* beta, cusparseSpMatDescr_t c, cudaDataType type,
                                    cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr) {
  return in_call(handle, "cusparseSpGEMM_copy", [&](Call& call) {
    Status status = check(call, op_a, op_b, a, b, c, alg, descr);
    if (status != kOk || (status = check(call, alpha, beta, a, type)) != kOk) return status;
    if (!descr->found) return call.invalid();
    writes(call, *c, true, true);
    return with_compute_type(type, CUSPARSE_STATUS_NOT_SUPPORTED, [&](auto number) {
      using T = decltype(number);
      return call.once(cost_of(static_cast<double>(c->nnz)),
                       [found = descr->found, to = SparseMatrix(*c), factor = call.scalar<T>(alpha),
                        kept = call.scalar<T>(beta)] {
                         copy_pattern(*found, to);
                         const T* const from = reinterpret_cast<const T*>(found->values.data());
                         T* const values = static_cast<T*>(to.values.at);
                         for (std::size_t k = 0; k < found->columns.size(); ++k)
                           values[k] = times(factor(), from[k]) +
                                       (kept() == T(0) ? T(0) : times(kept(), values[k]));
                       });
    });
  });
}

HEDDLE_CUSPARSE cusparseSpGEMMreuse_workEstimation(
    cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
    cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
    cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr, size_t* size, void* buffer) {
  return in_call(handle, "cusparseSpGEMMreuse_workEstimation", [&](Call& call) {
    const Status status = check(call, op_a, op_b, a, b, c, alg, descr);
    if (status != kOk) return status;
    if (!size) return call.invalid();
    return asks(size, buffer) ? kOk : count(call, *a, *b, *descr);
  });
}

HEDDLE_CUSPARSE cusparseSpGEMMreuse_nnz(cusparseHandle_t handle, cusparseOperation_t op_a,
                                        cusparseOperation_t op_b, cusparseConstSpMatDescr_t a,
                                        cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
                                        cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr,
                                        size_t* size2, void* buffer2, size_t* size3, void* buffer3,
                                        size_t* size4, void* buffer4) {
  return in_call(handle, "cusparseSpGEMMreuse_nnz", [&](Call& call) {
    const Status status = check(call, op_a, op_b, a, b, c, alg, descr);
    if (status != kOk) return status;
    if (!size2 || !size3 || !size4) return call.invalid();
    if (!buffer2 && !buffer3 && !buffer4) {
      *size2 = *size3 = *size4 = kBuffer;
      return kOk;
    }
    return compute<false>(call, *a, *b, *c, *descr);
  });
}

HEDDLE_CUSPARSE cusparseSpGEMMreuse_copy(cusparseHandle_t handle, cusparseOperation_t op_a,
                                         cusparseOperation_t op_b, cusparseConstSpMatDescr_t a,
                                         cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,
                                         cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr,
                                         size_t* size, void* buffer) {
  return in_call(handle, "cusparseSpGEMMreuse_copy", [&](Call& call) {
    const Status status = check(call, op_a, op_b, a, b, c, alg, descr);
    if (status != kOk) return status;
    if (!size || !descr->found) return call.invalid();
    if (asks(size, buffer)) return kOk;
    writes(call, *c, true, false);
    return call.once(cost_of(static_cast<double>(c->nnz)),
                     [found = descr->found, to = SparseMatrix(*c)] { copy_pattern(*found, to); });
  });
}

// The places that C has are computed anew, as often as the program wants.
HEDDLE_CUSPARSE cusparseSpGEMMreuse_compute(cusparseHandle_t handle, cusparseOperation_t op_a,
                                            cusparseOperation_t op_b, const void* alpha,
                                            cusparseConstSpMatDescr_t a,
                                            cusparseConstSpMatDescr_t b, const void* beta,
                                            cusparseSpMatDescr_t c, cudaDataType type,
                                            cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr) {
  return in_call(handle, "cusparseSpGEMMreuse_compute", [&](Call& call) {
    Status status = check(call, op_a, op_b, a, b, c, alg, descr);
    if (status != kOk || (status = check(call, alpha, beta, a, type)) != kOk) return status;
    if (!descr->found) return call.invalid();
    writes(call, *c, false, true);
    const Cost cost = cost_of(static_cast<double>(descr->products) * 3);
    return with_compute_type(type, CUSPARSE_STATUS_NOT_SUPPORTED, [&](auto number) {
      using T = decltype(number);
      const i64 parts = library::threads_for(cost, std::max<i64>(1, a->rows));
      return call.parts(
          parts, cost,
          [=, a = SparseMatrix(*a), b = SparseMatrix(*b), to = SparseMatrix(*c),
           factor = call.scalar<T>(alpha), kept = call.scalar<T>(beta)](i64 part) {
            Row<T> row(b.columns);
            T* const values = static_cast<T*>(to.values.at);
            for (i64 i = first_unit(a, part, parts); i < first_unit(a, part + 1, parts); ++i) {
              row.template compute<true>(a, b, i);
              for (i64 k = begin_of(to, i); k < begin_of(to, i + 1); ++k) {
                const i64 column = to.minor[k] - to.base;
                const T sum = row.has(column) ? times(factor(), row.sum(column)) : T(0);
                values[k] = sum + (kept() == T(0) ? T(0) : times(kept(), values[k]));
              }
            }
          });
    });
  });
}

}  // namespace heddle::cusparse
