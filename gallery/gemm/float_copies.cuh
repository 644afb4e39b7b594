// SPDX-License-Identifier: Apache-2.0
// Which operands of fp32's tiles (step 9) are copied before they are multiplied. Where the k of an
// operand lie apart, 16 bytes can be copied at once into a tile, unless lines begin anywhere; where
// they lie side by side, 4 bytes. One operand of the latter kind is no loss, two are: then the
// smaller is turned.
#pragma once

#include "copy_operand.cuh"

namespace gemm {

struct FloatCopies {
  int m, n, k;
  bool lines_a = false, lines_b = false;  // into lines that begin at multiples of 16 bytes
  bool turn_a = false, turn_b = false;    // so that its k lie apart
  bool by_floats = false;                 // what one operand is read by, afterwards

  static FloatCopies of(const FloatProblem& p) {
    const bool apart_a = p.a.order == Order::kColumn, apart_b = p.b.order == Order::kRow;
    FloatCopies c{p.m, p.n, p.k};
    c.lines_a = apart_a && !p.a.in_fours(p.m);
    c.lines_b = apart_b && !p.b.in_fours(p.n);
    c.turn_a = !apart_a && !apart_b && p.m <= p.n;
    c.turn_b = !apart_a && !apart_b && p.m > p.n;
    c.by_floats = !apart_a || !apart_b;
    return c;
  }
  bool any() const { return lines_a || lines_b || turn_a || turn_b; }
  int count() const { return lines_a + lines_b + turn_a + turn_b; }
  double in_lines() const { return lines_a * double(m) * k + lines_b * double(n) * k; }
  double turned() const { return turn_a * double(m) * k + turn_b * double(n) * k; }
  // Of the workspace.
  size_t floats() const {
    const auto lines = [&](int length) { return size_t(k) * line_of_copy(length, sizeof(float)); };
    return (lines_a || turn_a ? lines(m) : 0) + (lines_b || turn_b ? lines(n) : 0);
  }

  // p with what is to be copied in the workspace.
  cudaError_t make(FloatProblem* p, Workspace* memory, cudaStream_t stream) const {
    OperandCopy of_a{}, of_b{};
    if (lines_a || turn_a) of_a = plan_copy(&p->a, m, k, turn_a, memory);
    if (lines_b || turn_b) of_b = plan_copy(&p->b, k, n, turn_b, memory);
    return launch_copies(p, of_a, of_b, stream);
  }
};

}  // namespace gemm
