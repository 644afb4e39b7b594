// SPDX-License-Identifier: Apache-2.0
// Orders that are known at run time, as constants of a kernel.
#pragma once

#include <type_traits>

#include "problem.h"

namespace gemm {

// Calls f with the orders as constants.
template <class Function>
auto with_orders(Order a, Order b, Function f) {
  constexpr std::integral_constant<Order, Order::kRow> row;
  constexpr std::integral_constant<Order, Order::kColumn> column;
  if (a == Order::kRow) return b == Order::kRow ? f(row, row) : f(row, column);
  return b == Order::kRow ? f(column, row) : f(column, column);
}

}  // namespace gemm
