// SPDX-License-Identifier: Apache-2.0
// What keeps a factorisation between its steps: the plan of the analysis, then the factors of one
// type.
#pragma once

#include <optional>
#include <variant>

#include "cusolver/sparse/cholesky.h"
#include "cusolver/sparse/lu.h"
#include "cusolver/sparse/qr.h"

namespace heddle::cusolver {

template <template <class> class Factors>
using OfAnyType = std::variant<std::monostate, Factors<float>, Factors<double>,
                               Factors<library::Complex>, Factors<library::DoubleComplex>>;

template <class Plan, template <class> class Factors>
struct Info {
  int rows = 0, columns = 0;
  library::i64 numbers = 0;
  std::optional<Plan> plan;
  OfAnyType<Factors> factors;

  // Null: there are none of this type yet.
  template <class T>
  const Factors<T>* of_type() const {
    return std::get_if<Factors<T>>(&factors);
  }
  bool fits(int m, int n, library::i64 count) const {
    return plan && rows == m && columns == n && numbers == count;
  }
};

struct CholeskyInfo : Info<sparse::CholeskyPlan, sparse::Cholesky> {};
struct LuInfo : Info<sparse::LuPlan, sparse::Lu> {};
struct QrInfo : Info<sparse::QrPlan, sparse::Qr> {
  // What Setup took: the values of A as one type, and the shift.
  std::variant<std::monostate, std::vector<float>, std::vector<double>,
               std::vector<library::Complex>, std::vector<library::DoubleComplex>>
      values;
  library::DoubleComplex shift;
};

}  // namespace heddle::cusolver
