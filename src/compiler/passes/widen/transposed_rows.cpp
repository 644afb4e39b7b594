// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/widen/transposed_rows.h"

#include "compiler/passes/widen/lanes.h"
#include "llvm/IR/DerivedTypes.h"

namespace heddle::compiler {

using namespace llvm;

namespace {

constexpr unsigned kQuad = 4;

// A shuffle of two vectors within each chunk of `columns` elements: `first` for the first one.
Value* within_chunks(IRBuilderBase& b, Value* x, Value* y, ArrayRef<int> first) {
  const auto count = static_cast<int>(cast<FixedVectorType>(x->getType())->getNumElements());
  const auto columns = static_cast<int>(first.size());
  SmallVector<int, 16> pick;
  for (int chunk = 0; chunk < count; chunk += columns) {
    for (const int at : first) {
      pick.push_back(chunk + (at < columns ? at : at - columns + count));
    }
  }
  return b.CreateShuffleVector(x, y, pick);
}

// Squares of `columns` rows, one in each chunk, transposed. It is its own inverse.
TransposedRows::Vectors exchange(IRBuilderBase& b, ArrayRef<Value*> rows) {
  if (rows.size() != kQuad) {
    return {within_chunks(b, rows[0], rows[1], {0, 2}), within_chunks(b, rows[0], rows[1], {1, 3})};
  }
  auto* low01 = within_chunks(b, rows[0], rows[1], {0, 4, 1, 5});
  auto* low23 = within_chunks(b, rows[2], rows[3], {0, 4, 1, 5});
  auto* high01 = within_chunks(b, rows[0], rows[1], {2, 6, 3, 7});
  auto* high23 = within_chunks(b, rows[2], rows[3], {2, 6, 3, 7});
  return {within_chunks(b, low01, low23, {0, 1, 4, 5}),
          within_chunks(b, low01, low23, {2, 3, 6, 7}),
          within_chunks(b, high01, high23, {0, 1, 4, 5}),
          within_chunks(b, high01, high23, {2, 3, 6, 7})};
}

}  // namespace

unsigned TransposedRows::cost() const {
  const unsigned shuffles = columns() == kQuad ? 8 : 2;
  return parts / columns() * (kLanes + kLanes / group() * shuffles);
}

TransposedRows::Vectors TransposedRows::load(
    IRBuilderBase& b, function_ref<Value*(unsigned lane, unsigned part)> load) const {
  SmallVector<Vectors, 16> pieces(parts);
  for (unsigned first = 0; first < kLanes; first += group()) {
    for (unsigned part = 0; part < parts; part += columns()) {
      Vectors rows;
      for (unsigned k = 0; k < columns(); ++k) {
        Vectors row;
        for (unsigned chunk = 0; chunk < chunks; ++chunk) {
          row.push_back(load(first + columns() * chunk + k, part));
        }
        rows.push_back(concatenate(b, row));
      }
      for (const auto& [k, column] : enumerate(exchange(b, rows))) {
        pieces[part + k].push_back(column);
      }
    }
  }
  Vectors result;
  for (const auto& piece : pieces) result.push_back(concatenate(b, piece));
  return result;
}

void TransposedRows::store(
    IRBuilderBase& b, ArrayRef<Value*> values,
    function_ref<void(Value* chunk, unsigned lane, unsigned part)> store) const {
  for (unsigned first = 0; first < kLanes; first += group()) {
    for (unsigned part = 0; part < parts; part += columns()) {
      Vectors cut;
      for (unsigned k = 0; k < columns(); ++k) {
        cut.push_back(slice(b, values[part + k], first, group()));
      }
      const auto rows = exchange(b, cut);
      for (unsigned at = 0; at < group(); ++at) {
        auto* chunk = slice(b, rows[at % columns()], at / columns() * columns(), columns());
        store(chunk, first + at, part);
      }
    }
  }
}

}  // namespace heddle::compiler
