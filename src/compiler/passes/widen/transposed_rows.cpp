// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes/widen/transposed_rows.h"

#include "compiler/passes/widen/lanes.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/Support/MathExtras.h"

namespace heddle::compiler {

using namespace llvm;

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

namespace {

constexpr unsigned kQuad = 4;

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

// Register k of the result: chunk k of each register.
TransposedRows::Vectors exchange_chunks(IRBuilderBase& b, ArrayRef<Value*> registers,
                                        unsigned columns) {
  const auto chunks = registers.size();
  if (chunks == 1) return {registers[0]};
  // Halves of registers, then quarters.
  const auto halves = [&](Value* x, Value* y, ArrayRef<int> chunk) {
    SmallVector<int, 16> pick;
    for (const int from : chunk) {
      for (unsigned i = 0; i < columns; ++i)
        pick.push_back(from * static_cast<int>(columns) + int(i));
    }
    return b.CreateShuffleVector(x, y, pick);
  };
  const auto& r = registers;
  if (chunks == 2) return {halves(r[0], r[1], {0, 2}), halves(r[0], r[1], {1, 3})};
  auto *low01 = halves(r[0], r[1], {0, 1, 4, 5}), *low23 = halves(r[2], r[3], {0, 1, 4, 5});
  auto *high01 = halves(r[0], r[1], {2, 3, 6, 7}), *high23 = halves(r[2], r[3], {2, 3, 6, 7});
  return {halves(low01, low23, {0, 2, 4, 6}), halves(low01, low23, {1, 3, 5, 7}),
          halves(high01, high23, {0, 2, 4, 6}), halves(high01, high23, {1, 3, 5, 7})};
}

}  // namespace

unsigned TransposedRows::cost() const {
  const unsigned shuffles = columns() == kQuad ? 8 : 2;
  return divideCeil(parts, columns()) * (kLanes + kLanes / group() * shuffles);
}

SmallVector<unsigned, 8> TransposedRows::starts() const {
  SmallVector<unsigned, 8> result;
  for (unsigned part = 0; part + columns() <= parts; part += columns()) result.push_back(part);
  if (parts % columns() != 0) result.push_back(parts - columns());
  return result;
}

TransposedRows::Vectors TransposedRows::load(
    IRBuilderBase& b, function_ref<Value*(unsigned lane, unsigned part)> load) const {
  SmallVector<Vectors, 16> pieces(parts);
  for (unsigned first = 0; first < kLanes; first += group()) {
    for (const unsigned part : starts()) {
      Vectors rows;
      for (unsigned k = 0; k < columns(); ++k) {
        Vectors row;
        for (unsigned chunk = 0; chunk < chunks; ++chunk) {
          row.push_back(load(first + columns() * chunk + k, part));
        }
        rows.push_back(concatenate(b, row));
      }
      for (const auto& [k, column] : enumerate(exchange(b, rows))) {
        auto& piece = pieces[part + k];
        if (piece.size() == first / group()) piece.push_back(column);
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
    for (const unsigned part : starts()) {
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

TransposedRows::Vectors TransposedRows::side_by_side(IRBuilderBase& b, ArrayRef<Value*> values,
                                                     unsigned first, unsigned count) const {
  Vectors result;
  for (unsigned from = first; from < first + count; from += group()) {
    // In the order of memory: of lanes 0, columns(), .. the same chunks.
    Vectors registers(parts);
    for (unsigned part = 0; part < parts; part += columns()) {
      Vectors cut;
      for (unsigned k = 0; k < columns(); ++k) {
        cut.push_back(slice(b, values[part + k], from, group()));
      }
      for (const auto& [k, row] : enumerate(exchange(b, cut))) {
        registers[k * (parts / columns()) + part / columns()] = row;
      }
    }
    const auto begin = result.size();
    result.resize(begin + parts);
    for (unsigned at = 0; at < parts; at += chunks) {
      const auto rows = exchange_chunks(b, ArrayRef(registers).slice(at, chunks), columns());
      for (const auto& [chunk, row] : enumerate(rows)) {
        result[begin + chunk * (parts / chunks) + at / chunks] = row;
      }
    }
  }
  return result;
}

}  // namespace heddle::compiler
