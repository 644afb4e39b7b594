// SPDX-License-Identifier: Apache-2.0
// Where the numbers of a transform lie: the batch is the first axis of each array.
#pragma once

#include "cufft/plan.h"
#include "library/submission.h"

namespace heddle::cufft {

struct Layouts {
  Layout in, out;
};

// Without a batch, an array has no axis for it: long transforms that stand alone are split up by
// what computes them.
Layouts layouts_of(const Transform& transform, bool in_place);

inline unsigned first_axis(const Transform& transform) {
  return transform.batch == 1 ? 0 : 1;
}

// Whether each row of the result lies where its own input was, so that rows can be transformed in
// any order.
bool rows_stay(Kind kind, const Layouts& layouts);

// One behind the other, in the same order.
Layout packed(const Layout& layout);

// From the first number to the last.
std::uint64_t bytes_of(const Transform& transform, bool in_place, bool of_input);

// Of a number, or of the two of a complex one.
inline std::uint64_t element(bool complex, Number number) {
  const std::uint64_t real = number == Number::kDouble ? 8 : number == Number::kFloat ? 4 : 2;
  return complex ? 2 * real : real;
}

// What a tool is told: the memory of the array at `at`, whose elements have `size` bytes.
void add_uses(library::Uses::List& uses, const void* at, const Layout& layout, std::uint64_t size,
              bool writes);

}  // namespace heddle::cufft
