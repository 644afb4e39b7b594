// SPDX-License-Identifier: Apache-2.0
// Columns of x are taken a few at a time, next to each other in memory: a number of A is then
// multiplied with a short vector. Where rows of y have units of their own (CSR), units are shared
// among threads. Where any unit adds to any row (transposed CSR, COO), columns are; one column
// alone is summed by each thread for itself.
#include "cusparse/product.h"

#include "cusparse/walk.h"

namespace heddle::cusparse {
namespace {

constexpr int kWidest = 16;
// From where on it is worth to add in four sums.
constexpr int kLongRow = 32;

// Columns [first, first + count) of x, as `Width` numbers behind each other in each row.
template <class T, int Width>
class Columns {
 public:
  Columns(const Operand& x, i64 rows, i64 first, i64 count) {
    const bool adjacent = count == Width && (Width == 1 || x.column_step == 1);
    if (x.values.type == type_of<T>() && adjacent && !x.conjugated) {
      at_ = static_cast<const T*>(x.values.at) + first * x.column_step;
      step_ = x.row_step;
      return;
    }
    room_.resize(rows * Width);
    with_type(x.values.type, 0, [&](auto number) {
      const auto* const from = static_cast<const decltype(number)*>(x.values.at);
      for (i64 i = 0; i < rows; ++i)
        for (i64 c = 0; c < count; ++c) {
          const T value = get<T>(from[i * x.row_step + (first + c) * x.column_step]);
          room_[i * Width + c] = x.conjugated ? conjugate(value) : value;
        }
      return 0;
    });
    at_ = room_.data();
    step_ = Width;
  }
  const T* row(i64 i) const { return at_ + i * step_; }
  i64 step() const { return step_; }

 private:
  std::vector<T> room_;
  const T* at_;
  i64 step_;
};

template <class T, int Width>
void add(T* sums, T factor, const T* x) {
  for (int c = 0; c < Width; ++c) sums[c] += times(factor, x[c]);
}

// The sums of a row of y, to where they belong.
template <class T>
void store(const Operand& y, i64 row, i64 first, i64 count, const T* sums, T alpha, T beta) {
  const auto to = [&](auto* at) {
    at += row * y.row_step + first * y.column_step;
    for (i64 c = 0; c < count; ++c, at += y.column_step) {
      T value = alpha == T(0) ? T(0) : times(alpha, sums[c]);  // not a number times 0 is 0, too
      if (beta != T(0)) value += times(beta, get<T>(*at));
      set(value, *at);
    }
  };
  if (y.values.type == type_of<T>()) {
    to(static_cast<T*>(y.values.at));
    return;
  }
  with_type(y.values.type, 0, [&](auto number) {
    to(static_cast<decltype(number)*>(y.values.at));
    return 0;
  });
}

// What one thread does of a product.
template <class T, int Width>
struct Task {
  const Product& p;
  T alpha, beta;

  T factor(const Numbers<T>& values, i64 k) const {
    return p.conjugated ? conjugate(values[k]) : values[k];
  }

  // Rows of CSR, or columns of CSC of the transposed matrix. `Near`: rows of x stand behind each
  // other without gaps.
  template <class Index, bool Conjugated, bool Near>
  void lines(const SparseMatrix& a, i64 begin, i64 end, const Columns<T, Width>& columns,
             const Operand& y, i64 first, i64 count) const {
    const Numbers<T> numbers = numbers_of<T>(a, begin, end);
    const auto* const offsets = static_cast<const Index*>(a.major.at);
    const i64 base = a.base, from = offsets[begin] - base;
    // Both from the first number on that is walked here.
    const auto* const minor = static_cast<const Index*>(a.minor.at) + from;
    const T* const values = numbers.from(from);
    const i64 step = Near ? Width : columns.step();
    const T* const x = columns.row(0) - base * step;
    const auto value = [=](i64 k) { return Conjugated ? conjugate(values[k]) : values[k]; };
    // One column of T: what store() would find out for each row anew.
    const bool plain = Width == 1 && y.values.type == type_of<T>() && alpha != T(0);
    T* const to = plain ? static_cast<T*>(y.values.at) + first * y.column_step : nullptr;
    const i64 to_step = y.row_step;
    const T factor = alpha, rest = beta;
    i64 k = 0;
    for (i64 line = begin; line < end; ++line) {
      const i64 last = offsets[line + 1] - base - from;
      T sums[Width] = {};
      if constexpr (Width == 1) {
        // Four sums, so that additions need not wait for each other.
        if (last - k >= kLongRow) {
          T more[3] = {};
          for (; k + 4 <= last; k += 4) {
            sums[0] += times(value(k), x[minor[k] * step]);
            more[0] += times(value(k + 1), x[minor[k + 1] * step]);
            more[1] += times(value(k + 2), x[minor[k + 2] * step]);
            more[2] += times(value(k + 3), x[minor[k + 3] * step]);
          }
          sums[0] += more[0] + (more[1] + more[2]);
        }
      }
      for (; k < last; ++k) add<T, Width>(sums, value(k), x + minor[k] * step);
      if (to) {
        T& at = to[line * to_step];
        at = rest == T(0) ? times(factor, sums[0]) : times(factor, sums[0]) + times(rest, at);
      } else {
        store(y, line, first, count, sums, alpha, beta);
      }
    }
  }
  template <class Index>
  void lines(const SparseMatrix& a, i64 begin, i64 end, const Operand& x, const Operand& y,
             i64 first, i64 count) const {
    const Columns<T, Width> columns(x, p.k, first, count);
    if constexpr (is_complex<T>) {
      if (p.conjugated) return lines<Index, true, false>(a, begin, end, columns, y, first, count);
    }
    if (columns.step() == Width)
      lines<Index, false, true>(a, begin, end, columns, y, first, count);
    else
      lines<Index, false, false>(a, begin, end, columns, y, first, count);
  }

  // Of any format, into sums of the rows behind `first_row`.
  void sum(const SparseMatrix& a, i64 begin, i64 end, const Columns<T, Width>& x, T* sums,
           i64 first_row) const {
    const Numbers<T> values = numbers_of<T>(a, begin, end);
    walk(a, begin, end, [&](i64 i, i64 j, i64 k) {
      if (p.transposed) std::swap(i, j);
      add<T, Width>(sums + (i - first_row) * Width, factor(values, k), x.row(j));
    });
  }

  void own_rows(const SparseMatrix& a, i64 begin, i64 end, const Operand& x, const Operand& y,
                i64 first, i64 count) const {
    if (begin == end) return;
    if (a.format == CUSPARSE_FORMAT_CSR || a.format == CUSPARSE_FORMAT_CSC) {
      return a.minor.wide() ? lines<i64>(a, begin, end, x, y, first, count)
                            : lines<std::int32_t>(a, begin, end, x, y, first, count);
    }
    const Columns<T, Width> columns(x, p.k, first, count);
    std::vector<T> sums;
    for (i64 unit = begin; unit < end; ++unit) {
      const i64 row = first_row(a, unit), last = first_row(a, unit + 1);
      sums.assign((last - row) * Width, T(0));
      sum(a, unit, unit + 1, columns, sums.data(), row);
      for (i64 i = row; i < last; ++i)
        store(y, i, first, count, &sums[(i - row) * Width], alpha, beta);
    }
  }

  void own_columns(const SparseMatrix& a, const Operand& x, const Operand& y, i64 first,
                   i64 count) const {
    const Columns<T, Width> columns(x, p.k, first, count);
    std::vector<T> sums(p.m * Width);
    sum(a, 0, units(a), columns, sums.data(), 0);
    for (i64 i = 0; i < p.m; ++i) store(y, i, first, count, &sums[i * Width], alpha, beta);
  }
};

Operand of_batch(Operand of, i64 batch) {
  of.values = of.values.from(batch * of.batch_stride);
  return of;
}

// body(std::integral_constant<int, W>) for the largest power of two that is not above `width`.
template <class Body>
Status with_width(i64 width, Body body) {
  if (width >= kWidest) return body(std::integral_constant<int, kWidest>());
  if (width >= 8) return body(std::integral_constant<int, 8>());
  if (width >= 4) return body(std::integral_constant<int, 4>());
  if (width >= 2) return body(std::integral_constant<int, 2>());
  return body(std::integral_constant<int, 1>());
}

template <class T, int Width>
Status by_rows(Call& call, const Product& p, Cost cost, Scalar<T> alpha, Scalar<T> beta) {
  const i64 threads = library::threads_for(cost, std::max<i64>(1, units(p.a)));
  return call.parts(threads * p.batches, cost, [=](i64 part) {
    const Task<T, Width> task{p, alpha(), beta()};
    const i64 batch = part / threads;
    const SparseMatrix a = p.a.batch(batch);
    const i64 begin = first_unit(a, part % threads, threads),
              end = first_unit(a, part % threads + 1, threads);
    for (i64 column = 0; column < p.n; column += Width)
      task.own_rows(a, begin, end, of_batch(p.x, batch), of_batch(p.y, batch), column,
                    std::min<i64>(Width, p.n - column));
  });
}

template <class T, int Width>
Status by_columns(Call& call, const Product& p, Cost cost, Scalar<T> alpha, Scalar<T> beta) {
  const i64 blocks = (p.n + Width - 1) / Width;
  return call.parts(blocks * p.batches, cost, [=](i64 part) {
    const Task<T, Width> task{p, alpha(), beta()};
    const i64 batch = part / blocks, column = part % blocks * Width;
    task.own_columns(p.a.batch(batch), of_batch(p.x, batch), of_batch(p.y, batch), column,
                     std::min<i64>(Width, p.n - column));
  });
}

// One column: a sum for each thread, which are added in the end.
template <class T>
Status by_sums(Call& call, const Product& p, Cost cost, Scalar<T> alpha, Scalar<T> beta) {
  const i64 threads = library::threads_for(cost, std::max<i64>(1, units(p.a)));
  return call.with_end(
      threads, cost, threads * p.m * sizeof(T),
      [=](i64 part, std::byte* scratch) {
        const Task<T, 1> task{p, T(), T()};
        const Columns<T, 1> x(p.x, p.k, 0, 1);
        task.sum(p.a, first_unit(p.a, part, threads), first_unit(p.a, part + 1, threads), x,
                 reinterpret_cast<T*>(scratch) + part * p.m, 0);
      },
      [=](std::byte* scratch) {
        T* const sums = reinterpret_cast<T*>(scratch);
        for (i64 i = 0; i < p.m; ++i) {
          for (i64 part = 1; part < threads; ++part) sums[i] += sums[part * p.m + i];
          store(p.y, i, 0, 1, sums + i, alpha(), beta());
        }
      });
}

}  // namespace

bool types_fit(cudaDataType compute, cudaDataType a, cudaDataType x, cudaDataType y) {
  const auto is = [&](cudaDataType c, cudaDataType of_a, cudaDataType of_x, cudaDataType of_y) {
    return compute == c && a == of_a && x == of_x && y == of_y;
  };
  const bool uniform = a == compute && x == compute && y == compute && compute != CUDA_R_32I;
  return (uniform && with_compute_type(compute, false, [](auto) { return true; })) ||
         is(CUDA_R_32I, CUDA_R_8I, CUDA_R_8I, CUDA_R_32I) ||
         is(CUDA_R_32F, CUDA_R_8I, CUDA_R_8I, CUDA_R_32F) ||
         is(CUDA_R_32F, CUDA_R_16F, CUDA_R_16F, CUDA_R_32F) ||
         is(CUDA_R_32F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F) ||
         is(CUDA_R_32F, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F) ||
         is(CUDA_R_32F, CUDA_R_16BF, CUDA_R_16BF, CUDA_R_16BF) ||
         is(CUDA_C_32F, CUDA_C_16F, CUDA_C_16F, CUDA_C_16F) ||
         is(CUDA_C_32F, CUDA_C_16BF, CUDA_C_16BF, CUDA_C_16BF) ||
         is(CUDA_C_32F, CUDA_R_32F, CUDA_C_32F, CUDA_C_32F) ||
         is(CUDA_C_64F, CUDA_R_64F, CUDA_C_64F, CUDA_C_64F);
}

bool may_conjugate(cusparseOperation_t op, cudaDataType type) {
  return op != CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE || type == CUDA_C_32F || type == CUDA_C_64F ||
         type == CUDA_C_16F || type == CUDA_C_16BF;
}

template <class T>
Status multiply(Call& call, const Product& p, Scalar<T> alpha, Scalar<T> beta) {
  if (p.m == 0 || p.n == 0) return CUSPARSE_STATUS_SUCCESS;
  const double products = static_cast<double>(stored_values(p.a)) * p.n * p.batches;
  const Cost cost = cost_of(products * (is_complex<T> ? 2 : 0.5) + static_cast<double>(p.m) * p.n);
  if (owns_rows(p.a, p.transposed)) {
    return with_width(p.n,
                      [&](auto width) { return by_rows<T, width>(call, p, cost, alpha, beta); });
  }
  if (p.n == 1 && p.batches == 1) return by_sums<T>(call, p, cost, alpha, beta);
  return with_width(p.n / library::threads_for(cost, p.n),
                    [&](auto width) { return by_columns<T, width>(call, p, cost, alpha, beta); });
}

template Status multiply(Call&, const Product&, Scalar<float>, Scalar<float>);
template Status multiply(Call&, const Product&, Scalar<double>, Scalar<double>);
template Status multiply(Call&, const Product&, Scalar<Complex>, Scalar<Complex>);
template Status multiply(Call&, const Product&, Scalar<DoubleComplex>, Scalar<DoubleComplex>);
template Status multiply(Call&, const Product&, Scalar<std::int32_t>, Scalar<std::int32_t>);

}  // namespace heddle::cusparse
